// CPU accounting, variant "sum_threads_unclamped": as sum_threads, but the share may be nothing.
//
// Kernel   2.6.12 to 2.6.18. Sources: docs/variants.md#itimer (A0; fixed by ac08c26492a).
// Promise  Broken: with fewer ticks left than threads the share is zero, so a fresh thread with no
//          time of its own ends with a cached expiry of 0, which means "unset": it never checks
//          again.
// Needs    As sum_threads.
// Cost     As sum_threads.

#include "itimer/sum_threads.h"

namespace tickstorm::itimer {

std::unique_ptr<CpuAccounting> make_sum_threads_unclamped() {
  return std::make_unique<SumThreads>(0);
}

}  // namespace tickstorm::itimer
