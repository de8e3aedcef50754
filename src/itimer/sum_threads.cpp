// CPU accounting, variant "sum_threads": split the time that is left evenly over all threads, so
// that one of them must notice in time; whoever notices adds up all threads and splits anew.
//
// Kernel   2.6.19 to 2.6.27, kernel/posix-cpu-timers.c. Sources: docs/variants.md#itimer (A1).
// Promise  I1 to I7; after the second pass every live thread has a cached expiry of own time +
//          share at most.
// Needs    Hard interrupt for the tick; nothing else of the caller.
// Cost     Slow tick: two passes over all N threads, blocked ones included, under the task-list
//          read lock and siglock with interrupts off. With an interval shorter than N ticks the
//          share is one tick, so every tick on every CPU is slow, and C CPUs queue for C times
//          that.
// Deviates Only the PROF clock; thread timers and process timer lists are empty, their lines are
//          read.

#include "itimer/sum_threads.h"

#include <algorithm>

#include "itimer/costs.h"
#include "itimer/ring.h"
#include "tickstorm/kernel/kernel.h"

namespace tickstorm::itimer {

Co<void> SumThreads::account_tick(Context& ctx, Task& task, bool user) {
  co_await charge_own(ctx, task, user);
}

Co<void> SumThreads::account_run(Context& ctx, Task& task, std::uint64_t ns) {
  co_await charge_own_run(ctx, task, ns);
}

Co<void> SumThreads::check_timers(Context& ctx, Task& task) {
  const std::uint64_t expires = co_await ctx.load(task.prof_expires);
  const std::uint64_t user = co_await ctx.load(task.user_ticks);
  const std::uint64_t system = co_await ctx.load(task.system_ticks);
  if (expires == 0 || user + system < expires) co_return;

  ThreadGroup& group = *task.group;
  RwLock& tasklist = ctx.kernel().tasklist_lock();
  co_await tasklist.read_lock(ctx);  // Held through the wait for siglock.
  co_await group.siglock.lock(ctx);
  ctx.cpu().spend(ctx.cycles(costs::slow_tick));
  co_await ctx.store(task.prof_expires, 0);
  co_await check_process(ctx, group);
  co_await group.siglock.unlock(ctx);
  co_await tasklist.read_unlock(ctx);
}

Co<void> SumThreads::check_process(Context& ctx, ThreadGroup& group) {
  const std::uint64_t lists = co_await ctx.load(group.timer_lists);
  static_cast<void>(lists);
  const std::uint64_t limit = co_await ctx.load(group.cpu_limit);
  static_cast<void>(limit);
  const std::uint64_t armed = co_await ctx.load(group.prof_expires);
  if (armed == 0) co_return;
  const CpuTimes sum = co_await sum_ring(ctx, group);
  check_sum(ctx, group, sum);
  const std::uint64_t next = co_await expire_prof(ctx, group, sum.prof());
  if (next != 0) co_await rebalance(ctx, group, next - sum.prof());
}

// The first pass, from the totals of dead threads on. Needs siglock held, interrupts off.
Co<CpuTimes> SumThreads::sum_ring(Context& ctx, ThreadGroup& group) {
  const std::uint64_t dead = co_await ctx.load(group.dead_times);
  static_cast<void>(dead);
  RingSum walk(group, group.dead, ctx.cycles(costs::visit_record));
  while (!walk.done())
    co_await ctx.burst(walk);
  co_return walk.sum();
}

// The second pass: `left` ticks to the expiry are split over the live threads.
Co<void> SumThreads::rebalance(Context& ctx, ThreadGroup& group, std::uint64_t left) {
  const std::uint64_t live = co_await ctx.load(group.live);
  const std::uint64_t share = std::max(least_share_, left / std::max<std::uint64_t>(1, live));
  RingBalance walk(group, share, ctx.cycles(costs::visit_record));
  for (;;) {
    while (!walk.done())
      co_await ctx.burst(walk);
    if (walk.found() == nullptr) co_return;
    co_await ctx.store(walk.found()->prof_expires, walk.expires());
    walk.proceed();
  }
}

Co<void> SumThreads::set_itimer_prof(Context& ctx, std::uint64_t value, std::uint64_t interval) {
  ThreadGroup& group = *ctx.task().group;
  RwLock& tasklist = ctx.kernel().tasklist_lock();
  ctx.irq_disable();
  co_await tasklist.read_lock(ctx);
  co_await group.siglock.lock(ctx);
  const CpuTimes sum = co_await sum_ring(ctx, group);
  co_await ctx.store(group.prof_interval, interval);
  co_await ctx.store(group.prof_expires, value == 0 ? 0 : sum.prof() + value + 1);
  if (value != 0) co_await rebalance(ctx, group, value + 1);
  co_await group.siglock.unlock(ctx);
  co_await tasklist.read_unlock(ctx);
  co_await ctx.irq_enable();
}

Co<CpuTimes> SumThreads::sample_group(Context& ctx) {
  ThreadGroup& group = *ctx.task().group;
  ctx.irq_disable();
  co_await group.siglock.lock(ctx);
  const CpuTimes sum = co_await sum_ring(ctx, group);
  co_await group.siglock.unlock(ctx);
  co_await ctx.irq_enable();
  co_return sum;
}

Co<void> SumThreads::thread_linked(Context& ctx, Task& child) {
  const std::uint64_t armed = co_await ctx.load(child.group->prof_expires);
  if (armed != 0) co_await ctx.store(child.prof_expires, 1);  // It checks at its first tick.
}

Co<void> SumThreads::thread_unlinked(Context& ctx, Task& task) {
  co_await add_to_dead(ctx, task);
}

std::unique_ptr<CpuAccounting> make_sum_threads() {
  return std::make_unique<SumThreads>(1);
}

}  // namespace tickstorm::itimer
