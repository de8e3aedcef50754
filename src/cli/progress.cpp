// The progress line. The only place of the program that looks at a real clock.

#include "cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include "cli/interrupt.h"
#include "cli/output.h"

namespace tickstorm::cli {
namespace {

constexpr std::chrono::milliseconds print_interval{200};

std::string rough_time(double seconds) {
  if (seconds < 100) return fmt::format("{:.0f} s", seconds);
  if (seconds < 6000) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

}  // namespace

ProgressLine::ProgressLine()
    : is_terminal_(isatty(STDERR_FILENO) == 1), started_(Clock::now()), printed_(started_) {}

experiment::Progress ProgressLine::callback() {
  return [this](std::string_view variant, SimTime now, SimTime limit) {
    if (was_interrupted()) throw Interrupted{};
    if (is_terminal_) update(variant, now, limit);
  };
}

void ProgressLine::restart() {
  started_ = Clock::now();
}

void ProgressLine::clear() {
  if (is_shown_) print_lines("\r\033[K");
  is_shown_ = false;
}

void ProgressLine::update(std::string_view variant, SimTime now, SimTime limit) {
  const Clock::time_point wall_now = Clock::now();
  if (wall_now - printed_ < print_interval) return;
  printed_ = wall_now;
  const double wall_s = std::chrono::duration<double>(wall_now - started_).count();
  print_lines("\r\033[K" + progress_text(variant, now, limit, wall_s));
  is_shown_ = true;
}

std::string progress_text(std::string_view variant, SimTime now, SimTime limit, double wall_s) {
  std::string text = fmt::format("{}: {:.1f} s simulated", variant, now.seconds());
  const double speed = wall_s > 0 ? now.seconds() / wall_s : 0;
  if (speed <= 0) return text;
  text += fmt::format(", {:.2g}x real time", speed);
  // A run may end long before its limit, so this is the longest it can take at the present speed.
  return text + ", at most " + rough_time((limit - now).seconds() / speed) + " to go";
}

}  // namespace tickstorm::cli
