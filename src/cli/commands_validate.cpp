// `validate`, `check` and `explain`: scenario files judged, checked and laid open.

#include <algorithm>
#include <filesystem>

#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/outcomes.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "tickstorm/experiment/explain.h"
#include "tickstorm/experiment/run.h"
#include "tickstorm/experiment/validate.h"
#include "tickstorm/report/report.h"
#include "tickstorm/sim/check.h"

namespace tickstorm::cli {
namespace {

namespace fs = std::filesystem;
using experiment::ValidationRow;

// Machine files and the JSON Schema lie among the scenarios, but are none.
bool is_scenario_file(const fs::path& path) {
  return path.extension() == ".json" && path.stem().extension() != ".schema" &&
         path.parent_path().filename() != "machines";
}

// The file itself, or all scenario files below a directory, sorted by path.
std::vector<std::string> scenario_files(const std::string& path) {
  if (!fs::is_directory(path)) return {path};
  std::vector<std::string> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path)) {
    if (entry.is_regular_file() && is_scenario_file(entry.path())) {
      files.push_back(entry.path().string());
    }
  }
  std::sort(files.begin(), files.end());
  if (files.empty()) throw CommandError(ExitCode::bad_input, path + " holds no scenario files");
  return files;
}

// Parses all files before the first run, so that a mistake in the last one is known at once.
std::vector<scenario::Scenario> load_all(const std::vector<std::string>& files) {
  std::vector<scenario::Scenario> scenarios;
  std::string problems;
  for (const std::string& file : files) {
    scenario::ParseResult parsed = scenario::load(file, make_catalog(file), {});
    problems += diagnostics_text(parsed.diagnostics);
    if (parsed.scenario) scenarios.push_back(*std::move(parsed.scenario));
  }
  if (!problems.empty()) throw CommandError(ExitCode::bad_input, problems);
  return scenarios;
}

// Whether the file says anything about the variant that a run can prove wrong.
bool is_judged(const scenario::Scenario& scenario, const std::string& variant) {
  return experiment::expects_hang(scenario, variant) ||
         std::any_of(scenario.expect.begin(), scenario.expect.end(),
                     [&](const scenario::Expectation& e) { return e.variant == variant; });
}

// Runs the variants that the file makes statements about. Rows of finished variants are in `rows`
// even if an exception ends the command. Returns what the outcomes, without the rows, amount to.
ExitCode validate_scenario(const scenario::Scenario& scenario, ProgressLine& progress,
                           std::vector<ValidationRow>& rows) {
  ExitCode code = ExitCode::fine;
  for (const scenario::Variant& variant : scenario.variants) {
    if (!is_judged(scenario, variant.name)) continue;
    progress.restart();
    const experiment::RunResult result =
        experiment::run(scenario, variant.name, progress.callback());
    progress.clear();
    const std::vector<ValidationRow> more = experiment::validate(scenario, result);
    rows.insert(rows.end(), more.begin(), more.end());
    code = graver(code, judge_outcomes(scenario, result));
  }
  return code;
}

void print_rows(const ValidateArguments& arguments, const std::vector<ValidationRow>& rows) {
  if (arguments.json) {
    print_result(report::validation_json(rows));
  } else if (arguments.markdown) {
    print_result(report::validation_markdown(rows));
  } else {
    print_result(report::validation_text(rows));
  }
}

std::string cost_text(const scenario::Variant& variant) {
  const experiment::ExpectedCost cost = experiment::expected_cost(variant.setup);
  const auto text = [](std::uint64_t n) { return std::to_string(n); };
  return "variant " + variant.name + "\n  " + text(cost.cpus) + " CPUs, " + text(cost.tasks) +
         " tasks, " + text(cost.ticks_per_s) + " ticks per simulated second, at most " +
         text(cost.ticks_max) + " in the whole run\n  " + text(cost.task_visits_per_s) +
         " task visits per simulated second if every tick looks at every task\n";
}

}  // namespace

ExitCode validate_command(const ValidateArguments& arguments) {
  const std::vector<scenario::Scenario> scenarios = load_all(scenario_files(arguments.path));
  std::vector<ValidationRow> rows;
  ProgressLine progress;
  ExitCode code = ExitCode::fine;
  try {
    for (const scenario::Scenario& scenario : scenarios) {
      code = graver(code, validate_scenario(scenario, progress, rows));
    }
  } catch (const Interrupted&) {
    code = ExitCode::interrupted;
  } catch (const InternalError& error) {
    progress.clear();
    print_notice(std::string("internal error: ") + error.what());
    code = ExitCode::internal_error;
  }
  progress.clear();
  print_rows(arguments, rows);
  const bool all_inside =
      std::all_of(rows.begin(), rows.end(), [](const ValidationRow& row) { return row.inside; });
  return all_inside || code != ExitCode::fine ? code : ExitCode::expectation_failed;
}

ExitCode check_command(const std::vector<std::string>& files) {
  ExitCode code = ExitCode::fine;
  for (const std::string& file : files) {
    const scenario::ParseResult parsed = scenario::load(file, make_catalog(file), {});
    if (parsed.scenario) {
      print_result(file + ": fine\n");
    } else {
      print_lines(diagnostics_text(parsed.diagnostics));
      code = ExitCode::bad_input;
    }
  }
  return code;
}

ExitCode explain_command(const ScenarioArguments& arguments) {
  const scenario::Scenario scenario = load_scenario(arguments);
  print_result(scenario.name + ": " + scenario.question + '\n');
  for (const scenario::Variant& variant : scenario.variants) {
    if (!arguments.variant.empty() && variant.name != arguments.variant) continue;
    print_result('\n' + cost_text(variant) + scenario::resolved_json(variant));
  }
  return ExitCode::fine;
}

}  // namespace tickstorm::cli
