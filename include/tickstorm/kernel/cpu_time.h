// CpuTime: what the kernel asks of an algorithm that accounts CPU time to processes and watches
// their interval timers. itimer/cpu_accounting.h builds the table of variants on it.

#pragma once

#include <cstdint>

#include "tickstorm/kernel/task.h"

namespace tickstorm {

class CpuTime {
 public:
  virtual ~CpuTime() = default;

  // Charges one tick to the interrupted task. Hard interrupt, interrupts off.
  virtual Co<void> account_tick(Context& ctx, Task& task, bool user) = 0;
  // Adds `ns` of run time at a tick or switch. Interrupts off, own run-queue lock held.
  virtual Co<void> account_run(Context& ctx, Task& task, std::uint64_t ns) = 0;
  // Looks for expired timers of the interrupted task. Hard interrupt, interrupts off from start to
  // end (I5).
  virtual Co<void> check_timers(Context& ctx, Task& task) = 0;
  // Arms ITIMER_PROF: first expiry in `value` ticks of group time (0 disarms), then every
  // `interval` ticks. Process context, interrupts on.
  virtual Co<void> set_itimer_prof(Context& ctx, std::uint64_t value, std::uint64_t interval) = 0;
  // Times of the whole group, as getrusage() gives them. Process context, interrupts on.
  virtual Co<CpuTimes> sample_group(Context& ctx) = 0;
  // `child` joins the caller's group. Task-list write lock and siglock held, interrupts off.
  virtual Co<void> thread_linked(Context& ctx, Task& child) = 0;
  // `task` leaves its group for good. Task-list write lock and siglock held, interrupts off.
  virtual Co<void> thread_unlinked(Context& ctx, Task& task) = 0;
};

}  // namespace tickstorm
