// System calls of the simulated programs: threads, futexes, interval timers; and user-mode
// computing.

#pragma once

#include <cstdint>
#include <functional>

#include "tickstorm/kernel/task.h"

namespace tickstorm {

// Runs user code for `d` of CPU time, made of instructions that take `grain` each and that no
// interrupt splits. User mode.
Compute run_user(Context& ctx, SimDuration d, SimDuration grain);

// Enters the kernel: entry cost, system mode. Leaves it: return_to_user(), exit cost, user mode.
Co<void> enter_syscall(Context& ctx);
Co<void> exit_syscall(Context& ctx);

// Creates a thread of the caller's process (pthread_create): clone under the task-list lock,
// restarted when the caller has a signal pending, then a place on the least loaded CPU. User mode.
Co<void> create_thread(Context& ctx, ThreadBody body, void* argument);

// setitimer(ITIMER_PROF) with a first expiry and an interval, rounded up to ticks as 2.6.18 does.
// User mode.
Co<void> set_itimer_prof(Context& ctx, SimDuration value, SimDuration interval);

// Ticks that an interval of `d` lasts: rounded up with the real length of a tick.
std::uint64_t to_ticks(SimDuration d, std::uint32_t hz);

// A futex word with its wait queue: threads sleep until the word changes.
class Futex {
 public:
  explicit Futex(Kernel& kernel, NodeId node);

  // Sleeps while the word is `expected`; a signal is delivered in between. User mode.
  Co<void> wait(Context& ctx, std::uint32_t expected);
  // Stores `value` and wakes up to `count` sleepers in the order of their coming. User mode.
  Co<void> set_and_wake(Context& ctx, std::uint32_t value, std::uint32_t count);

  Cell<std::uint32_t> word;

 private:
  using WaitList = TaskList<&Task::wait_hook>;
  Co<bool> queue_up(Context& ctx, std::uint32_t expected);
  Co<bool> leave(Context& ctx);

  Layout layout_;
  SpinLock bucket_;
  WaitList waiters_;
};

// pthread_barrier_wait(): the last of `count` threads to come wakes all others.
class Barrier {
 public:
  Barrier(Kernel& kernel, NodeId node, std::uint32_t count);
  Co<void> wait(Context& ctx);

 private:
  Layout layout_;
  std::uint32_t count_;
  Cell<std::uint32_t> arrived_;
  Futex event_;
};

}  // namespace tickstorm
