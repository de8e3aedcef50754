// `run` and `sweep`: simulate, and print what was finished even if not all of it was.

#include <algorithm>
#include <iterator>
#include <utility>

#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/outcomes.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "tickstorm/experiment/run.h"
#include "tickstorm/experiment/sweep.h"
#include "tickstorm/report/report.h"
#include "tickstorm/sim/check.h"

namespace tickstorm::cli {
namespace {

// Runs variant by variant, so that an interruption or a fault leaves the finished ones in `result`.
ExitCode run_variants(const scenario::Scenario& scenario, const std::string& only,
                      experiment::RunResult& result) {
  ProgressLine progress;
  try {
    for (const scenario::Variant& variant : scenario.variants) {
      if (!only.empty() && variant.name != only) continue;
      progress.restart();
      experiment::RunResult one = experiment::run(scenario, variant.name, progress.callback());
      if (result.variants.empty()) {
        result = std::move(one);
      } else {
        std::move(one.variants.begin(), one.variants.end(), std::back_inserter(result.variants));
      }
    }
  } catch (const Interrupted&) {
    return ExitCode::interrupted;
  } catch (const InternalError& error) {
    progress.clear();
    print_notice(std::string("internal error: ") + error.what());
    return ExitCode::internal_error;
  }
  return ExitCode::fine;
}

// The axes of the command line; without any, those of the file.
std::vector<scenario::SweepAxis> sweep_axes(const SweepArguments& arguments,
                                            const scenario::Scenario& scenario) {
  if (arguments.axes.empty()) {
    if (scenario.sweep.empty()) {
      throw CommandError(ExitCode::usage, scenario.file + " names no sweep; give axes with -p");
    }
    return scenario.sweep;
  }
  std::vector<scenario::SweepAxis> axes;
  for (const std::string& text : arguments.axes) {
    experiment::AxisResult parsed = experiment::parse_axis(text);
    if (!parsed.axis) throw CommandError(ExitCode::usage, "-p: " + parsed.error);
    axes.push_back(*std::move(parsed.axis));
  }
  return axes;
}

experiment::SweepPlan make_plan(const SweepArguments& arguments,
                                const std::vector<scenario::SweepAxis>& axes) {
  const std::string& file = arguments.scenario.file;
  const scenario::Catalog catalog = make_catalog(file);
  const std::vector<scenario::Override> base = overrides_of(arguments.scenario);
  experiment::SweepPlan plan =
      experiment::plan_sweep(axes, [&](std::span<const scenario::Override> values) {
        std::vector<scenario::Override> all = base;
        all.insert(all.end(), values.begin(), values.end());
        return scenario::load(file, catalog, all);
      });
  if (!plan.diagnostics.empty()) {
    throw CommandError(ExitCode::bad_input, diagnostics_text(plan.diagnostics));
  }
  return plan;
}

report::SweepHead head_of(const scenario::Scenario& scenario) {
  const scenario::Setup& setup = scenario.variants.front().setup;
  return {.scenario = scenario.name,
          .question = scenario.question,
          .machine = setup.machine.name,
          .seed = setup.seed,
          .version = TICKSTORM_VERSION};
}

}  // namespace

ExitCode run_command(const RunArguments& arguments) {
  const scenario::Scenario scenario = load_scenario(arguments.scenario);
  experiment::RunResult result;
  const ExitCode code = run_variants(scenario, arguments.scenario.variant, result);
  if (!result.variants.empty()) {
    print_result(arguments.json ? report::run_json(result)
                                : report::run_text(result, scenario.question));
  }
  return code == ExitCode::fine ? judge_outcomes(scenario, result) : code;
}

// A hang is one of the results a sweep looks for, so it does not change the exit code here.
ExitCode sweep_command(const SweepArguments& arguments) {
  const scenario::Scenario scenario = load_scenario(arguments.scenario);
  const experiment::SweepPlan plan = make_plan(arguments, sweep_axes(arguments, scenario));
  const report::SweepHead head = head_of(scenario);
  const report::SweepTable table(plan);
  std::vector<experiment::SweepRow> rows;
  ProgressLine progress;
  ExitCode code = ExitCode::fine;
  if (!arguments.json) print_result(table.head(head));
  const auto run_one = [&](const scenario::Variant& variant) {
    progress.restart();
    return experiment::run_variant(variant, progress.callback());
  };
  const auto on_row = [&](const experiment::SweepRow& row) {
    progress.clear();
    if (!row.result) code = ExitCode::sweep_incomplete;
    if (!arguments.json) print_result(table.row(row));
    rows.push_back(row);
  };
  try {
    experiment::sweep(plan, arguments.scenario.variant, run_one, on_row);
  } catch (const Interrupted&) {
    code = ExitCode::interrupted;
  }
  progress.clear();
  if (arguments.json) print_result(report::sweep_json(head, rows));
  return code;
}

}  // namespace tickstorm::cli
