// The two passes over the ring.

#include "itimer/ring.h"

namespace tickstorm::itimer {

RingWalk::RingWalk(ThreadGroup& group, SimDuration per_record)
    : at_(group.threads.begin()), end_(group.threads.end()), ahead_(at_), per_record_(per_record) {
  constexpr int records_ahead = 3;
  for (int i = 0; i < records_ahead && ahead_ != end_; ++i)
    ++ahead_;
}

RingSum::RingSum(ThreadGroup& group, const CpuTimes& start, SimDuration per_record)
    : RingWalk(group, per_record), sum_(start) {
  if (!done()) look_at_record();
}

RingBalance::RingBalance(ThreadGroup& group, std::uint64_t share, SimDuration per_record)
    : RingWalk(group, per_record), share_(share) {
  if (!done()) look_at_record();
}

}  // namespace tickstorm::itimer
