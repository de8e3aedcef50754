// Programs that put a CPU accounting to the test, and what they saw. The contract test applies the
// checks to every variant of the table, the planted test to variants that must fail them.

#pragma once

#include <memory>
#include <set>
#include <string>

#include "tickstorm/kernel/cpu_time.h"

namespace tickstorm::contract {

// Interval of all programs here, in ticks.
inline constexpr std::uint64_t interval_ticks = 5;

struct Crowding {
  std::uint32_t cpus = 1;
  std::uint32_t threads = 1;
};

// What an accounting broke, each promise once, as sentences that begin with the promise's name. All
// programs run at HZ 1000.
using Broken = std::set<std::string>;

// Arms the timer, then threads that were there before it, all of them without any time of their
// own, compute 30 ms each. Watched: every promise of kernel/cpu_time.h, the expiries noticed (I3),
// the sums at the end (I1, I6).
Broken compute_armed(std::unique_ptr<CpuTime> accounting, Crowding crowding);
// The same without a timer: nothing may be posted.
Broken compute_unarmed(std::unique_ptr<CpuTime> accounting, Crowding crowding);
// Arms, computes, disarms, and computes on (I7).
Broken disarm(std::unique_ptr<CpuTime> accounting, Crowding crowding);
// A thread arms the timer and ends; others compute on (I7).
Broken arm_and_exit(std::unique_ptr<CpuTime> accounting, Crowding crowding);
// A timer without an interval, on one thread (I4).
Broken one_shot(std::unique_ptr<CpuTime> accounting);
// As compute_armed, on one CPU: a tick before the expiry must not take siglock. Not promised by
// accountings that hand out shares of the time left.
Broken quiet_ticks(std::unique_ptr<CpuTime> accounting);

}  // namespace tickstorm::contract
