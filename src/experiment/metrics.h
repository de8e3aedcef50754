// Reads the metrics of one finished run.

#pragma once

#include <vector>

#include "tickstorm/experiment/run.h"
#include "tickstorm/kernel/kernel.h"
#include "tickstorm/workload/workload.h"

namespace tickstorm::experiment {

// One value per row of metric_table(), in its order. `completed`: the workload reached its end;
// else the figures are those of the moment at which the run stopped.
std::vector<Metric> read_metrics(Kernel& kernel, const workload::Workload& workload,
                                 bool completed);

std::vector<LockClassStats> read_locks(const Kernel& kernel);

}  // namespace tickstorm::experiment
