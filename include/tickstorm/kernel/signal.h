// SIGPROF: posting to a process, coalescing, choice of the thread, delivery on return to user mode.

#pragma once

#include "tickstorm/kernel/task.h"

namespace tickstorm {

inline constexpr std::uint64_t sigprof_bit = 1ULL << 26;  // Signal 27.

// Posts SIGPROF to the group of the interrupted task: dropped if one is pending, else queued, and a
// thread is chosen and told. Needs siglock held, interrupts off.
Co<void> send_group_sigprof(Context& ctx, ThreadGroup& group);

// Sets the signal-pending bit of the task again if a shared signal waits that it does not block.
// Needs siglock held.
Co<void> recalc_sigpending(Context& ctx, Task& task);

// The loop on the way back to user mode: first reschedule, only then signals. Called with
// interrupts off, returns with interrupts off.
Co<void> return_to_user(Context& ctx);

}  // namespace tickstorm
