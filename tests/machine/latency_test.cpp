// What an access costs without contention, by who holds the line: the legs of the three-leg model.
//
// Method: CPUs access one variable one after another, 10 us apart; the last access is timed.
// CPUs 0 and 1 are on socket 0, CPUs 2 and 3 on socket 1.

#include <catch2/catch.hpp>
#include <vector>

#include "support/cpu_program.h"

using namespace tickstorm;
using support::CpuPrograms;
using support::tiny_config;

namespace {

struct Access {
  CpuId cpu;
  AccessKind kind;
};

Co<void> perform(Cpu& cpu, SimTime at, AccessKind kind, Cell<std::uint64_t>& cell,
                 SimDuration& took) {
  co_await support::wait_until(cpu, at);
  if (kind == AccessKind::load) co_await Load<std::uint64_t>{&cpu, &cell};
  if (kind == AccessKind::store) co_await Store<std::uint64_t>{&cpu, &cell, 1};
  if (kind == AccessKind::locked) co_await Locked<std::uint64_t, AddTo>{&cpu, &cell, 1};
  took = cpu.clock() - at;
}

// All accesses of one CPU, in their order.
Co<void> perform_own(Cpu& cpu, const std::vector<Access>& accesses, Cell<std::uint64_t>& cell,
                     SimDuration& last) {
  for (std::size_t i = 0; i < accesses.size(); ++i) {
    if (accesses[i].cpu != cpu.id()) continue;
    const SimTime at = SimTime{} + microseconds(10) * static_cast<std::int64_t>(i + 1);
    SimDuration took;
    co_await perform(cpu, at, accesses[i].kind, cell, took);
    if (i + 1 == accesses.size()) last = took;
  }
}

// The duration of the last access in nanoseconds.
double last_ns(const MachineConfig& config, NodeId home, const std::vector<Access>& accesses) {
  CpuPrograms programs(config);
  Cell<std::uint64_t>& cell = programs.variable(home);
  SimDuration last{};
  for (CpuId id = 0; id < programs.machine.cpus(); ++id) {
    programs.start(id, perform_own(programs.cpu(id), accesses, cell, last));
  }
  programs.run();
  return static_cast<double>(last.ps) / 1000;
}

constexpr AccessKind load = AccessKind::load;
constexpr AccessKind store = AccessKind::store;
constexpr AccessKind locked = AccessKind::locked;

}  // namespace

TEST_CASE("a line that the CPU holds costs a hit, a store a cycle", "[machine]") {
  const MachineConfig config = tiny_config(2, 2);
  CHECK(last_ns(config, 0, {{0, load}, {0, load}}) == 1);
  CHECK(last_ns(config, 0, {{0, store}, {0, store}}) == 1);
  CHECK(last_ns(config, 0, {{0, store}, {0, locked}}) == 10);
  CHECK(last_ns(config, 0, {{0, load}, {0, store}}) == 1);  // Exclusive, because it was alone.
}

TEST_CASE("a line that nobody holds comes from its home's memory", "[machine]") {
  const MachineConfig config = tiny_config(2, 2);
  CHECK(last_ns(config, 0, {{0, load}}) == 10 + 5 + 50 + 10);
  CHECK(last_ns(config, 1, {{0, load}}) == 30 + 5 + 50 + 30);
  CHECK(last_ns(config, 1, {{0, store}}) == 30 + 5 + 50 + 30);
  CHECK(last_ns(config, 1, {{0, locked}}) == 30 + 5 + 50 + 30 + 10);
}

TEST_CASE("a modified line comes from its owner by way of the home", "[machine]") {
  const MachineConfig config = tiny_config(2, 2);
  CHECK(last_ns(config, 0, {{1, store}, {0, load}}) == 10 + 5 + 10 + 5 + 10);
  CHECK(last_ns(config, 0, {{1, store}, {2, load}}) == 30 + 5 + 10 + 5 + 30);
  CHECK(last_ns(config, 1, {{1, store}, {0, load}}) == 30 + 5 + 30 + 5 + 10);
  CHECK(last_ns(config, 0, {{1, store}, {0, store}}) == 10 + 5 + 10 + 5 + 10);
  CHECK(last_ns(config, 0, {{1, store}, {0, locked}}) == 10 + 5 + 10 + 5 + 10 + 10);
}

TEST_CASE("an in-memory directory makes a modified line from elsewhere dearer", "[machine]") {
  MachineConfig config = tiny_config(2, 2);
  config.coherence.memory_directory = nanoseconds(70);
  CHECK(last_ns(config, 0, {{1, store}, {2, load}}) == 30 + 5 + 10 + 5 + 30 + 70);
  CHECK(last_ns(config, 0, {{0, load}}) == 10 + 5 + 50 + 10);
}

TEST_CASE("a write to a shared line waits for the farthest holder", "[machine]") {
  const MachineConfig config = tiny_config(2, 2);
  CHECK(last_ns(config, 0, {{0, load}, {1, load}, {0, store}}) == 10 + 5 + 10 + 4 + 10);
  CHECK(last_ns(config, 0, {{0, load}, {2, load}, {0, store}}) == 10 + 5 + 30 + 4 + 30);
  CHECK(last_ns(config, 0, {{0, load}, {1, load}, {2, load}, {0, locked}}) ==
        10 + 5 + 30 + 4 + 30 + 10);
}

TEST_CASE("inside a shared cache's domain a request never reaches the home", "[machine]") {
  MachineConfig config = tiny_config(2, 2);
  config.topology.cores_per_domain = 2;
  config.coherence.leg_domain = nanoseconds(7);
  CHECK(last_ns(config, 1, {{1, store}, {0, load}}) == 7 + 5 + 7 + 5 + 7);
  CHECK(last_ns(config, 1, {{2, load}, {0, load}, {1, load}}) ==
        30 + 5 + 20 + 30);  // The home's shared cache supplies it.
}
