// The O(1) scheduler: switching, waking, creation-time placement, slices.

#include "tickstorm/kernel/sched.h"

#include "tickstorm/kernel/costs.h"
#include "tickstorm/kernel/kernel.h"
#include "tickstorm/sim/check.h"

namespace tickstorm {
namespace {

RunQueue& own_queue(Context& ctx) {
  return ctx.kernel().per_cpu(ctx.cpu().id()).rq;
}

RunList& list_of(RunQueue& rq, const Task& task, bool expired) {
  return task.real_time ? rq.real_time : rq.arrays[expired ? 1 - rq.active : rq.active];
}

// Puts a task at the end of the active array. Needs the queue's lock.
Co<void> enqueue(Context& ctx, RunQueue& rq, Task& task) {
  ctx.cpu().spend(ctx.cycles(costs::enqueue));
  list_of(rq, task, false).push_back(task);
  const std::uint32_t running = co_await ctx.load(rq.nr_running);
  co_await ctx.store(rq.nr_running, running + 1);
}

Co<void> dequeue(Context& ctx, RunQueue& rq, Task& task) {
  task.run_hook.unlink();
  const std::uint32_t running = co_await ctx.load(rq.nr_running);
  co_await ctx.store(rq.nr_running, running - 1);
}

// Adds what the task ran since it was last looked at. Needs the queue's lock.
Co<void> update_run_time(Context& ctx, Task& task) {
  const SimDuration ran = ctx.now() - task.run_since;
  task.run_since = ctx.now();
  const auto ns = static_cast<std::uint64_t>(ran.ps / 1000);
  if (task.is_user()) co_await ctx.kernel().cpu_time().account_run(ctx, task, ns);
}

// Tells the running task of another or the own CPU to give way. Needs the queue's lock.
Co<void> resched(Context& ctx, RunQueue& rq, CpuId cpu) {
  const std::uint32_t before = co_await ctx.set_bits(rq.current->flags, tif_need_resched);
  if ((before & tif_need_resched) != 0 || cpu == ctx.cpu().id()) co_return;
  co_await ctx.in_order();
  ctx.cpu().send_interrupt(ctx.kernel().machine().cpu(cpu), reschedule_vector);
}

// The other CPU with the longest queue of at least two; the own CPU if there is none.
Co<CpuId> busiest_cpu(Context& ctx) {
  Kernel& kernel = ctx.kernel();
  CpuId best = ctx.cpu().id();
  std::uint32_t most = 1;
  for (CpuId cpu = 0; cpu < kernel.online_cpus(); ++cpu) {
    if (cpu == ctx.cpu().id()) continue;
    const std::uint32_t running = co_await ctx.load(kernel.per_cpu(cpu).rq.nr_running);
    if (running > most) {
      most = running;
      best = cpu;
    }
  }
  co_return best;
}

// A task of the queue that waits, those that wait longest for their turn last; null if only the
// current one is there.
Task* movable(RunQueue& rq) {
  for (const unsigned array : {1 - rq.active, rq.active}) {
    RunList& list = rq.arrays[array];
    for (auto at = list.rbegin(); at != list.rend(); ++at) {
      if (&*at != rq.current) return &*at;
    }
  }
  return nullptr;
}

// A CPU that runs dry takes one task from the longest queue. Holds its own lock before and after.
Co<void> pull_task(Context& ctx) {
  Kernel& kernel = ctx.kernel();
  RunQueue& mine = own_queue(ctx);
  const CpuId other = co_await busiest_cpu(ctx);
  if (other == ctx.cpu().id()) co_return;
  RunQueue& theirs = kernel.per_cpu(other).rq;
  if (other < ctx.cpu().id()) {  // Lock order: the lower CPU first.
    co_await mine.lock.unlock(ctx);
    co_await theirs.lock.lock(ctx);
    co_await mine.lock.lock(ctx);
  } else {
    co_await theirs.lock.lock(ctx);
  }
  Task* task = movable(theirs);
  if (task != nullptr) {
    co_await dequeue(ctx, theirs, *task);
    task->home_cpu = ctx.cpu().id();
    co_await enqueue(ctx, mine, *task);
  }
  co_await theirs.lock.unlock(ctx);
}

Task& pick_next(RunQueue& rq) {
  if (!rq.real_time.empty()) return rq.real_time.front();
  if (rq.arrays[rq.active].empty()) rq.active = 1 - rq.active;
  if (rq.arrays[rq.active].empty()) return *rq.idle;
  return rq.arrays[rq.active].front();
}

void count_switch(Task& prev, bool voluntary) {
  if (!prev.is_user()) return;
  ++(voluntary ? prev.group->voluntary_switches : prev.group->involuntary_switches);
}

// The second half of every switch, on the stack of the task that goes on.
Co<void> finish_switch(Context& ctx) {
  Kernel& kernel = ctx.kernel();
  const CpuId cpu = ctx.cpu().id();
  ctx.task().run_since = ctx.now();
  co_await own_queue(ctx).lock.unlock(ctx);
  kernel.reap_dead(cpu);
  co_await ctx.irq_enable();
}

// The first half of a switch: takes the running task off the queue if it sleeps, and picks the next
// one. The queue stays locked across the switch. Null, with everything released, if the task simply
// goes on. A coroutine of its own, so that a sleeping task does not keep its frame.
Co<Task*> choose_next(Context& ctx) {
  Task& prev = ctx.task();
  ctx.irq_disable();
  RunQueue& rq = own_queue(ctx);
  co_await rq.lock.lock(ctx);
  ctx.cpu().spend(ctx.cycles(costs::schedule));
  const std::uint32_t flags = co_await ctx.clear_bits(prev.flags, tif_need_resched);
  const TaskState state = co_await ctx.load(prev.state);
  const bool interrupted = state == TaskState::interruptible && (flags & tif_sigpending) != 0;
  const bool sleeps = state != TaskState::running && !interrupted;
  if (interrupted) co_await ctx.store(prev.state, TaskState::running);
  co_await update_run_time(ctx, prev);
  if (sleeps) co_await dequeue(ctx, rq, prev);
  const std::uint32_t running = co_await ctx.load(rq.nr_running);
  if (running == 0) co_await pull_task(ctx);
  Task& next = pick_next(rq);
  if (&next == &prev) {
    co_await rq.lock.unlock(ctx);
    co_await ctx.irq_enable();
    co_return nullptr;
  }
  if (state == TaskState::dead) {
    ctx.kernel().set_dead(ctx.cpu().id(), prev);  // Its process has its counts already.
  } else {
    count_switch(prev, sleeps);
  }
  co_await ctx.compute(ctx.kernel().machine().config().entry.context_switch);
  ctx.kernel().switch_mode(ctx, Mode::system);
  rq.current = &next;
  next.ctx.set_cpu(ctx.cpu());
  co_return &next;
}

}  // namespace

std::int32_t full_slice(const Kernel& kernel) {
  return static_cast<std::int32_t>(kernel.config().hz / 10);
}

Co<void> schedule(Context& ctx) {
  Task* next = co_await choose_next(ctx);
  if (next == nullptr) co_return;
  co_await SwitchTo{&ctx.cpu(), &next->strand};
  co_await finish_switch(ctx);
}

Co<void> schedule_tail(Context& ctx) {
  co_await finish_switch(ctx);
}

Co<void> wake_up(Context& ctx, Task& task) {
  const bool interrupts_were_on = ctx.cpu().interrupts_on();
  ctx.irq_disable();
  const CpuId cpu = task.home_cpu;
  RunQueue& rq = ctx.kernel().per_cpu(cpu).rq;
  co_await rq.lock.lock(ctx);
  const TaskState state = co_await ctx.load(task.state);
  if (state == TaskState::interruptible || state == TaskState::uninterruptible) {
    co_await ctx.store(task.state, TaskState::running);
    if (!task.run_hook.is_linked()) {
      co_await enqueue(ctx, rq, task);
      const bool first = rq.current == rq.idle || (task.real_time && !rq.current->real_time);
      if (first) co_await resched(ctx, rq, cpu);
    }
  }
  co_await rq.lock.unlock(ctx);
  if (interrupts_were_on) co_await ctx.irq_enable();
}

Co<void> wake_up_new_task(Context& ctx, Task& task) {
  Kernel& kernel = ctx.kernel();
  CpuId best = ctx.cpu().id();
  std::uint32_t least = co_await ctx.load(own_queue(ctx).nr_running);
  for (CpuId cpu = 0; cpu < kernel.online_cpus(); ++cpu) {
    const std::uint32_t running = co_await ctx.load(kernel.per_cpu(cpu).rq.nr_running);
    if (running < least) {
      least = running;
      best = cpu;
    }
  }
  ctx.irq_disable();
  RunQueue& rq = kernel.per_cpu(best).rq;
  co_await rq.lock.lock(ctx);
  task.home_cpu = best;
  co_await enqueue(ctx, rq, task);
  if (rq.current == rq.idle) co_await resched(ctx, rq, best);
  co_await rq.lock.unlock(ctx);
  co_await ctx.irq_enable();
}

Co<void> sched_fork(Context& ctx, Task& child) {
  Task& parent = ctx.task();
  ctx.irq_disable();
  const std::uint64_t ran = co_await ctx.load(parent.ran_ns);
  static_cast<void>(ran);
  child.slice = (parent.slice + 1) / 2;
  parent.slice /= 2;
  if (parent.slice == 0) {
    parent.slice = 1;
    co_await scheduler_tick(ctx, parent);
  }
  co_await ctx.irq_enable();
}

Co<void> scheduler_tick(Context& ctx, Task& task) {
  RunQueue& rq = own_queue(ctx);
  if (&task == rq.idle) co_return;
  co_await rq.lock.lock(ctx);
  co_await update_run_time(ctx, task);
  if (!task.real_time && --task.slice <= 0 && task.run_hook.is_linked()) {
    task.slice = full_slice(ctx.kernel());
    task.run_hook.unlink();
    list_of(rq, task, true).push_back(task);
    const std::uint32_t before = co_await ctx.set_bits(task.flags, tif_need_resched);
    static_cast<void>(before);
  }
  co_await rq.lock.unlock(ctx);
}

Co<void> idle_loop(Context& ctx) {
  for (;;) {
    ctx.irq_disable();
    const std::uint32_t running = co_await ctx.load(own_queue(ctx).nr_running);
    if (running > 0) {
      co_await schedule(ctx);
      continue;
    }
    ctx.kernel().switch_mode(ctx, Mode::idle);
    co_await Halt{&ctx.cpu()};
    ctx.kernel().switch_mode(ctx, Mode::system);
  }
}

}  // namespace tickstorm
