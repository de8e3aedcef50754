// Loading scenarios for the commands.

#include "cli/input.h"

#include <filesystem>

#include "cli/output.h"
#include "scenario/names.h"
#include "tickstorm/experiment/run.h"
#include "tickstorm/itimer/cpu_accounting.h"
#include "tickstorm/workload/workload.h"

namespace tickstorm::cli {
namespace {

// The first directory that has the machine wins: a user's own file beside the scenario comes before
// what was built or installed with the program.
std::vector<std::string> machine_directories(const std::string& file) {
  std::vector<std::string> directories;
  if (!file.empty()) {
    const std::filesystem::path beside = std::filesystem::path(file).parent_path();
    directories.push_back((beside / ".." / "machines").lexically_normal().string());
    directories.push_back((beside / "machines").lexically_normal().string());
  }
  directories.emplace_back("scenarios/machines");
  directories.emplace_back(TICKSTORM_SOURCE_MACHINES);
  directories.emplace_back(TICKSTORM_INSTALLED_MACHINES);
  return directories;
}

}  // namespace

scenario::Catalog make_catalog(const std::string& file) {
  scenario::Catalog catalog;
  for (const auto& row : itimer::cpu_accounting_variants()) {
    catalog.itimers.emplace_back(row.info.name);
  }
  for (const auto& row : workload::workloads())
    catalog.workloads.emplace_back(row.name);
  for (const auto& row : experiment::metric_table())
    catalog.metrics.emplace_back(row.name);
  catalog.machine_directories = machine_directories(file);
  return catalog;
}

std::vector<scenario::Override> overrides_of(const ScenarioArguments& arguments) {
  std::vector<scenario::Override> overrides;
  for (const std::string& setting : arguments.settings) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw CommandError(ExitCode::usage, "-s: expected key=value, got \"" + setting + '"');
    }
    overrides.push_back({.key = setting.substr(0, equals), .value = setting.substr(equals + 1)});
  }
  if (arguments.seed) {
    overrides.push_back({.key = "engine.seed", .value = std::to_string(*arguments.seed)});
  }
  return overrides;
}

scenario::Scenario load_scenario(const std::string& file,
                                 std::span<const scenario::Override> overrides) {
  scenario::ParseResult parsed = scenario::load(file, make_catalog(file), overrides);
  if (!parsed.scenario) {
    throw CommandError(ExitCode::bad_input, diagnostics_text(parsed.diagnostics));
  }
  return *std::move(parsed.scenario);
}

scenario::Scenario load_scenario(const ScenarioArguments& arguments) {
  scenario::Scenario scenario = load_scenario(arguments.file, overrides_of(arguments));
  require_variant(scenario, arguments.variant);
  return scenario;
}

std::string diagnostics_text(std::span<const scenario::Diagnostic> diagnostics) {
  std::string text;
  for (const scenario::Diagnostic& diagnostic : diagnostics)
    text += to_string(diagnostic) + '\n';
  return text;
}

void require_variant(const scenario::Scenario& scenario, const std::string& variant) {
  if (variant.empty()) return;
  std::vector<std::string> names;
  for (const scenario::Variant& known : scenario.variants) {
    if (known.name == variant) return;
    names.push_back(known.name);
  }
  throw CommandError(ExitCode::usage, "--variant: " + scenario.name + " has no variant \"" +
                                          variant + "\", only " + scenario::joined(names) +
                                          scenario::hint(variant, names));
}

}  // namespace tickstorm::cli
