// Puts the published figures of a scenario beside the simulated ones.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tickstorm/experiment/run.h"
#include "tickstorm/scenario/scenario.h"

namespace tickstorm::experiment {

// One published figure and what the simulation says.
struct ValidationRow {
  std::string scenario;
  std::string variant;
  std::string metric;
  double published = 0;
  std::optional<double> simulated;  // Nothing if the run did not measure this metric.
  // Deviation from the published figure in percent of it, signed. For an upper limit only what is
  // above it counts. Nothing if there is no simulated figure, or if a published 0 leaves no
  // percentage.
  std::optional<double> error_pct;
  std::string within;  // "15%", "2x" or "at-most", as a scenario file spells it.
  scenario::Role role = scenario::Role::free;
  bool inside = false;
  Outcome outcome = Outcome::completed;  // How the run ended that gave the figure.
  std::string source;
};

// One row per expectation of `scenario` whose variant is in `result`, in file order. A hung or
// stopped variant gives the figures it had reached; unless it hung and the file expects that, its
// rows are outside whatever they say.
std::vector<ValidationRow> validate(const scenario::Scenario& scenario, const RunResult& result);

// True if the file names `variant` among those that hang.
bool expects_hang(const scenario::Scenario& scenario, const std::string& variant);

// "fit" or "free", as in a scenario file.
const char* role_name(scenario::Role role);

}  // namespace tickstorm::experiment
