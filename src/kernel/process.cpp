// Creating and ending threads, futexes, the barrier.

#include "tickstorm/kernel/process.h"

#include "tickstorm/kernel/costs.h"
#include "tickstorm/kernel/kernel.h"
#include "tickstorm/kernel/sched.h"
#include "tickstorm/kernel/signal.h"

namespace tickstorm {
namespace {

Co<void> exit_thread(Context& ctx) {
  Task& task = ctx.task();
  ThreadGroup& group = *task.group;
  RwLock& tasklist = ctx.kernel().tasklist_lock();
  co_await enter_syscall(ctx);
  co_await ctx.compute(costs::exit_work);
  co_await ctx.store(task.exiting, true);
  const std::uint64_t live = co_await ctx.fetch_add(group.live, std::uint64_t(-1));
  static_cast<void>(live);
  ctx.irq_disable();  // Telling the relatives takes the lock a first time.
  co_await tasklist.write_lock(ctx);
  ctx.cpu().spend(ctx.cycles(costs::link_task));
  co_await tasklist.write_unlock(ctx);
  co_await ctx.irq_enable();
  ctx.irq_disable();  // Being released takes it again.
  co_await tasklist.write_lock(ctx);
  co_await group.siglock.lock(ctx);
  co_await ctx.kernel().cpu_time().thread_unlinked(ctx, task);
  group.threads.erase(group.threads.iterator_to(task));
  ctx.cpu().spend(ctx.cycles(costs::release_task));
  co_await group.siglock.unlock(ctx);
  co_await tasklist.write_unlock(ctx);
  co_await ctx.store(task.state, TaskState::dead);
  co_await schedule(ctx);
}

Co<void> thread_main(Context& ctx, ThreadBody body, void* argument) {
  co_await schedule_tail(ctx);
  co_await exit_syscall(ctx);
  co_await body(ctx, argument);
  co_await exit_thread(ctx);
}

// The part of clone() under the locks. False if the caller has a signal to take first.
Co<bool> link_thread(Context& ctx, Task& child) {
  ThreadGroup& group = *ctx.task().group;
  RwLock& tasklist = ctx.kernel().tasklist_lock();
  ctx.irq_disable();
  co_await tasklist.write_lock(ctx);
  co_await group.siglock.lock(ctx);
  co_await recalc_sigpending(ctx, ctx.task());
  const std::uint32_t flags = co_await ctx.load(ctx.task().flags);
  const bool pending = (flags & tif_sigpending) != 0;
  if (!pending) {
    ctx.cpu().spend(ctx.cycles(costs::link_task));
    child.group = &group;
    group.threads.push_back(child);
    const std::uint64_t live = co_await ctx.fetch_add(group.live, 1);
    static_cast<void>(live);
    ++group.threads_created;
    co_await ctx.kernel().cpu_time().thread_linked(ctx, child);
  }
  co_await group.siglock.unlock(ctx);
  co_await tasklist.write_unlock(ctx);
  co_await ctx.irq_enable();
  co_return !pending;
}

}  // namespace

Compute run_user(Context& ctx, SimDuration d, SimDuration grain) {
  return {&ctx.cpu(), d, grain};
}

Co<void> enter_syscall(Context& ctx) {
  co_await ctx.compute(ctx.kernel().machine().config().entry.syscall / 2);
  ctx.kernel().switch_mode(ctx, Mode::system);
  ctx.cpu().cache().begin_window();
}

Co<void> exit_syscall(Context& ctx) {
  ctx.irq_disable();
  co_await return_to_user(ctx);
  ctx.kernel().switch_mode(ctx, Mode::user);
  co_await ctx.irq_enable();
  co_await ctx.compute(ctx.kernel().machine().config().entry.syscall / 2);
}

Co<void> create_thread(Context& ctx, ThreadBody body, void* argument) {
  Kernel& kernel = ctx.kernel();
  const SimDuration fault = kernel.machine().config().entry.page_fault;
  co_await ctx.compute(costs::user_create_thread);
  for (;;) {
    co_await enter_syscall(ctx);
    co_await ctx.compute(costs::copy_process);
    co_await ctx.compute(fault * 2);
    Task& child = kernel.new_task(kernel.machine().node_of(ctx.cpu().id()));
    child.start(thread_main(child.ctx, body, argument));
    co_await sched_fork(ctx, child);
    const bool linked = co_await link_thread(ctx, child);
    if (linked) {
      co_await wake_up_new_task(ctx, child);
      co_await exit_syscall(ctx);
      co_return;
    }
    kernel.free_task(child);
    ++ctx.task().group->clone_restarts;
    co_await exit_syscall(ctx);  // Takes the signal; then the call begins anew.
  }
}

std::uint64_t to_ticks(SimDuration d, std::uint32_t hz) {
  // The interval timer chip divides 1,193,182 Hz by a whole number, so a tick is not exactly 1/HZ.
  constexpr std::int64_t chip_hz = 1'193'182;
  const std::int64_t latch = (chip_hz + hz / 2) / hz;
  const std::int64_t tick_ns = latch * 1'000'000'000 / chip_hz;
  return static_cast<std::uint64_t>((d.ps / 1000 + tick_ns - 1) / tick_ns);
}

Co<void> set_itimer_prof(Context& ctx, SimDuration value, SimDuration interval) {
  const std::uint32_t hz = ctx.kernel().config().hz;
  co_await enter_syscall(ctx);
  co_await ctx.kernel().cpu_time().set_itimer_prof(ctx, to_ticks(value, hz),
                                                   to_ticks(interval, hz));
  co_await exit_syscall(ctx);
}

Futex::Futex(Kernel& kernel, NodeId node)
    : layout_(kernel.machine().config().line_bytes, {0, 512}),
      bucket_(kernel.futex_class(), kernel.config().spinlock) {
  const Block block = kernel.machine().allocate(layout_, node);
  word.place(block.line_of(0));
  bucket_.place(block.line_of(1));
}

Co<void> Futex::wait(Context& ctx, std::uint32_t expected) {
  for (;;) {
    const bool queued = co_await queue_up(ctx, expected);
    if (queued) co_await schedule(ctx);
    const bool by_signal = co_await leave(ctx);
    if (!by_signal) co_return;
  }
}

// Enters the kernel and queues up if the word still is `expected`.
Co<bool> Futex::queue_up(Context& ctx, std::uint32_t expected) {
  co_await enter_syscall(ctx);
  co_await ctx.compute(costs::futex_path);
  ctx.irq_disable();
  co_await bucket_.lock(ctx);
  const std::uint32_t seen = co_await ctx.load(word);
  if (seen == expected) {
    waiters_.push_back(ctx.task());
    co_await ctx.store(ctx.task().state, TaskState::interruptible);
  }
  co_await bucket_.unlock(ctx);
  co_return seen == expected;
}

// Leaves the queue and the kernel. True if a signal, not a waker, ended the sleep.
Co<bool> Futex::leave(Context& ctx) {
  ctx.irq_disable();
  co_await bucket_.lock(ctx);
  const bool by_signal = ctx.task().wait_hook.is_linked();
  if (by_signal) waiters_.erase(waiters_.iterator_to(ctx.task()));
  co_await bucket_.unlock(ctx);
  co_await exit_syscall(ctx);
  co_return by_signal;
}

Co<void> Futex::set_and_wake(Context& ctx, std::uint32_t value, std::uint32_t count) {
  co_await ctx.store(word, value);
  co_await enter_syscall(ctx);
  co_await ctx.compute(costs::futex_path);
  ctx.irq_disable();
  co_await bucket_.lock(ctx);
  for (std::uint32_t i = 0; i < count && !waiters_.empty(); ++i) {
    Task& task = waiters_.front();
    waiters_.pop_front();
    co_await wake_up(ctx, task);
  }
  co_await bucket_.unlock(ctx);
  co_await exit_syscall(ctx);
}

Barrier::Barrier(Kernel& kernel, NodeId node, std::uint32_t count)
    : layout_(kernel.machine().config().line_bytes, {0}), count_(count), event_(kernel, node) {
  arrived_.place(kernel.machine().allocate(layout_, node).first);
}

Co<void> Barrier::wait(Context& ctx) {
  const std::uint32_t before = co_await ctx.fetch_add(arrived_, 1);
  if (before + 1 == count_) {
    co_await event_.set_and_wake(ctx, 1, count_);
  } else {
    co_await event_.wait(ctx, 0);
  }
}

}  // namespace tickstorm
