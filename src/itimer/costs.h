// Straight-line work of the CPU-accounting algorithms, in cycles. docs/calibration.md repeats the
// table.

#pragma once

#include "tickstorm/sim/time.h"

namespace tickstorm::itimer::costs {

// fitted: to the elapsed time of the old kernel with its timer on (seed 000, second run). One visit
// of one thread record in one pass, beside its accesses; it stands for what the model has no
// mechanism for: address translation, victim traffic of the exclusive second-level cache,
// mispredicted branches.
inline constexpr Cycles visit_record{15};
// assumed: the rest of a slow tick.
inline constexpr Cycles slow_tick{400};
// assumed: adding one slot of a per-CPU sum.
inline constexpr Cycles visit_slot{6};
// assumed: allocating the per-CPU slots of a process, per CPU.
inline constexpr Cycles allocate_slot{600};

}  // namespace tickstorm::itimer::costs
