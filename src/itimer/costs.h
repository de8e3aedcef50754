// Straight-line work of the CPU-accounting algorithms, in cycles. docs/calibration.md repeats the
// table.

#pragma once

#include "tickstorm/sim/time.h"

namespace tickstorm::itimer::costs {

// fitted: to the CPU time of the old kernel with its timer on (Mayhar 2008, second run: 494.532 s
// user and system; 497 s here). One visit of one thread record in one pass, beside its accesses:
// about thirty instructions.
inline constexpr Cycles visit_record{35};
// assumed: the rest of a slow tick.
inline constexpr Cycles slow_tick{400};
// assumed: adding one slot of a per-CPU sum.
inline constexpr Cycles visit_slot{6};
// assumed: allocating the per-CPU slots of a process, per CPU.
inline constexpr Cycles allocate_slot{600};

}  // namespace tickstorm::itimer::costs
