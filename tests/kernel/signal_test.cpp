// SIGPROF: coalescing, choice of the thread, delivery after rescheduling, restarted creations.

#include "tickstorm/kernel/signal.h"

#include <catch2/catch.hpp>

#include "support/kernel_run.h"
#include "support/watched_cpu_time.h"

using namespace tickstorm;
using support::Crowd;
using support::kernel_config;
using support::KernelRun;

namespace {

// Posts from a system call, as kill() would.
Co<void> post(Context& ctx, int times) {
  ThreadGroup& group = *ctx.task().group;
  co_await enter_syscall(ctx);
  ctx.irq_disable();
  co_await group.siglock.lock(ctx);
  for (int i = 0; i < times; ++i)
    co_await send_group_sigprof(ctx, group);
  co_await group.siglock.unlock(ctx);
  co_await ctx.irq_enable();
  co_await exit_syscall(ctx);
}

// Posts SIGPROF once, in the first tick that ends a slice of the process.
class PostAtSliceEnd final : public support::WatchedCpuTime {
 public:
  using WatchedCpuTime::WatchedCpuTime;
  Co<void> check_timers(Context& ctx, Task& task) override {
    const bool slice_ended = (task.flags.peek() & tif_need_resched) != 0;
    if (!slice_ended || task.group->signals_posted != 0) co_return;
    co_await task.group->siglock.lock(ctx);
    co_await send_group_sigprof(ctx, *task.group);
    co_await task.group->siglock.unlock(ctx);
    owner = &task;
  }
  Task* owner = nullptr;
};

}  // namespace

TEST_CASE("a second SIGPROF is dropped while one is pending", "[kernel]") {
  KernelRun run(1, kernel_config(100));
  Crowd crowd(run, 0, {});
  crowd.before = [&](Context& ctx) -> Co<void> { co_await post(ctx, 3); };
  crowd.run();
  CHECK(run.group().signals_posted == 1);
  CHECK(run.group().signals_dropped == 2);
  CHECK(run.group().signals_delivered == 1);
  CHECK(run.pending() == 0);
}

TEST_CASE("a signal that every thread blocks stays pending", "[kernel]") {
  KernelRun run(1, kernel_config(100));
  Crowd crowd(run, 0, {});
  crowd.before = [&](Context& ctx) -> Co<void> {
    ctx.task().sigprof_blocked = true;
    co_await post(ctx, 1);
  };
  crowd.run();
  CHECK(run.group().signals_posted == 1);
  CHECK(run.group().signals_delivered == 0);
  CHECK(run.pending() == 1);
}

// Two threads sleep. The main thread blocks SIGPROF and posts: the first of the ring that will have
// it is woken, runs the handler, and sleeps again.
TEST_CASE("a signal goes to the first willing thread of the ring and wakes it", "[kernel]") {
  KernelRun run(3, kernel_config(100));
  Futex gate(run.kernel, 0);
  std::vector<bool> told(2);
  std::uint64_t delivered = 0;
  Crowd crowd(run, 2, [&](Context& ctx, std::uint32_t) -> Co<void> { co_await gate.wait(ctx, 0); });
  crowd.after_creation = [&](Context& ctx) -> Co<void> {
    co_await ctx.compute(milliseconds(1));
    ctx.task().sigprof_blocked = true;
    ThreadGroup& group = run.group();
    co_await enter_syscall(ctx);
    ctx.irq_disable();
    co_await group.siglock.lock(ctx);
    co_await send_group_sigprof(ctx, group);
    auto thread = std::next(group.threads.begin());
    for (std::size_t i = 0; i < 2; ++i, ++thread)
      told[i] = (thread->flags.peek() & tif_sigpending) != 0;
    co_await group.siglock.unlock(ctx);
    co_await ctx.irq_enable();
    co_await exit_syscall(ctx);
    co_await ctx.compute(milliseconds(1));
    delivered = group.signals_delivered;
    co_await gate.set_and_wake(ctx, 1, 2);
  };
  crowd.run();
  CHECK(told == std::vector<bool>{true, false});
  CHECK(delivered == 1);
  CHECK(run.kernel.finished());
}

// Two busy threads on one CPU. The tick that ends the first slice posts a signal for its thread; the
// way back to user mode reschedules first, so the other thread runs its first slice meanwhile: 25
// ticks after two creations, hence four looks or more.
TEST_CASE("a signal posted by the tick that ends a slice waits until its thread runs again",
          "[kernel]") {
  auto scripted = std::make_unique<PostAtSliceEnd>(itimer::make_none());
  PostAtSliceEnd& accounting = *scripted;
  KernelRun run(1, kernel_config(1000), std::move(scripted));
  std::uint64_t seen_pending_by_others = 0;
  std::uint64_t seen_pending_by_owner = 0;
  Crowd crowd(run, 2, [&](Context& ctx, std::uint32_t) -> Co<void> {
    for (int i = 0; i < 50; ++i) {
      co_await run_user(ctx, milliseconds(5), microseconds(1));
      const bool owner = accounting.owner == &ctx.task();
      (owner ? seen_pending_by_owner : seen_pending_by_others) += run.pending();
    }
  });
  crowd.run();
  CHECK(run.group().signals_posted == 1);
  CHECK(run.group().signals_delivered == 1);
  CHECK(seen_pending_by_owner == 0);
  CHECK(seen_pending_by_others >= 4);
}

TEST_CASE("creating a thread begins anew when the creator has a signal to take", "[kernel]") {
  KernelRun run(2, kernel_config(100));
  Crowd crowd(run, 1, [](Context&, std::uint32_t) -> Co<void> { co_return; });
  crowd.before = [&](Context& ctx) -> Co<void> {
    ctx.task().sigprof_blocked = true;
    co_await post(ctx, 1);
    ctx.task().sigprof_blocked = false;  // Nobody looks at the pending set before clone() does.
  };
  crowd.run();
  CHECK(run.group().clone_restarts == 1);
  CHECK(run.group().threads_created == 1);
  CHECK(run.group().signals_delivered == 1);
  CHECK(run.kernel.finished());
}
