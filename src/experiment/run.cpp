// One variant, one machine, one kernel, one workload: run to the end and read the figures.

#include "tickstorm/experiment/run.h"

#include "experiment/metrics.h"
#include "tickstorm/itimer/cpu_accounting.h"
#include "tickstorm/kernel/kernel.h"
#include "tickstorm/sim/check.h"
#include "tickstorm/sim/rng.h"
#include "tickstorm/workload/workload.h"

namespace tickstorm::experiment {
namespace {

void end_at_limit(void* self) {
  auto& kernel = *static_cast<Kernel*>(self);
  kernel.end_run(kernel.machine().engine().now());
}

Outcome outcome_of(const Kernel& kernel) {
  if (kernel.finished()) return Outcome::completed;
  return kernel.hung() ? Outcome::hung : Outcome::stopped;
}

}  // namespace

const char* to_string(Outcome outcome) {
  switch (outcome) {
    case Outcome::completed:
      return "completed";
    case Outcome::hung:
      return "hung";
    case Outcome::stopped:
      return "stopped";
  }
  return "unknown";
}

VariantResult run_variant(const scenario::Variant& variant, const Progress& progress) {
  const scenario::Setup& setup = variant.setup;
  Machine machine(setup.machine);
  const auto accounting = itimer::make_cpu_accounting(setup.kernel.itimer);
  TICKSTORM_CHECK(accounting != nullptr, "the scenario names an accounting that does not exist");
  const auto workload = workload::make_workload(setup.workload);
  TICKSTORM_CHECK(workload != nullptr, "the scenario names a workload that does not exist");
  Kernel kernel(machine, setup.kernel, *accounting);
  workload->boot(kernel);
  const SimTime limit = SimTime{} + setup.at_most;
  if (progress) {
    kernel.set_observer([&](SimTime now) { progress(variant.name, now, limit); });
  }
  machine.engine().post(limit, EventClass::observer, 0, &end_at_limit, &kernel);
  machine.engine().run();

  VariantResult result;
  result.name = variant.name;
  result.outcome = outcome_of(kernel);
  result.end = kernel.end();
  result.metrics = read_metrics(kernel, *workload, kernel.finished());
  result.findings = kernel.findings();
  result.locks = read_locks(kernel);
  result.state_hash = machine.state_hash();
  return result;
}

RunResult run(const scenario::Scenario& scenario, std::string_view only, const Progress& progress) {
  RunResult result;
  result.scenario = scenario.name;
  result.scenario_hash = scenario.hash;
  result.version = TICKSTORM_VERSION;
  result.estimates = scenario.estimates;
  for (const scenario::Variant& variant : scenario.variants) {
    if (!only.empty() && variant.name != only) continue;
    result.seed = variant.setup.seed;
    result.machine = variant.setup.machine.name;
    result.variants.push_back(run_variant(variant, progress));
  }
  return result;
}

}  // namespace tickstorm::experiment
