// Hand-made results that the report tests render.

#pragma once

#include "tickstorm/experiment/run.h"
#include "tickstorm/experiment/validate.h"

namespace tickstorm::test {

// One variant that hung with a finding and a contended lock, one that completed.
inline experiment::RunResult two_variants() {
  experiment::VariantResult old_kernel;
  old_kernel.name = "old";
  old_kernel.outcome = experiment::Outcome::hung;
  old_kernel.end = SimTime{} + milliseconds(12'500);
  old_kernel.metrics = {{"elapsed_s", 12.5}, {"only_old", 7}};
  old_kernel.findings = {{.kind = FindingKind::soft_lockup,
                          .at = SimTime{} + seconds(12),
                          .cpu = 3,
                          .sentence = "CPU 3 waits for tasklist_lock",
                          .splat = "BUG: soft lockup\n  in_lock"}};
  old_kernel.locks = {{.name = "tasklist_lock",
                       .acquisitions = 4,
                       .contentions = 2,
                       .wait_total = microseconds(3),
                       .wait_max = microseconds(2),
                       .hold_total = microseconds(8),
                       .hold_max = microseconds(5)},
                      {.name = "never_taken"}};
  old_kernel.state_hash = 0xabc;
  experiment::VariantResult new_kernel;
  new_kernel.name = "new";
  new_kernel.outcome = experiment::Outcome::completed;
  new_kernel.end = SimTime{} + milliseconds(9'250);
  new_kernel.metrics = {{"elapsed_s", 9.25}};
  new_kernel.state_hash = 0xdef;
  experiment::RunResult result;
  result.scenario = "tiny";
  result.seed = 7;
  result.scenario_hash = 0x1234;
  result.version = "9.8.7";
  result.machine = "toy";
  result.estimates = {"machine.relax"};
  result.variants = {old_kernel, new_kernel};
  return result;
}

inline experiment::ValidationRow published_row() {
  return {.scenario = "tiny",
          .variant = "old",
          .metric = "elapsed_s",
          .published = 100,
          .simulated = 104.0625,
          .error_pct = 4.0625,
          .within = "15%",
          .role = scenario::Role::free,
          .inside = true,
          .outcome = experiment::Outcome::completed,
          .source = "mail | table 1"};
}

}  // namespace tickstorm::test
