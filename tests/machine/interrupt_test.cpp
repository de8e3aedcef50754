// Interrupts: when they are taken, and what they do to the work below.

#include <catch2/catch.hpp>

#include "support/cpu_program.h"

using namespace tickstorm;
using support::CpuPrograms;
using support::tiny_config;

namespace {

SimTime ns(std::int64_t n) {
  return SimTime{} + nanoseconds(n);
}

// Handlers that note when they begin and take 50 ns.
class Notes final : public InterruptSink {
 public:
  Co<void> interrupt(Cpu& cpu, unsigned vector) override {
    begun.push_back(cpu.clock());
    vectors.push_back(vector);
    co_await Compute{&cpu, nanoseconds(50)};
  }

  std::vector<SimTime> begun;
  std::vector<unsigned> vectors;
};

struct Fixture {
  explicit Fixture(std::uint32_t cpus) : programs(tiny_config(1, cpus)) {
    programs.machine.set_interrupt_sink(notes);
  }
  CpuPrograms programs;
  Notes notes;
};

constexpr SimDuration hour = seconds(3600);

Co<void> compute(Cpu& cpu, SimDuration d, SimDuration grain, SimTime& end) {
  co_await Compute{&cpu, d, grain};
  end = cpu.clock();
  cpu.machine().engine().stop();
}

Co<void> compute_closed(Cpu& cpu, SimDuration d, SimTime& end) {
  cpu.disable_interrupts();
  co_await Compute{&cpu, d};
  end = cpu.clock();
  co_await EnableInterrupts{&cpu};
}

Co<void> send(Cpu& cpu, Cpu& target, unsigned vector) {
  co_await InOrder{&cpu};
  cpu.send_interrupt(target, vector);
}

Co<void> sleep(Cpu& cpu, SimTime& end) {
  co_await Halt{&cpu};
  end = cpu.clock();
}

}  // namespace

TEST_CASE("an interrupt splits straight-line work", "[machine]") {
  Fixture f(1);
  SimTime end{};
  f.programs.cpu(0).start_timer(ns(300), hour);
  f.programs.start(0, compute(f.programs.cpu(0), nanoseconds(1000), {}, end));
  f.programs.run();
  CHECK(f.notes.begun == std::vector<SimTime>{ns(300 + 100)});
  CHECK(end == ns(1000 + 100 + 50 + 100));
}

TEST_CASE("an interrupt waits for the end of the instruction", "[machine]") {
  Fixture f(1);
  SimTime end{};
  f.programs.cpu(0).start_timer(ns(300), hour);
  f.programs.start(0, compute(f.programs.cpu(0), nanoseconds(1000), nanoseconds(30), end));
  f.programs.run();
  CHECK(f.notes.begun == std::vector<SimTime>{ns(310 + 100)});  // 690 = 23 x 30 are left then.
  CHECK(end == ns(1000 + 100 + 50 + 100));
}

TEST_CASE("the timer interrupts once per period", "[machine]") {
  Fixture f(1);
  SimTime end{};
  f.programs.cpu(0).start_timer(ns(1000), nanoseconds(2000));
  f.programs.start(0, compute(f.programs.cpu(0), nanoseconds(5000), {}, end));
  f.programs.run();
  CHECK(f.notes.begun == std::vector<SimTime>{ns(1100), ns(3100), ns(5100)});
  CHECK(end == ns(5000 + 3 * 250));
}

TEST_CASE("an interrupt that arrives while they are off is taken when they are on", "[machine]") {
  Fixture f(2);
  SimTime end{};
  f.programs.start(1, compute_closed(f.programs.cpu(1), nanoseconds(1000), end));
  f.programs.start(0, send(f.programs.cpu(0), f.programs.cpu(1), 3));
  f.programs.run();
  CHECK(end == ns(1000));
  CHECK(f.notes.begun == std::vector<SimTime>{ns(1000 + 100)});
  CHECK(f.notes.vectors == std::vector<unsigned>{3});
  CHECK_FALSE(f.programs.cpu(1).pending(3));
}

TEST_CASE("a CPU that sleeps goes on after the interrupt that woke it", "[machine]") {
  Fixture f(2);
  SimTime end{};
  f.programs.start(1, sleep(f.programs.cpu(1), end));
  f.programs.start(0, send(f.programs.cpu(0), f.programs.cpu(1), 2));
  f.programs.run();
  CHECK(f.notes.begun == std::vector<SimTime>{ns(50 + 200 + 100)});
  CHECK(end == ns(50 + 200 + 100 + 50 + 100));
}

TEST_CASE("of two interrupts that wait the lower vector comes first", "[machine]") {
  Fixture f(3);
  SimTime end{};
  f.programs.start(1, compute_closed(f.programs.cpu(1), nanoseconds(1000), end));
  f.programs.start(0, send(f.programs.cpu(0), f.programs.cpu(1), 5));
  f.programs.start(2, send(f.programs.cpu(2), f.programs.cpu(1), 2));
  f.programs.run();
  CHECK(f.notes.vectors == std::vector<unsigned>{2, 5});
}
