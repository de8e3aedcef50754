// The progress line on a terminal: simulated time, speed, longest time to go.

#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "tickstorm/experiment/run.h"
#include "tickstorm/sim/time.h"

namespace tickstorm::cli {

// One per command. Prints only if stderr is a terminal, at most five times a second.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // A callback for experiment::run. It throws Interrupted after Ctrl-C, terminal or not. Valid as
  // long as this object lives.
  experiment::Progress callback();

  // Begins a new run: speed is measured from here.
  void restart();
  // Removes the line, so that other text can be printed.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  void update(std::string_view variant, SimTime now, SimTime limit);

  bool is_terminal_;
  bool is_shown_ = false;
  Clock::time_point started_;
  Clock::time_point printed_;
};

// The line itself, without control characters: `wall_s` seconds of real time were needed up to
// `now`.
std::string progress_text(std::string_view variant, SimTime now, SimTime limit, double wall_s);

}  // namespace tickstorm::cli
