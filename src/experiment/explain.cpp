// Upper bounds on the work of a run, from its configuration alone.

#include "tickstorm/experiment/explain.h"

namespace tickstorm::experiment {

ExpectedCost expected_cost(const scenario::Setup& setup) {
  ExpectedCost cost;
  cost.cpus = setup.kernel.online_cpus;
  if (cost.cpus == 0) cost.cpus = setup.machine.topology.cpus();
  cost.tasks = std::uint64_t{setup.workload.threads} + 1;
  cost.ticks_per_s = cost.cpus * setup.kernel.hz;
  // Whole milliseconds: exact enough for a bound, and far from overflow.
  const auto limit_ms = static_cast<std::uint64_t>(setup.at_most / milliseconds(1));
  cost.ticks_max = cost.ticks_per_s * limit_ms / 1000;
  cost.task_visits_per_s = cost.ticks_per_s * cost.tasks;
  return cost;
}

}  // namespace tickstorm::experiment
