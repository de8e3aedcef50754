// Straight-line work of the CPU-accounting algorithms, in cycles. docs/calibration.md repeats the
// table.

#pragma once

#include "tickstorm/sim/time.h"

namespace tickstorm::itimer::costs {

// assumed: one visit of one thread record in one pass, beside its accesses: about twenty
// instructions.
inline constexpr Cycles visit_record{15};
// assumed: the rest of a slow tick.
inline constexpr Cycles slow_tick{400};
// assumed: adding one slot of a per-CPU sum.
inline constexpr Cycles visit_slot{6};
// assumed: allocating the per-CPU slots of a process, per CPU.
inline constexpr Cycles allocate_slot{600};

}  // namespace tickstorm::itimer::costs
