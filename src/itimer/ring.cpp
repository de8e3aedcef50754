// The two passes over the ring.

#include "itimer/ring.h"

namespace tickstorm::itimer {
namespace {

// Asks the host for the task after next, and for what the CPU knows about the next one's lines.
void fetch_ahead(Cpu& cpu, ThreadGroup::ThreadList::iterator at,
                 ThreadGroup::ThreadList::iterator end) {
  if (++at == end) return;
  const LineId first = at->exiting.line();
  cpu.fetch_ahead(first, at->prof_expires.line() - first + 1);
  if (++at == end) return;
  __builtin_prefetch(&at->user_ticks);
  __builtin_prefetch(&at->next_thread);
}

}  // namespace

RingSum::RingSum(ThreadGroup& group, const CpuTimes& start, SimDuration per_record)
    : at_(group.threads.begin()), end_(group.threads.end()), sum_(start), per_record_(per_record) {
  look_at_record();
}

void RingSum::look_at_record() {
  if (at_ == end_) return;
  lines_ = {at_->user_ticks.line(), at_->ran_ns.line(), at_->next_thread.line()};
}

void RingSum::arrive(Cpu& cpu) {
  if (step_ == 0) {
    sum_.user_ticks += at_->user_ticks.peek();
    sum_.system_ticks += at_->system_ticks.peek();
    step_ = 1;
    return;
  }
  if (step_ == 1) {
    sum_.ran_ns += at_->ran_ns.peek();
    step_ = 2;
    if (lines_[2] != lines_[0]) return;  // Else the link came with the ticks.
  }
  step_ = 0;
  ++at_;
  cpu.spend(per_record_);
  if (at_ == end_) return;
  look_at_record();
  fetch_ahead(cpu, at_, end_);
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
            at_->prof_expires.line(), at_->next_thread.line()};
}

void RingBalance::arrive(Cpu& cpu) {
  Task& task = *at_;
  switch (step_++) {
    case 0:
      exiting_ = task.exiting.peek();
      return;
    case 1:
      expires_ = task.prof_ticks() + share_;
      return;
    case 2:
      return;
    case 3:
      late_ = !exiting_ && (task.prof_expires.peek() == 0 || task.prof_expires.peek() > expires_);
      if (lines_[4] != lines_[1]) return;  // Else the link came with the ticks.
      break;
    default:
      break;
  }
  if (late_) found_ = &task;
  step_ = 0;
  ++at_;
  cpu.spend(per_record_);
  if (at_ == end_) return;
  look_at_record();
  fetch_ahead(cpu, at_, end_);
}

}  // namespace tickstorm::itimer
