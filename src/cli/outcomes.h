// How the variants of a scenario ended, against what its file says about hanging.

#pragma once

#include "cli/exit_code.h"
#include "tickstorm/experiment/run.h"
#include "tickstorm/scenario/scenario.h"

namespace tickstorm::cli {

// Prints a notice for every variant that hung or was stopped against the file's word, and gives
// what that amounts to: hung, else expectation_failed, else fine.
ExitCode judge_outcomes(const scenario::Scenario& scenario, const experiment::RunResult& result);

// The graver of two verdicts out of fine, expectation_failed and hung.
ExitCode graver(ExitCode a, ExitCode b);

}  // namespace tickstorm::cli
