// A CPU accounting that watches another one at work and notes every broken promise it can see.

#pragma once

#include <memory>
#include <set>
#include <string>
#include <utility>

#include "tickstorm/kernel/cpu_time.h"
#include "tickstorm/kernel/kernel.h"

namespace tickstorm::support {

class WatchedCpuTime : public CpuTime {
 public:
  explicit WatchedCpuTime(std::unique_ptr<CpuTime> inner) : inner_(std::move(inner)) {}

  Co<void> account_tick(Context& ctx, Task& task, bool user) override {
    co_await inner_->account_tick(ctx, task, user);
  }
  Co<void> account_run(Context& ctx, Task& task, std::uint64_t ns) override {
    co_await inner_->account_run(ctx, task, ns);
  }
  Co<void> check_timers(Context& ctx, Task& task) override {
    const ThreadGroup& group = *task.group;
    const std::uint64_t attempts = attempts_of(group);
    const std::uint64_t locked = siglock(ctx).acquisitions;
    expect(!ctx.cpu().interrupts_on(), "I5: a check begins with interrupts on");
    co_await inner_->check_timers(ctx, task);
    expect(!ctx.cpu().interrupts_on(), "I5: a check ends with interrupts on");
    expect(group.signals_posted ==
               group.signals_delivered + (group.shared_pending.peek() != 0 ? 1U : 0U),
           "I2: signals posted are not signals delivered and pending");
    ++checks;
    // On one CPU nobody else takes the lock meanwhile.
    const bool took_lock = siglock(ctx).acquisitions != locked;
    if (took_lock && attempts_of(group) == attempts) ++locked_for_nothing;
  }
  Co<void> set_itimer_prof(Context& ctx, std::uint64_t value, std::uint64_t interval) override {
    co_await inner_->set_itimer_prof(ctx, value, interval);
    expect(ctx.cpu().interrupts_on(), "setting a timer returns with interrupts off");
  }
  Co<CpuTimes> sample_group(Context& ctx) override {
    const CpuTimes times = co_await inner_->sample_group(ctx);
    const std::uint64_t charged = ctx.task().group->charged.prof();
    expect(times.prof() >= sampled_.prof() && times.ran_ns >= sampled_.ran_ns,
           "I1: the group's time went back");
    expect(times.prof() <= charged, "I1: the group's time is ahead of the ticks charged");
    sampled_ = times;
    co_return times;
  }
  Co<void> thread_linked(Context& ctx, Task& child) override {
    co_await inner_->thread_linked(ctx, child);
  }
  Co<void> thread_unlinked(Context& ctx, Task& task) override {
    co_await inner_->thread_unlinked(ctx, task);
  }

  // Expiries that were noticed: each posts a signal or finds one pending.
  static std::uint64_t attempts_of(const ThreadGroup& group) {
    return group.signals_posted + group.signals_dropped;
  }

  std::set<std::string> broken;  // Each promise once.
  std::uint64_t checks = 0;
  std::uint64_t locked_for_nothing = 0;  // Checks that took siglock without an expiry.

 private:
  static const LockClass& siglock(Context& ctx) {
    for (const LockClass* lock : ctx.kernel().lock_classes()) {
      if (lock->name == "siglock") return *lock;
    }
    throw InternalError("there is no class of siglocks");
  }
  void expect(bool holds, const char* promise) {
    if (!holds) broken.insert(promise);
  }

  std::unique_ptr<CpuTime> inner_;
  CpuTimes sampled_;
};

}  // namespace tickstorm::support
