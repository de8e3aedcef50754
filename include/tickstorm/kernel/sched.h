// The O(1) scheduler of 2.6.18: per-CPU run queues with an active and an expired array.
//
// A task runs until its slice (100 ms at nice 0) is used up, then goes to the end of the expired
// array; the arrays are swapped when the active one is empty. A new thread takes half of its
// creator's slice and starts on the least loaded CPU, at the end of the queue. A CPU that runs dry
// pulls one task from the longest queue. Kernel threads (the watchdogs) come first.
//
// Deviations: no interactivity bonus, so all user tasks have one priority; no periodic balancing
// between busy CPUs (creation keeps the queues even); the queues themselves are touched as one line
// per CPU.

#pragma once

#include <cstdint>

#include "tickstorm/kernel/lock.h"
#include "tickstorm/kernel/task.h"

namespace tickstorm {

using RunList = TaskList<&Task::run_hook>;

// One CPU's run queue. All but `nr_running` only under `lock`.
struct RunQueue {
  RunQueue(LockClass& lock_class, SpinLockKind kind) : lock(lock_class, kind) {}

  SpinLock lock;
  Cell<std::uint32_t> nr_running;  // With the running one; read by other CPUs without the lock.
  RunList real_time;
  RunList arrays[2];
  unsigned active = 0;
  Task* current = nullptr;
  Task* idle = nullptr;
};

// Gives the CPU to whoever is next. Returns when the task runs again, maybe on another CPU, with
// interrupts on. Needs task.state to say why: running (preempted), interruptible, dead. Process
// context or the end of an interrupt that came from user mode.
Co<void> schedule(Context& ctx);
// What a new task does first: finishes the switch that brought it here.
Co<void> schedule_tail(Context& ctx);
// Makes a sleeping task runnable on its last CPU and has it run if that CPU is idle. Any context;
// switches interrupts off meanwhile. No effect on a running task.
Co<void> wake_up(Context& ctx, Task& task);
// Places a new task on the least loaded CPU. Process context, interrupts on.
Co<void> wake_up_new_task(Context& ctx, Task& task);
// Halves the creator's slice for its child; a creator left without a slice is charged a tick at
// once. Process context, interrupts on.
Co<void> sched_fork(Context& ctx, Task& child);
// One tick of the running task: run time, slice. Hard interrupt, interrupts off.
Co<void> scheduler_tick(Context& ctx, Task& task);
// The body of the idle task of a CPU.
Co<void> idle_loop(Context& ctx);

// Slice of a nice-0 task in ticks: 100 ms.
std::int32_t full_slice(const Kernel& kernel);

}  // namespace tickstorm
