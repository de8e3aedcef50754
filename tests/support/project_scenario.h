// The project's own scenario files, read with everything that the program has.

#pragma once

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "tickstorm/experiment/run.h"
#include "tickstorm/itimer/cpu_accounting.h"
#include "tickstorm/scenario/parse.h"
#include "tickstorm/workload/workload.h"

namespace tickstorm::support {

inline scenario::Catalog full_catalog() {
  scenario::Catalog catalog;
  for (const auto& variant : itimer::cpu_accounting_variants())
    catalog.itimers.emplace_back(variant.info.name);
  for (const auto& workload : workload::workloads())
    catalog.workloads.emplace_back(workload.name);
  for (const auto& metric : experiment::metric_table())
    catalog.metrics.emplace_back(metric.name);
  catalog.machine_directories = {TICKSTORM_SOURCE_DIR "/scenarios/machines"};
  return catalog;
}

// The file `name` of the itimer scenarios with `overrides` applied.
inline scenario::Scenario project_scenario(const std::string& name,
                                           const std::vector<scenario::Override>& overrides) {
  const std::string path = std::string(TICKSTORM_SOURCE_DIR "/scenarios/itimer/") + name;
  const scenario::ParseResult result = scenario::load(path, full_catalog(), overrides);
  for (const scenario::Diagnostic& diagnostic : result.diagnostics)
    UNSCOPED_INFO(to_string(diagnostic));
  REQUIRE(result.scenario.has_value());
  return *result.scenario;
}

}  // namespace tickstorm::support
