// Walks over the thread ring of a process, a record at a time, as bursts of loads.
//
// A walker touches the distinct lines of each record in the order in which the code reads them;
// where two fields share a line, the second read is part of the straight-line work of the visit.

#pragma once

#include <array>

#include "tickstorm/kernel/task.h"

namespace tickstorm::itimer {

// First pass: adds up user ticks, system ticks and run time of all threads.
class RingSum {
 public:
  RingSum(ThreadGroup& group, const CpuTimes& start, SimDuration per_record);

  bool done() const { return at_ == end_; }
  LineId line() const { return lines_[step_]; }
  bool starts_step() const { return step_ == 0; }
  void arrive(Cpu& cpu);
  const CpuTimes& sum() const { return sum_; }

 private:
  void look_at_record();

  ThreadGroup::ThreadList::iterator at_;
  ThreadGroup::ThreadList::iterator end_;
  CpuTimes sum_;
  SimDuration per_record_;
  std::array<LineId, 3> lines_{};  // times, sched, link
  unsigned step_ = 0;
};

// Second pass: finds threads whose cached expiry is unset or later than own time + share. It stops
// at each (done() with found() not null) so that the caller can write the new value, then goes on
// after proceed().
class RingBalance {
 public:
  RingBalance(ThreadGroup& group, std::uint64_t share, SimDuration per_record);

  bool done() const { return found_ != nullptr || at_ == end_; }
  LineId line() const { return lines_[step_]; }
  bool starts_step() const { return step_ == 0; }
  void arrive(Cpu& cpu);

  // The thread whose cached expiry must become expires(), or null at the end of the ring.
  Task* found() const { return found_; }
  std::uint64_t expires() const { return expires_; }
  void proceed() { found_ = nullptr; }

 private:
  void look_at_record();

  ThreadGroup::ThreadList::iterator at_;
  ThreadGroup::ThreadList::iterator end_;
  std::uint64_t share_;
  SimDuration per_record_;
  std::array<LineId, 5> lines_{};  // state, times, sched, expires, link
  unsigned step_ = 0;
  bool exiting_ = false;
  bool late_ = false;
  std::uint64_t expires_ = 0;
  Task* found_ = nullptr;
};

}  // namespace tickstorm::itimer
