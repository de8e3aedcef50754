// Run-ahead is exact: random programs over shared lines give the same clocks, values and counters
// with look-ahead on and off.

#include <catch2/catch.hpp>

#include "support/tiny_machine.h"
#include "tickstorm/sim/rng.h"

using namespace tickstorm;
using support::tiny_config;

namespace {

struct Program {
  std::vector<std::unique_ptr<Cell<std::uint64_t>>> cells;
  std::uint64_t sum = 0;
};

Co<void> roam(Cpu& cpu, Program& program, std::uint64_t seed, int steps, std::uint64_t& mine) {
  Rng rng(seed);
  for (int i = 0; i < steps; ++i) {
    const std::size_t which = rng.below(4) != 0 ? rng.below(6) + 8 * (cpu.id() + 1) : rng.below(8);
    Cell<std::uint64_t>& cell = *program.cells[which];
    const std::uint64_t what = rng.below(10);
    if (what < 6) {
      const std::uint64_t seen = co_await Load<std::uint64_t>{&cpu, &cell};
      mine = mix64(mine ^ seen ^ static_cast<std::uint64_t>(cpu.clock().ps));
    } else if (what < 8) {
      co_await Store<std::uint64_t>{&cpu, &cell, mine};
    } else if (what < 9) {
      const std::uint64_t old = co_await Locked<std::uint64_t, AddTo>{&cpu, &cell, 3};
      mine = mix64(mine ^ old);
    } else {
      co_await Compute{&cpu, nanoseconds(static_cast<std::int64_t>(rng.below(40)))};
    }
  }
}

std::uint64_t run(MachineConfig config, bool look_ahead, std::uint64_t seed) {
  config.look_ahead = look_ahead;
  config.seed = seed;
  Machine machine(config);
  Program program;
  const Layout one(64, {0});
  for (std::uint32_t i = 0; i < 8 * (machine.cpus() + 1); ++i) {
    const Block block = machine.coherence().allocate(one, i % config.topology.sockets);
    program.cells.push_back(std::make_unique<Cell<std::uint64_t>>(block.first));
  }
  std::vector<std::unique_ptr<Strand>> strands;
  std::vector<std::uint64_t> results(machine.cpus());
  for (CpuId id = 0; id < machine.cpus(); ++id) {
    strands.push_back(std::make_unique<Strand>());
    strands.back()->start(roam(machine.cpu(id), program, seed * 1000 + id, 2000, results[id]),
                          machine.engine().ready());
    machine.cpu(id).boot(*strands.back());
  }
  machine.engine().run();
  std::uint64_t hash = machine.state_hash();
  for (const std::uint64_t result : results)
    hash = mix64(hash ^ result);
  return hash;
}

}  // namespace

TEST_CASE("look-ahead changes no clock, value or counter of random programs", "[machine]") {
  const std::uint64_t seed = GENERATE(range<std::uint64_t>(1, 20));
  const bool shared_cache = GENERATE(false, true);
  const bool drain = GENERATE(false, true);
  MachineConfig config = tiny_config(2, 3);
  config.topology.cores_per_domain = shared_cache ? 3 : 1;
  config.arbitration = drain ? Arbitration::drain : Arbitration::fcfs;
  config.protocol = seed % 2 == 0 ? Protocol::moesi : Protocol::mesi;
  config.snoop = seed % 3 == 0 ? Snoop::broadcast : Snoop::directory;
  CAPTURE(seed, shared_cache, drain);
  CHECK(run(config, true, seed) == run(config, false, seed));
  CHECK(run(config, true, seed) != run(config, true, seed + 100));
}
