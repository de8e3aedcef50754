// The timer tick: its rate, its phases, and what it charges beside what really ran.

#include <catch2/catch.hpp>

#include "support/kernel_run.h"

using namespace tickstorm;
using support::Computing;
using support::kernel_config;
using support::KernelRun;

// The main thread is alone and never sleeps, so every tick of the run but those that hit the idle
// task at boot or the watchdog is its own.
TEST_CASE("a busy thread is charged HZ ticks per second", "[kernel]") {
  const std::uint32_t hz = GENERATE(100U, 250U, 1000U);
  KernelRun run(1, kernel_config(hz));
  Computing crowd(run, 0, seconds(2));
  crowd.run();
  const auto ticks =
      static_cast<std::uint64_t>((run.kernel.end() - SimTime{}) / run.kernel.tick_period());
  CHECK(run.group().charged.prof() == ticks);
  CHECK(run.group().charged.user_ticks == ticks);
}

TEST_CASE("ticks of the CPUs fall on one edge or are spread over half or all of a period",
          "[kernel]") {
  const TickPhase phase = GENERATE(TickPhase::aligned, TickPhase::half, TickPhase::staggered);
  CAPTURE(static_cast<int>(phase));
  KernelConfig config = kernel_config(100);
  config.tick_phase = phase;
  KernelRun run(4, config);
  Computing crowd(run, 0, milliseconds(1));
  crowd.run();
  const SimDuration step = phase == TickPhase::aligned ? SimDuration{}
                           : phase == TickPhase::half  ? microseconds(1250)
                                                       : microseconds(2500);
  for (CpuId cpu = 0; cpu < 4; ++cpu) {
    const SimDuration at = (run.kernel.per_cpu(cpu).last_tick - SimTime{}) % milliseconds(10);
    const SimDuration late = at - step * cpu;
    CHECK(late >= SimDuration{});
    CHECK(late < microseconds(5));
  }
}

// Ticks sample: what they charge to three busy threads is what ran, to a tick per slice.
TEST_CASE("ticks charge what really ran, within a tick per switch", "[kernel]") {
  KernelRun run(2, kernel_config(1000));
  Computing crowd(run, 3, milliseconds(200));
  crowd.run();
  const ThreadGroup& group = run.group();
  const SimDuration ran = group.true_user + group.true_system;
  const SimDuration charged =
      run.kernel.tick_period() * static_cast<std::int64_t>(group.charged.prof());
  const std::uint64_t switches = group.voluntary_switches + group.involuntary_switches;
  const SimDuration most = run.kernel.tick_period() * static_cast<std::int64_t>(switches + 2);
  CHECK(group.true_user > milliseconds(850));
  CHECK(ran - charged < most);
  CHECK(charged - ran < most);
}

TEST_CASE("a CPU's user, system and idle time fill the run", "[kernel]") {
  KernelRun run(2, kernel_config(1000));
  Computing crowd(run, 1, milliseconds(30));
  crowd.run();
  const SimDuration whole = run.kernel.end() - SimTime{};
  for (CpuId cpu = 0; cpu < 2; ++cpu) {
    const PerCpu& own = run.kernel.per_cpu(cpu);
    const SimDuration sum = own.user + own.system + own.idle;
    CHECK(sum > whole - milliseconds(3));
    CHECK(sum < whole + milliseconds(3));
  }
}
