// Walks over the thread ring of a process, a record at a time, as bursts of loads.
//
// A walker touches the distinct lines of each record in the order in which the code reads them;
// where two fields share a line, the second read is part of the straight-line work of the visit.

#pragma once

#include <array>

#include "tickstorm/kernel/task.h"

namespace tickstorm::itimer {

// What both passes share: where they are, and asking the host's memory for the records to come.
class RingWalk {
 public:
  bool done() const { return at_ == end_; }
  bool starts_step() const { return step_ == 0; }

 protected:
  // `per_record`: straight-line work of a visit.
  RingWalk(ThreadGroup& group, SimDuration per_record);

  // Ends the visit of a record.
  void next_record(Cpu& cpu) {
    step_ = 0;
    cpu.spend(per_record_);
    ++at_;
    if (ahead_ == end_) return;
    const LineId first = ahead_->exiting.line();
    cpu.fetch_ahead(first, ahead_->prof_expires.line() - first + 1);
    if (++ahead_ == end_) return;
    __builtin_prefetch(&ahead_->user_ticks);
    __builtin_prefetch(&ahead_->next_thread);
  }

  ThreadGroup::ThreadList::iterator at_;
  ThreadGroup::ThreadList::iterator end_;
  ThreadGroup::ThreadList::iterator ahead_;  // A few records further.
  SimDuration per_record_;
  unsigned step_ = 0;  // Accesses of the present visit that are done.
};

// First pass: adds up user ticks, system ticks and run time of all threads.
class RingSum : public RingWalk {
 public:
  RingSum(ThreadGroup& group, const CpuTimes& start, SimDuration per_record);

  LineId line() const { return lines_[step_]; }
  void arrive(Cpu& cpu) {
    switch (step_++) {
      case 0:
        sum_.user_ticks += at_->user_ticks.peek();
        sum_.system_ticks += at_->system_ticks.peek();
        return;
      case 1:
        sum_.ran_ns += at_->ran_ns.peek();
        if (lines_[2] != lines_[0]) return;  // Else the link came with the ticks.
        break;
      default:
        break;
    }
    next_record(cpu);
    if (!done()) look_at_record();
  }
  const CpuTimes& sum() const { return sum_; }

 private:
  void look_at_record() {
    lines_ = {at_->user_ticks.line(), at_->ran_ns.line(), at_->next_thread.line()};
  }

  CpuTimes sum_;
  std::array<LineId, 3> lines_{};  // times, sched, link
};

// Second pass: finds threads whose cached expiry is unset or later than own time + share. It stops
// at each (done() with found() not null) so that the caller can write the new value, then goes on
// after proceed().
class RingBalance : public RingWalk {
 public:
  RingBalance(ThreadGroup& group, std::uint64_t share, SimDuration per_record);

  bool done() const { return found_ != nullptr || RingWalk::done(); }
  LineId line() const { return lines_[step_]; }
  void arrive(Cpu& cpu) {
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
    next_record(cpu);
    if (!RingWalk::done()) look_at_record();
  }

  // The thread whose cached expiry must become expires(), or null at the end of the ring.
  Task* found() const { return found_; }
  std::uint64_t expires() const { return expires_; }
  void proceed() { found_ = nullptr; }

 private:
  void look_at_record() {
    lines_ = {at_->exiting.line(), at_->user_ticks.line(), at_->ran_ns.line(),
              at_->prof_expires.line(), at_->next_thread.line()};
  }

  std::uint64_t share_;
  std::array<LineId, 5> lines_{};  // state, times, sched, expires, link
  bool exiting_ = false;
  bool late_ = false;
  std::uint64_t expires_ = 0;
  Task* found_ = nullptr;
};

}  // namespace tickstorm::itimer
