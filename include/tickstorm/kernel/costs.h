// Straight-line work between accesses, in cycles, for everything the kernel substrate does. Each
// figure is an estimate of how much code there is; none has a published source. docs/calibration.md
// repeats the table.

#pragma once

#include "tickstorm/sim/time.h"

namespace tickstorm::costs {

// assumed: an uncontended lock's instructions beside the locked operation itself.
inline constexpr Cycles lock_path{8};
// assumed: a tick with nothing due takes about 2 us on a K8, of
// which the interrupt's entry and exit and the accesses are modelled apart.
inline constexpr Cycles tick_body{3600};
// assumed: the timer softirq with no timer due, out of the 2 us.
inline constexpr Cycles timer_softirq{400};
// assumed: picking a task from two bitmap-indexed arrays and keeping its statistics.
inline constexpr Cycles schedule{400};
// assumed: putting a task on a run queue.
inline constexpr Cycles enqueue{150};
// assumed: duplicating a task's records without the locked part.
inline constexpr Cycles copy_process{16'000};
// assumed: linking the new task into hashes and lists, task-list lock held.
inline constexpr Cycles link_task{600};
// assumed: taking a dead task's records apart, task-list lock held.
inline constexpr Cycles release_task{1'200};
// assumed: the rest of exiting: memory, files, accounting.
inline constexpr Cycles exit_work{12'000};
// assumed: queueing one signal, or taking one from the queue.
inline constexpr Cycles queue_signal{250};
// assumed: building the user-mode frame of a signal handler, and undoing it.
inline constexpr Cycles signal_frame{900};
// assumed: a handler that increments a counter.
inline constexpr Cycles signal_handler{60};
// assumed: futex key, hash and queueing.
inline constexpr Cycles futex_path{500};
// assumed: user-mode part of creating a thread: stack, descriptor, bookkeeping.
inline constexpr Cycles user_create_thread{4'000};

}  // namespace tickstorm::costs
