// What variants share: charging a tick to the thread itself, keeping the times of dead threads, and
// the step that finds the process's PROF timer expired.

#pragma once

#include "tickstorm/itimer/cpu_accounting.h"
#include "tickstorm/kernel/signal.h"

namespace tickstorm::itimer {

// Adds one tick to the thread's own user or system ticks.
Co<void> charge_own(Context& ctx, Task& task, bool user);
// Adds run time to the thread's own record.
Co<void> charge_own_run(Context& ctx, Task& task, std::uint64_t ns);
// Adds the times of a thread that leaves the ring to the totals of dead threads, sg.D. Needs
// siglock held, interrupts off.
Co<void> add_to_dead(Context& ctx, Task& task);

// If group time `now` has reached the armed expiry: moves it to now + interval (so lateness adds
// up), or disarms a one-shot timer, and posts SIGPROF. Returns the expiry that is armed afterwards,
// 0 for none. Needs siglock held, interrupts off.
Co<std::uint64_t> expire_prof(Context& ctx, ThreadGroup& group, std::uint64_t now);

// Notes a finding unless `sum` agrees with the ticks charged so far, within one tick in flight per
// CPU (I1).
void check_sum(Context& ctx, const ThreadGroup& group, const CpuTimes& sum);

}  // namespace tickstorm::itimer
