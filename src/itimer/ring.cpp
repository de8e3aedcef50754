// The two passes over the ring.

#include "itimer/ring.h"

namespace tickstorm::itimer {

RingSum::RingSum(ThreadGroup& group, const CpuTimes& start, SimDuration per_record)
    : at_(group.threads.begin()), end_(group.threads.end()), sum_(start), per_record_(per_record) {
  look_at_record();
}

void RingSum::look_at_record() {
  if (at_ != end_) lines_ = {at_->user_ticks.line(), at_->ran_ns.line()};
}

void RingSum::arrive(Cpu& cpu) {
  if (step_ == 0) {
    sum_.user_ticks += at_->user_ticks.peek();
    sum_.system_ticks += at_->system_ticks.peek();
    step_ = 1;
    return;
  }
  sum_.ran_ns += at_->ran_ns.peek();
  step_ = 0;
  ++at_;
  cpu.spend(per_record_);
  look_at_record();
}

RingBalance::RingBalance(ThreadGroup& group, std::uint64_t share, SimDuration per_record)
    : at_(group.threads.begin()),
      end_(group.threads.end()),
      share_(share),
      per_record_(per_record) {
  look_at_record();
}

void RingBalance::look_at_record() {
  if (at_ == end_) return;
  lines_ = {at_->exiting.line(), at_->user_ticks.line(), at_->ran_ns.line(),
            at_->prof_expires.line()};
}

void RingBalance::arrive(Cpu& cpu) {
  Task& task = *at_;
  switch (step_) {
    case 0:
      exiting_ = task.exiting.peek();
      break;
    case 1:
      expires_ = task.prof_ticks() + share_;
      break;
    case 2:
      break;
    default: {
      const std::uint64_t cached = task.prof_expires.peek();
      if (!exiting_ && (cached == 0 || cached > expires_)) found_ = &task;
      step_ = 0;
      ++at_;
      cpu.spend(per_record_);
      look_at_record();
      return;
    }
  }
  ++step_;
}

}  // namespace tickstorm::itimer
