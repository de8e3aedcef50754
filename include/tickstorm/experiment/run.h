// Runs one variant of a scenario on a fresh simulated machine and gathers what was measured.

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tickstorm/kernel/finding.h"
#include "tickstorm/scenario/scenario.h"
#include "tickstorm/sim/time.h"

namespace tickstorm::experiment {

enum class Outcome : std::uint8_t { completed, hung, stopped };
const char* to_string(Outcome outcome);

struct Metric {
  std::string name;  // Ends in its unit: elapsed_s, system_s.
  double value = 0;
};

// Contention of all locks of one class, in picoseconds and counts.
struct LockClassStats {
  std::string name;  // "tasklist_lock", "sighand", "rq"
  std::uint64_t acquisitions = 0;
  std::uint64_t contentions = 0;
  SimDuration wait_total{};
  SimDuration wait_max{};
  SimDuration hold_total{};
  SimDuration hold_max{};
};

struct VariantResult {
  std::string name;
  Outcome outcome = Outcome::stopped;
  SimTime end{};
  std::vector<Metric> metrics;  // In the order of metric_table().
  std::vector<Finding> findings;
  std::vector<LockClassStats> locks;
  // Of all CPU clocks and counters at the end: equal runs, equal hash.
  std::uint64_t state_hash = 0;
};

struct RunResult {
  std::string scenario;
  std::uint64_t seed = 0;
  std::uint64_t scenario_hash = 0;
  std::string version;
  std::string machine;
  std::vector<std::string> estimates;
  std::vector<VariantResult> variants;
};

// One row per metric: name, unit and meaning. `describe` prints it; every result has these rows.
struct MetricInfo {
  std::string_view name;
  std::string_view unit;
  std::string_view meaning;
};
const std::vector<MetricInfo>& metric_table();

// Called now and then during a run, from the thread that runs it, with the simulated time reached.
using Progress = std::function<void(std::string_view variant, SimTime now, SimTime limit)>;

// Runs one variant to the end. Throws InternalError on a fault of tickstorm itself.
VariantResult run_variant(const scenario::Variant& variant, const Progress& progress);

// Runs all variants of the scenario in file order, or only `only` if it is not empty.
RunResult run(const scenario::Scenario& scenario, std::string_view only, const Progress& progress);

}  // namespace tickstorm::experiment
