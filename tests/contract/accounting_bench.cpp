// The programs, and the arithmetic of the expiries that must have been noticed.

#include "contract/accounting_bench.h"

#include "support/kernel_run.h"
#include "support/watched_cpu_time.h"

namespace tickstorm::contract {
namespace {

using support::Crowd;
using support::KernelRun;
using support::WatchedCpuTime;

constexpr SimDuration tick = milliseconds(1);
constexpr SimDuration work = milliseconds(30);

struct Bench {
  Bench(std::unique_ptr<CpuTime> inner, std::uint32_t cpus)
      : run(cpus, support::kernel_config(1000), std::make_unique<WatchedCpuTime>(std::move(inner))),
        watched(static_cast<WatchedCpuTime&>(*run.accounting)) {}

  void expect(bool holds, const char* promise) {
    if (!holds) watched.broken.insert(promise);
  }
  // What must hold at the end of every program.
  Broken verdict() {
    const ThreadGroup& group = run.group();
    expect(run.kernel.finished(), "the program does not end");
    expect(group.signals_posted == group.signals_delivered + run.pending(),
           "I2: signals posted are not signals delivered and pending");
    expect(final_sum.prof() + run.kernel.online_cpus() >= charged_at_end &&
               final_sum.prof() <= charged_at_end,
           "I1: the sum at the end is not the ticks charged");
    for (const Finding& finding : run.kernel.findings())
      watched.broken.insert("finding: " + finding.sentence);
    return watched.broken;
  }
  std::uint64_t attempts() { return WatchedCpuTime::attempts_of(run.group()); }
  std::uint64_t charged() { return run.group().charged.prof(); }

  // Reads the clocks as getrusage() does; all other threads are gone.
  Co<void> read_clocks(Context& ctx) {
    co_await enter_syscall(ctx);
    final_sum = co_await run.kernel.cpu_time().sample_group(ctx);
    charged_at_end = charged();
    co_await exit_syscall(ctx);
  }

  KernelRun run;
  WatchedCpuTime& watched;
  CpuTimes final_sum;
  std::uint64_t charged_at_end = 0;
};

Co<void> arm(Context& ctx, std::uint64_t value, std::uint64_t interval) {
  co_await enter_syscall(ctx);
  co_await ctx.kernel().cpu_time().set_itimer_prof(ctx, value, interval);
  co_await exit_syscall(ctx);
}

Co<void> compute(Context& ctx, SimDuration d) {
  co_await run_user(ctx, d, microseconds(1));
}

// The body of a thread that arms the timer and ends.
Co<void> arm_only(Context& ctx, void*) {
  co_await arm(ctx, interval_ticks, interval_ticks);
}

// Threads wait at a gate until all are there, so that none has any time of its own before the
// timer is armed.
Broken compute_gated(std::unique_ptr<CpuTime> accounting, Crowding crowding, bool armed) {
  Bench bench(std::move(accounting), crowding.cpus);
  Futex gate(bench.run.kernel, 0);
  std::uint64_t charged_before = 0;
  std::uint64_t charged_after = 0;
  std::uint64_t noticed = 0;
  std::uint32_t done = 0;
  Crowd crowd(bench.run, crowding.threads, [&](Context& ctx, std::uint32_t) -> Co<void> {
    co_await gate.wait(ctx, 0);
    co_await compute(ctx, work);
    if (++done != crowding.threads) co_return;
    charged_after = bench.charged();
    noticed = bench.attempts();
  });
  crowd.after_creation = [&](Context& ctx) -> Co<void> {
    co_await enter_syscall(ctx);
    co_await ctx.compute(tick / 2);
    co_await exit_syscall(ctx);
    if (armed) co_await arm(ctx, interval_ticks, interval_ticks);
    charged_before = bench.charged();
    co_await gate.set_and_wake(ctx, 1, crowding.threads);
  };
  crowd.at_end = [&](Context& ctx) -> Co<void> { co_await bench.read_clocks(ctx); };
  crowd.run(seconds(20));
  if (armed) {
    // Each CPU may add a tick before an expiry is seen, and the next one counts from there.
    const std::uint64_t period = interval_ticks + 1 + 2 * crowding.cpus;
    const std::uint64_t ran = charged_after - charged_before;
    bench.expect((noticed + 1) * period >= ran, "I3: expiries were lost");
    bench.expect(noticed * interval_ticks <= ran, "I4: an expiry was noticed more than once");
  } else {
    bench.expect(bench.attempts() == 0, "a signal without a timer");
  }
  return bench.verdict();
}

}  // namespace

Broken compute_armed(std::unique_ptr<CpuTime> accounting, Crowding crowding) {
  return compute_gated(std::move(accounting), crowding, true);
}

Broken compute_unarmed(std::unique_ptr<CpuTime> accounting, Crowding crowding) {
  return compute_gated(std::move(accounting), crowding, false);
}

Broken disarm(std::unique_ptr<CpuTime> accounting, Crowding crowding) {
  Bench bench(std::move(accounting), crowding.cpus);
  std::uint64_t armed = 0;
  Crowd crowd(bench.run, crowding.threads,
              [](Context& ctx, std::uint32_t) -> Co<void> { co_await compute(ctx, work * 4); });
  crowd.after_creation = [&](Context& ctx) -> Co<void> {
    co_await arm(ctx, interval_ticks, interval_ticks);
    co_await compute(ctx, work);
    co_await arm(ctx, 0, 0);
    armed = bench.attempts();
    co_await compute(ctx, work);
  };
  crowd.at_end = [&](Context& ctx) -> Co<void> { co_await bench.read_clocks(ctx); };
  crowd.run(seconds(20));
  bench.expect(armed > 0, "I3: expiries were lost");
  bench.expect(bench.attempts() == armed, "I7: a disarmed timer posts");
  return bench.verdict();
}

Broken arm_and_exit(std::unique_ptr<CpuTime> accounting, Crowding crowding) {
  Bench bench(std::move(accounting), crowding.cpus);
  Crowd crowd(bench.run, crowding.threads, [&](Context& ctx, std::uint32_t index) -> Co<void> {
    co_await compute(ctx, work);
    const std::uint64_t before = bench.attempts();
    bench.expect(bench.run.group().threads.size() == crowding.threads + 1,
                 "the thread that armed does not end");
    co_await compute(ctx, work * 4);
    if (index == 0) bench.expect(bench.attempts() > before + 3, "I7: arming ends with its thread");
  });
  crowd.before = [](Context& ctx) -> Co<void> {
    co_await create_thread(ctx, &arm_only, nullptr);
    co_await compute(ctx, work);
  };
  crowd.at_end = [&](Context& ctx) -> Co<void> { co_await bench.read_clocks(ctx); };
  crowd.run(seconds(20));
  return bench.verdict();
}

Broken one_shot(std::unique_ptr<CpuTime> accounting) {
  Bench bench(std::move(accounting), 1);
  Crowd crowd(bench.run, 0, {});
  crowd.before = [&](Context& ctx) -> Co<void> {
    co_await arm(ctx, interval_ticks, 0);
    co_await compute(ctx, tick * (static_cast<std::int64_t>(interval_ticks) - 2));
    bench.expect(bench.attempts() == 0, "I4: an expiry came early");
    co_await compute(ctx, work);
    bench.expect(bench.attempts() == 1, "I4: a one-shot timer did not post once");
    bench.expect(bench.run.group().prof_expires.peek() == 0, "I4: a one-shot timer stays armed");
  };
  crowd.at_end = [&](Context& ctx) -> Co<void> { co_await bench.read_clocks(ctx); };
  crowd.run(seconds(20));
  return bench.verdict();
}

Broken quiet_ticks(std::unique_ptr<CpuTime> accounting) {
  Bench bench(std::move(accounting), 1);
  Crowd crowd(bench.run, 4,
              [](Context& ctx, std::uint32_t) -> Co<void> { co_await compute(ctx, work); });
  crowd.before = [](Context& ctx) -> Co<void> {
    co_await arm(ctx, interval_ticks, interval_ticks);
  };
  crowd.at_end = [&](Context& ctx) -> Co<void> { co_await bench.read_clocks(ctx); };
  crowd.run(seconds(20));
  bench.expect(bench.watched.locked_for_nothing == 0, "a tick before the expiry took siglock");
  return bench.verdict();
}

}  // namespace tickstorm::contract
