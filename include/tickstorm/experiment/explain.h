// What a run will have to do, worked out from the configuration before anything is simulated.

#pragma once

#include <cstdint>

#include "tickstorm/scenario/scenario.h"

namespace tickstorm::experiment {

struct ExpectedCost {
  std::uint64_t cpus = 0;               // Online CPUs.
  std::uint64_t tasks = 0;              // Threads of the workload and the main one.
  std::uint64_t ticks_per_s = 0;        // Timer interrupts per simulated second, all CPUs together.
  std::uint64_t ticks_max = 0;          // If the run goes on until it is stopped.
  std::uint64_t task_visits_per_s = 0;  // If every tick looks at every task, as sum_threads may.
};

// Upper bounds for one variant. They say how much there is to simulate, not what the simulation
// finds.
ExpectedCost expected_cost(const scenario::Setup& setup);

}  // namespace tickstorm::experiment
