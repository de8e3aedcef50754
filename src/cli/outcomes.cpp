// Notices and exit codes for variants that hang.

#include "cli/outcomes.h"

#include <algorithm>

#include "cli/output.h"
#include "tickstorm/experiment/validate.h"

namespace tickstorm::cli {

using experiment::Outcome;

ExitCode judge_outcomes(const scenario::Scenario& scenario, const experiment::RunResult& result) {
  ExitCode code = ExitCode::fine;
  for (const experiment::VariantResult& variant : result.variants) {
    const bool hung = variant.outcome == Outcome::hung;
    const bool expected = experiment::expects_hang(scenario, variant.name);
    const std::string who = scenario.name + ": " + variant.name;
    if (variant.outcome == Outcome::stopped) {
      print_notice(who + " was stopped at its time limit; its figures are incomplete");
    }
    if (hung && !expected) {
      print_notice(who + " hung, and the scenario does not expect it");
      code = graver(code, ExitCode::hung);
    } else if (!hung && expected) {
      print_notice(who + " was expected to hang, but did not");
      code = graver(code, ExitCode::expectation_failed);
    }
  }
  return code;
}

ExitCode graver(ExitCode a, ExitCode b) {
  return std::max(a, b);  // Their numbers are in this order.
}

}  // namespace tickstorm::cli
