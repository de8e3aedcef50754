// What programs see: no update is lost, stores become visible in order, pollers wake, and bulk
// walks are the same as single accesses.

#include <catch2/catch.hpp>

#include "support/cpu_program.h"
#include "tickstorm/sim/rng.h"

using namespace tickstorm;
using support::CpuPrograms;
using support::tiny_config;

namespace {

using Value = Cell<std::uint64_t>;

Co<void> count(Cpu& cpu, Value& counter, int times) {
  for (int i = 0; i < times; ++i) {
    co_await Locked<std::uint64_t, AddTo>{&cpu, &counter, 1};
  }
}

Co<void> publish(Cpu& cpu, Value& data, Value& flag, std::uint64_t rounds) {
  for (std::uint64_t round = 1; round <= rounds; ++round) {
    co_await Store<std::uint64_t>{&cpu, &data, round};
    co_await Store<std::uint64_t>{&cpu, &flag, round};
  }
}

Co<void> read_back(Cpu& cpu, Value& data, Value& flag, std::uint64_t rounds, bool& stale) {
  std::uint64_t seen = 0;
  while (seen < rounds) {
    seen = co_await Load<std::uint64_t>{&cpu, &flag};
    const std::uint64_t value = co_await Load<std::uint64_t>{&cpu, &data};
    stale = stale || value < seen;
  }
}

Co<void> store_at(Cpu& cpu, SimTime at, Value& cell) {
  co_await Store<std::uint64_t>{&cpu, &cell, 0};
  co_await support::wait_until(cpu, at);
  co_await Store<std::uint64_t>{&cpu, &cell, 1};
}

Co<void> poll(Cpu& cpu, Value& cell, SimTime& end) {
  co_await SpinUntil<std::uint64_t, Equal>{&cpu, &cell, 1};
  end = cpu.clock();
}

Co<void> store_low_byte(Cpu& cpu, Value& word) {
  const std::uint64_t old = co_await Locked<std::uint64_t, Exchange>{&cpu, &word, 0x1234};
  co_await StorePart<std::uint64_t>{&cpu, &word, 0xff, 0xff00 + old};
}

// Walks over lines, five to a step.
struct Walker {
  LineId at;
  LineId end;
  unsigned step = 0;

  bool done() const { return at == end; }
  LineId line() const { return at; }
  bool starts_step() const { return step == 0; }
  void arrive(Cpu& cpu) {
    ++at;
    step = (step + 1) % 5;
    if (step == 0) cpu.spend(nanoseconds(3));
  }
};

Co<void> walk(Cpu& cpu, Block block, bool bulk, int times) {
  for (int i = 0; i < times; ++i) {
    cpu.cache().begin_window();
    Walker walker{block.first, block.first + block.layout->lines()};
    while (!walker.done())
      co_await Burst<Walker>{&cpu, &walker, bulk};
  }
}

Co<void> disturb(Cpu& cpu, Value& cell, int times) {
  for (int i = 0; i < times; ++i) {
    co_await Compute{&cpu, nanoseconds(700)};
    co_await Store<std::uint64_t>{&cpu, &cell, 1};
  }
}

std::uint64_t hash_of_walks(bool bulk, bool look_ahead) {
  MachineConfig config = tiny_config(2, 2);
  config.memory_parallelism = 3;
  config.look_ahead = look_ahead;
  CpuPrograms programs(config);
  const Layout many(64, {0, 64, 128, 192, 256, 320, 384, 448, 512, 576, 640, 704, 768, 832, 896});
  const Block block = programs.machine.allocate(many, 1);
  Value inside(block.first + 7);
  programs.start(0, walk(programs.cpu(0), block, bulk, 40));
  programs.start(1, walk(programs.cpu(1), block, bulk, 30));
  programs.start(3, disturb(programs.cpu(3), inside, 20));
  programs.run();
  return programs.machine.state_hash();
}

}  // namespace

TEST_CASE("no locked addition is lost", "[machine]") {
  MachineConfig config = tiny_config(2, 4);
  config.arbitration = GENERATE(Arbitration::fcfs, Arbitration::drain);
  CpuPrograms programs(config);
  Value& counter = programs.variable(1);
  for (CpuId id = 0; id < 8; ++id)
    programs.start(id, count(programs.cpu(id), counter, 500));
  programs.run();
  CHECK(counter.peek() == 4000);
}

TEST_CASE("who sees a flag sees what was stored before it", "[machine]") {
  MachineConfig config = tiny_config(2, 2);
  config.protocol = GENERATE(Protocol::mesi, Protocol::moesi);
  const NodeId home = GENERATE(0U, 1U);
  CpuPrograms programs(config);
  Value& data = programs.variable(home);
  Value& flag = programs.variable(1 - home);
  bool stale = false;
  programs.start(0, publish(programs.cpu(0), data, flag, 300));
  for (CpuId id = 1; id < 4; ++id) {
    programs.start(id, read_back(programs.cpu(id), data, flag, 300, stale));
  }
  programs.run();
  CHECK_FALSE(stale);
  CHECK(flag.peek() == 300);
}

TEST_CASE("a store to a part of a word leaves the rest of it", "[machine]") {
  CpuPrograms programs(tiny_config(1, 1));
  Value& word = programs.variable(0, 0x56);
  programs.start(0, store_low_byte(programs.cpu(0), word));
  programs.run();
  CHECK(word.peek() == 0x1256);
}

TEST_CASE("a poller sees a store half a polling round and a miss after its copy dies",
          "[machine]") {
  MachineConfig config = tiny_config(1, 2);
  config.relax = Cycles{10};
  CpuPrograms programs(config);
  Value& cell = programs.variable(0);
  SimTime end{};
  programs.start(0, store_at(programs.cpu(0), SimTime{} + microseconds(1), cell));
  programs.start(1, poll(programs.cpu(1), cell, end));
  programs.run();
  // The store arrives at 1010 and kills the copy at 1025; the next poll comes from its owner.
  CHECK(end == SimTime{} + nanoseconds(1025 + 5 + 10 + 5 + 10 + 5 + 10));
}

TEST_CASE("bulk walks give the results of single accesses", "[machine]") {
  CHECK(hash_of_walks(true, true) == hash_of_walks(false, true));
  CHECK(hash_of_walks(true, true) == hash_of_walks(true, false));
}
