// Findings: one tiny program per kind that causes it, and one that causes none.

#include <catch2/catch.hpp>

#include "support/kernel_run.h"

using namespace tickstorm;
using Catch::Contains;
using support::Computing;
using support::Crowd;
using support::kernel_config;
using support::KernelRun;

namespace {

Finding only_finding(const KernelRun& run) {
  REQUIRE(run.kernel.findings().size() == 1);
  return run.kernel.findings().front();
}

// Does not return to user mode for `d`, interrupts on.
class StayInKernel final : public Crowd {
 public:
  StayInKernel(KernelRun& bench, SimDuration d) : Crowd(bench, 0), d_(d) {}

 private:
  Co<void> before(Context& ctx) override {
    co_await enter_syscall(ctx);
    co_await ctx.compute(d_);
    co_await exit_syscall(ctx);
  }
  SimDuration d_;
};

class StayWithInterruptsOff final : public Crowd {
 public:
  using Crowd::Crowd;

 private:
  Co<void> thread(Context& ctx, std::uint32_t) override {
    ctx.irq_disable();
    co_await ctx.compute(seconds(60));
    co_await ctx.irq_enable();
  }
};

class SleepForEver final : public Crowd {
 public:
  explicit SleepForEver(KernelRun& bench) : Crowd(bench, 0), never_(bench.kernel, 0) {}

 private:
  Co<void> before(Context& ctx) override { co_await never_.wait(ctx, 0); }
  Futex never_;
};

// Thread 0 holds a lock and takes its ticks; thread 1 waits for it with interrupts off.
class HoldForEver final : public Crowd {
 public:
  explicit HoldForEver(KernelRun& bench) : Crowd(bench, 2) { lock_.place(bench.fresh_line()); }

 private:
  Co<void> thread(Context& ctx, std::uint32_t index) override {
    if (index == 1) ctx.irq_disable();
    if (index == 1) co_await ctx.compute(microseconds(100));
    co_await lock_.lock(ctx);
    co_await ctx.compute(seconds(60));
    co_await lock_.unlock(ctx);
    co_await ctx.irq_enable();
  }
  LockClass class_{"test_lock"};
  SpinLock lock_{class_, SpinLockKind::byte};
};

class BreakPromises final : public Crowd {
 public:
  using Crowd::Crowd;

 private:
  Co<void> before(Context& ctx) override {
    host.kernel.expect(true, ctx, "kept");
    for (int i = 0; i < 15; ++i)
      host.kernel.expect(false, ctx, "broken");
    co_return;
  }
};

}  // namespace

TEST_CASE("a clean run has no findings", "[kernel]") {
  KernelRun run(2, kernel_config(100));
  Computing crowd(run, 3, seconds(15));
  crowd.run();
  CHECK(run.kernel.finished());
  CHECK_FALSE(run.kernel.hung());
  CHECK(run.kernel.findings().empty());
}

TEST_CASE("a CPU that keeps its interrupts off is a hard lockup", "[kernel]") {
  KernelRun run(2, kernel_config(100));
  StayWithInterruptsOff crowd(run, 1);
  crowd.run();
  const Finding finding = only_finding(run);
  CHECK(run.kernel.hung());
  CHECK(finding.kind == FindingKind::hard_lockup);
  CHECK(finding.cpu == 1);
  CHECK(finding.at >= SimTime{} + seconds(5));
  CHECK(finding.at <= SimTime{} + seconds(6));
  CHECK_THAT(finding.sentence, Contains("CPU 1 took no timer interrupt for"));
  CHECK_THAT(finding.splat, Contains("NMI Watchdog detected LOCKUP on CPU 1"));
}

TEST_CASE("a CPU that never schedules is a soft lockup, and the run goes on", "[kernel]") {
  KernelConfig config = kernel_config(100);
  config.livelock_after = seconds(60);
  KernelRun run(1, config);
  StayInKernel crowd(run, seconds(14));
  crowd.run();
  const Finding finding = only_finding(run);
  CHECK(run.kernel.finished());
  CHECK(finding.kind == FindingKind::soft_lockup);
  CHECK(finding.cpu == 0);
  CHECK(finding.sentence == "CPU 0 did not run its watchdog thread for 10 s");
  CHECK_THAT(finding.splat, Contains("BUG: soft lockup detected on CPU#0!"));
}

TEST_CASE("busy CPUs without a user instruction are a livelock", "[kernel]") {
  KernelConfig config = kernel_config(100);
  config.soft_lockup_after = seconds(60);
  config.livelock_after = seconds(3);
  KernelRun run(1, config);
  StayInKernel crowd(run, seconds(30));
  crowd.run();
  const Finding finding = only_finding(run);
  CHECK(run.kernel.hung());
  CHECK(finding.kind == FindingKind::livelock);
  CHECK(finding.cpu == -1);
  CHECK_THAT(finding.sentence, Contains("the CPUs are busy, but no user code ran for"));
}

TEST_CASE("sleep that nothing will end is a deadlock", "[kernel]") {
  KernelRun run(2, kernel_config(100));
  SleepForEver crowd(run);
  crowd.run();
  const Finding finding = only_finding(run);
  CHECK(run.kernel.hung());
  CHECK(finding.kind == FindingKind::deadlock);
  CHECK(finding.sentence == "all CPUs sleep and nothing will wake them");
}

TEST_CASE("a lock that a CPU waits for too long is named", "[kernel]") {
  KernelRun run(3, kernel_config(100));
  HoldForEver crowd(run);
  crowd.run();
  const Finding finding = only_finding(run);
  CHECK(run.kernel.hung());
  CHECK(finding.kind == FindingKind::lock_starvation);
  CHECK(finding.cpu == 2);
  CHECK_THAT(finding.sentence, Contains("CPU 2 has waited"));
  CHECK_THAT(finding.sentence, Contains("with interrupts off for test_lock (lock)"));
  CHECK_THAT(finding.splat, Contains("RIP: _spin_lock"));
}

TEST_CASE("a broken promise is noted, ten times at most", "[kernel]") {
  KernelRun run(1, kernel_config(100));
  BreakPromises crowd(run, 0);
  crowd.run();
  REQUIRE(run.kernel.findings().size() == 10);
  CHECK(run.kernel.findings().front().kind == FindingKind::broken_invariant);
  CHECK(run.kernel.findings().front().sentence == "broken");
}

TEST_CASE("every kind of finding has a name", "[kernel]") {
  CHECK(std::string(to_string(FindingKind::soft_lockup)) == "soft_lockup");
  CHECK(std::string(to_string(FindingKind::hard_lockup)) == "hard_lockup");
  CHECK(std::string(to_string(FindingKind::lock_starvation)) == "lock_starvation");
  CHECK(std::string(to_string(FindingKind::livelock)) == "livelock");
  CHECK(std::string(to_string(FindingKind::deadlock)) == "deadlock");
  CHECK(std::string(to_string(FindingKind::broken_invariant)) == "broken_invariant");
}
