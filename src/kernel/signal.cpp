// SIGPROF from the posting tick to the handler.

#include "tickstorm/kernel/signal.h"

#include "tickstorm/kernel/costs.h"
#include "tickstorm/kernel/kernel.h"
#include "tickstorm/kernel/process.h"
#include "tickstorm/kernel/sched.h"

namespace tickstorm {
namespace {

// Whether the task may be told of a signal: it does not block it, does not exit, and either runs
// here and now or has no signal to take already.
Co<bool> wants_signal(Context& ctx, Task& task) {
  if (task.sigprof_blocked) co_return false;
  const bool exiting = co_await ctx.load(task.exiting);
  if (exiting) co_return false;
  if (&task == &ctx.task()) co_return true;
  const std::uint32_t flags = co_await ctx.load(task.flags);
  co_return (flags & tif_sigpending) == 0;
}

// The interrupted thread if it will, else the first of the ring that will; null if none.
Co<Task*> choose_thread(Context& ctx, ThreadGroup& group) {
  const bool own = co_await wants_signal(ctx, ctx.task());
  if (own) co_return &ctx.task();
  for (Task& task : group.threads) {
    Task* next = co_await ctx.load(task.next_thread);
    static_cast<void>(next);
    const bool wants = co_await wants_signal(ctx, task);
    if (wants) co_return &task;
  }
  co_return nullptr;
}

// Takes SIGPROF out of the shared set if it is there and not blocked.
Co<bool> dequeue_signal(Context& ctx, Task& task) {
  ThreadGroup& group = *task.group;
  co_await group.siglock.lock(ctx);
  const std::uint64_t pending = co_await ctx.load(group.shared_pending);
  const bool taken = (pending & sigprof_bit) != 0 && !task.sigprof_blocked;
  if (taken) {
    ctx.cpu().spend(ctx.cycles(costs::queue_signal));
    co_await ctx.store(group.shared_pending, pending & ~sigprof_bit);
    ++group.signals_delivered;
  }
  co_await recalc_sigpending(ctx, task);
  co_await group.siglock.unlock(ctx);
  co_return taken;
}

Co<void> set_blocked(Context& ctx, Task& task, bool blocked) {
  co_await task.group->siglock.lock(ctx);
  task.sigprof_blocked = blocked;
  co_await recalc_sigpending(ctx, task);
  co_await task.group->siglock.unlock(ctx);
}

// Takes one signal and runs its handler in user mode. Interrupts off before and after.
Co<void> deliver_signal(Context& ctx) {
  Task& task = ctx.task();
  const bool taken = co_await dequeue_signal(ctx, task);
  if (!taken) co_return;
  ctx.cpu().spend(ctx.cycles(costs::signal_frame));
  co_await set_blocked(ctx, task, true);
  co_await ctx.irq_enable();
  ctx.kernel().switch_mode(ctx, Mode::user);
  co_await ctx.compute(costs::signal_handler);
  ctx.kernel().switch_mode(ctx, Mode::system);
  co_await ctx.compute(ctx.kernel().machine().config().entry.syscall);
  ctx.irq_disable();
  ctx.cpu().spend(ctx.cycles(costs::signal_frame));
  co_await set_blocked(ctx, task, false);
}

}  // namespace

Co<void> recalc_sigpending(Context& ctx, Task& task) {
  const std::uint64_t pending = co_await ctx.load(task.group->shared_pending);
  const bool wanted = pending != 0 && !task.sigprof_blocked;
  const std::uint32_t flags = co_await ctx.load(task.flags);
  if (wanted == ((flags & tif_sigpending) != 0)) co_return;
  if (wanted) {
    const std::uint32_t before = co_await ctx.set_bits(task.flags, tif_sigpending);
    static_cast<void>(before);
  } else {
    const std::uint32_t before = co_await ctx.clear_bits(task.flags, tif_sigpending);
    static_cast<void>(before);
  }
}

Co<void> send_group_sigprof(Context& ctx, ThreadGroup& group) {
  const std::uint64_t pending = co_await ctx.load(group.shared_pending);
  if ((pending & sigprof_bit) != 0) {
    ++group.signals_dropped;
    co_return;
  }
  ctx.cpu().spend(ctx.cycles(costs::queue_signal));
  co_await ctx.store(group.shared_pending, pending | sigprof_bit);
  ++group.signals_posted;
  Task* target = co_await choose_thread(ctx, group);
  if (target == nullptr) co_return;
  const std::uint32_t before = co_await ctx.set_bits(target->flags, tif_sigpending);
  static_cast<void>(before);
  if (target == &ctx.task()) co_return;
  co_await wake_up(ctx, *target);
}

Co<void> return_to_user(Context& ctx) {
  for (;;) {
    const std::uint32_t flags = co_await ctx.load(ctx.task().flags);
    if ((flags & tif_need_resched) != 0) {
      co_await schedule(ctx);
      ctx.irq_disable();
    } else if ((flags & tif_sigpending) != 0) {
      co_await deliver_signal(ctx);
      ctx.irq_disable();
    } else {
      co_return;
    }
  }
}

}  // namespace tickstorm
