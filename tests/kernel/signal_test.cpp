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

class PostThrice final : public Crowd {
 public:
  using Crowd::Crowd;

 private:
  Co<void> before(Context& ctx) override { co_await post(ctx, 3); }
};

class PostBlocked final : public Crowd {
 public:
  using Crowd::Crowd;

 private:
  Co<void> before(Context& ctx) override {
    ctx.task().sigprof_blocked = true;
    co_await post(ctx, 1);
  }
};

// Has a signal that it does not know of yet: nobody looks at the pending set before clone() does.
class CloneWithSignal final : public Crowd {
 public:
  using Crowd::Crowd;

 private:
  Co<void> before(Context& ctx) override {
    ctx.task().sigprof_blocked = true;
    co_await post(ctx, 1);
    ctx.task().sigprof_blocked = false;
  }
};

// Two threads sleep. The main thread blocks SIGPROF and posts.
class PostToSleepers final : public Crowd {
 public:
  explicit PostToSleepers(KernelRun& bench) : Crowd(bench, 2), gate_(bench.kernel, 0) {}
  std::vector<bool> told;       // By thread, right after the post.
  std::uint64_t delivered = 0;  // While both still wait for the gate.

 private:
  Co<void> thread(Context& ctx, std::uint32_t) override { co_await gate_.wait(ctx, 0); }
  Co<void> after_creation(Context& ctx) override {
    co_await ctx.compute(milliseconds(1));
    ctx.task().sigprof_blocked = true;
    ThreadGroup& group = host.group();
    co_await enter_syscall(ctx);
    ctx.irq_disable();
    co_await group.siglock.lock(ctx);
    co_await send_group_sigprof(ctx, group);
    for (const Task& task : group.threads) {
      if (&task != group.leader) told.push_back((task.flags.peek() & tif_sigpending) != 0);
    }
    co_await group.siglock.unlock(ctx);
    co_await ctx.irq_enable();
    co_await exit_syscall(ctx);
    co_await ctx.compute(milliseconds(1));
    delivered = group.signals_delivered;
    co_await gate_.set_and_wake(ctx, 1, 2);
  }
  Futex gate_;
};

// Two busy threads on one CPU, which look at the pending set every 5 ms.
class LookForSignal final : public Crowd {
 public:
  LookForSignal(KernelRun& bench, const PostAtSliceEnd& accounting)
      : Crowd(bench, 2), accounting_(accounting) {}
  std::uint64_t seen_pending_by_owner = 0;
  std::uint64_t seen_pending_by_other = 0;

 private:
  Co<void> thread(Context& ctx, std::uint32_t) override {
    for (int i = 0; i < 50; ++i) {
      co_await run_user(ctx, milliseconds(5), microseconds(1));
      const bool owner = accounting_.owner == &ctx.task();
      (owner ? seen_pending_by_owner : seen_pending_by_other) += host.pending();
    }
  }
  const PostAtSliceEnd& accounting_;
};

}  // namespace

TEST_CASE("a second SIGPROF is dropped while one is pending", "[kernel]") {
  KernelRun run(1, kernel_config(100));
  PostThrice crowd(run, 0);
  crowd.run();
  CHECK(run.group().signals_posted == 1);
  CHECK(run.group().signals_dropped == 2);
  CHECK(run.group().signals_delivered == 1);
  CHECK(run.pending() == 0);
}

TEST_CASE("a signal that every thread blocks stays pending", "[kernel]") {
  KernelRun run(1, kernel_config(100));
  PostBlocked crowd(run, 0);
  crowd.run();
  CHECK(run.group().signals_posted == 1);
  CHECK(run.group().signals_delivered == 0);
  CHECK(run.pending() == 1);
}

// The first of the ring that will have it is woken, runs the handler, and sleeps again.
TEST_CASE("a signal goes to the first willing thread of the ring and wakes it", "[kernel]") {
  KernelRun run(3, kernel_config(100));
  PostToSleepers crowd(run);
  crowd.run();
  CHECK(crowd.told == std::vector<bool>{true, false});
  CHECK(crowd.delivered == 1);
  CHECK(run.kernel.finished());
}

// The tick that ends the first slice posts a signal for its thread; the
// way back to user mode reschedules first, so the other thread runs its first slice meanwhile: 25
// ticks after two creations, hence four looks or more.
TEST_CASE("a signal posted by the tick that ends a slice waits until its thread runs again",
          "[kernel]") {
  auto scripted = std::make_unique<PostAtSliceEnd>(itimer::make_none());
  PostAtSliceEnd& accounting = *scripted;
  KernelRun run(1, kernel_config(1000), std::move(scripted));
  LookForSignal crowd(run, accounting);
  crowd.run();
  CHECK(run.group().signals_posted == 1);
  CHECK(run.group().signals_delivered == 1);
  CHECK(crowd.seen_pending_by_owner == 0);
  CHECK(crowd.seen_pending_by_other >= 4);
}

TEST_CASE("creating a thread begins anew when the creator has a signal to take", "[kernel]") {
  KernelRun run(2, kernel_config(100));
  CloneWithSignal crowd(run, 1);
  crowd.run();
  CHECK(run.group().clone_restarts == 1);
  CHECK(run.group().threads_created == 1);
  CHECK(run.group().signals_delivered == 1);
  CHECK(run.kernel.finished());
}
