// What all variants share: charging a thread, the step that finds the process's timer expired, and
// the check of a sum. The main thread of a process calls them as a tick would, under siglock with
// interrupts off; its accounting is "none", so that nobody else looks at the timer.

#include "itimer/expiry.h"

#include <catch2/catch.hpp>
#include <utility>
#include <vector>

#include "support/kernel_run.h"

using namespace tickstorm;
using support::Crowd;
using support::kernel_config;
using support::KernelRun;

namespace {

using Ticks = std::vector<std::uint64_t>;

struct Timer {
  std::uint64_t expires = 0;
  std::uint64_t interval = 0;
};

// Looks at the timer at one group time after the other.
class Looks final : public Crowd {
 public:
  Looks(KernelRun& bench, Timer timer, Ticks times)
      : Crowd(bench, 0), timer_(timer), times_(std::move(times)) {}

  Ticks returned;  // By each look.
  Ticks armed;     // After each look.
  Ticks posted;    // Signals posted and dropped up to each look.
  Ticks dropped;

 private:
  Co<void> before(Context& ctx) override {
    ThreadGroup& group = host.group();
    co_await enter_syscall(ctx);
    ctx.irq_disable();
    co_await group.siglock.lock(ctx);
    co_await ctx.store(group.prof_interval, timer_.interval);
    co_await ctx.store(group.prof_expires, timer_.expires);
    for (const std::uint64_t now : times_) {
      const std::uint64_t next = co_await itimer::expire_prof(ctx, group, now);
      returned.push_back(next);
      armed.push_back(group.prof_expires.peek());
      posted.push_back(group.signals_posted);
      dropped.push_back(group.signals_dropped);
    }
    co_await group.siglock.unlock(ctx);
    co_await ctx.irq_enable();
    co_await exit_syscall(ctx);
  }

  Timer timer_;
  Ticks times_;
};

// A process with one such main thread that has run.
struct Looked {
  Looked(Timer timer, Ticks times)
      : run(1, kernel_config(100), itimer::make_none()), looks(run, timer, std::move(times)) {
    looks.run();
  }
  KernelRun run;
  Looks looks;
};

// Charges a thread that does not run.
class Charges final : public Crowd {
 public:
  Charges(KernelRun& bench, Task& task) : Crowd(bench, 0), task_(task) {}

 private:
  Co<void> before(Context& ctx) override {
    co_await itimer::charge_own(ctx, task_, true);
    co_await itimer::charge_own(ctx, task_, false);
    co_await itimer::charge_own(ctx, task_, true);
    co_await itimer::charge_own(ctx, task_, true);
    co_await itimer::charge_own_run(ctx, task_, 700);
    co_await itimer::charge_own_run(ctx, task_, 11);
  }
  Task& task_;
};

// Checks a sum when `charged` was charged to the process.
class Checks final : public Crowd {
 public:
  Checks(KernelRun& bench, const CpuTimes& charged, const CpuTimes& sum)
      : Crowd(bench, 0), charged_(charged), sum_(sum) {}

 private:
  Co<void> before(Context& ctx) override {
    co_await ctx.in_order();
    host.group().charged = charged_;
    itimer::check_sum(ctx, host.group(), sum_);
  }
  CpuTimes charged_;
  CpuTimes sum_;
};

std::vector<Finding> findings_about(const CpuTimes& charged, const CpuTimes& sum) {
  KernelRun run(2, kernel_config(100), itimer::make_none());
  Checks crowd(run, charged, sum);
  crowd.run();
  return run.kernel.findings();
}

}  // namespace

TEST_CASE("a timer that is not armed does not expire", "[itimer]") {
  const Looked timer({.expires = 0, .interval = 5}, {0, 1, 1'000});
  CHECK(timer.looks.returned == Ticks{0, 0, 0});
  CHECK(timer.looks.armed == Ticks{0, 0, 0});
  CHECK(timer.looks.posted == Ticks{0, 0, 0});
  CHECK(timer.looks.dropped == Ticks{0, 0, 0});
}

TEST_CASE("a timer is left alone before its expiry", "[itimer]") {
  const Looked timer({.expires = 100, .interval = 30}, {0, 99});
  CHECK(timer.looks.returned == Ticks{100, 100});
  CHECK(timer.looks.armed == Ticks{100, 100});
  CHECK(timer.looks.posted == Ticks{0, 0});
  CHECK(timer.looks.dropped == Ticks{0, 0});
}

TEST_CASE("an expiry posts SIGPROF and is moved by the interval", "[itimer]") {
  Looked timer({.expires = 100, .interval = 30}, {99, 100, 129});
  CHECK(timer.looks.returned == Ticks{100, 130, 130});
  CHECK(timer.looks.armed == Ticks{100, 130, 130});
  CHECK(timer.looks.posted == Ticks{0, 1, 1});
  CHECK(timer.looks.dropped == Ticks{0, 0, 0});
  CHECK(timer.run.group().signals_delivered == 1);
  CHECK(timer.run.group().prof_interval.peek() == 30);
}

// Seen 4 and then 16 late: the third expiry is due 20 later than a timer of fixed periods would be.
TEST_CASE("the lateness of expiries adds up", "[itimer]") {
  const Looked timer({.expires = 100, .interval = 30}, {104, 133, 150, 179, 180});
  CHECK(timer.looks.returned == Ticks{134, 134, 180, 180, 210});
}

TEST_CASE("a look that is several intervals late notices one expiry", "[itimer]") {
  const Looked timer({.expires = 10, .interval = 10}, {55});
  CHECK(timer.looks.returned == Ticks{65});
  CHECK(timer.looks.posted == Ticks{1});
  CHECK(timer.looks.dropped == Ticks{0});
}

TEST_CASE("an expiry disarms a timer without an interval", "[itimer]") {
  Looked timer({.expires = 100, .interval = 0}, {103, 104, 1'000});
  CHECK(timer.looks.returned == Ticks{0, 0, 0});
  CHECK(timer.looks.armed == Ticks{0, 0, 0});
  CHECK(timer.looks.posted == Ticks{1, 1, 1});
  CHECK(timer.looks.dropped == Ticks{0, 0, 0});
  CHECK(timer.run.group().signals_delivered == 1);
}

TEST_CASE("an expiry while SIGPROF is pending is dropped but moves the timer", "[itimer]") {
  Looked timer({.expires = 10, .interval = 10}, {10, 20, 29, 30});
  CHECK(timer.looks.armed == Ticks{20, 30, 30, 40});
  CHECK(timer.looks.posted == Ticks{1, 1, 1, 1});
  CHECK(timer.looks.dropped == Ticks{0, 1, 1, 2});
  CHECK(timer.run.group().signals_delivered == 1);
  CHECK(timer.run.pending() == 0);
}

TEST_CASE("a charge goes to the user ticks, the system ticks or the run time of its thread",
          "[itimer]") {
  KernelRun run(1, kernel_config(100), itimer::make_none());
  Task& task = run.kernel.new_task(0);
  task.ran_ns.poke(5'000);
  Charges crowd(run, task);
  crowd.run();
  CHECK(task.user_ticks.peek() == 3);
  CHECK(task.system_ticks.peek() == 1);
  CHECK(task.ran_ns.peek() == 5'711);
}

TEST_CASE("a sum may lack one tick of each CPU, of whatever kind", "[itimer]") {
  const CpuTimes charged{40, 60, 0};
  CHECK(findings_about(charged, {40, 60, 0}).empty());
  CHECK(findings_about(charged, {38, 60, 0}).empty());
  CHECK(findings_about(charged, {39, 59, 0}).empty());
}

TEST_CASE("a sum that lacks more ticks than there are CPUs is a broken invariant", "[itimer]") {
  const std::vector<Finding> findings = findings_about({40, 60, 0}, {38, 59, 0});
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].kind == FindingKind::broken_invariant);
}

TEST_CASE("a sum ahead of the ticks charged is a broken invariant", "[itimer]") {
  const std::vector<Finding> findings = findings_about({40, 60, 0}, {40, 61, 0});
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].kind == FindingKind::broken_invariant);
}
