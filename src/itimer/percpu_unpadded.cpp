// CPU accounting, variant "percpu_unpadded": as percpu_totals, but the slots are small objects side
// by side.
//
// Kernel   2.6.18's per-CPU allocator under the 2.6.28 algorithm: 24 bytes in 32-byte objects of
//          the node.
//          Sources: docs/variants.md#itimer (B2, unpadded).
// Promise  As percpu_totals.
// Needs    As percpu_totals.
// Cost     As percpu_totals, and every tick's write takes the line from the neighbour that shares
//          it.

#include "itimer/percpu.h"

namespace tickstorm::itimer {

std::unique_ptr<CpuAccounting> make_percpu_unpadded() {
  return std::make_unique<PerCpuTotals>(PerCpuOptions{.padded = false});
}

}  // namespace tickstorm::itimer
