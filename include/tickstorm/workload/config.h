// What the simulated user program does: parameters of every workload, as plain data.

#pragma once

#include <cstdint>
#include <string>

#include "tickstorm/sim/time.h"

namespace tickstorm::workload {

struct WorkloadConfig {
  std::string kind = "primes";  // A row of workload::workloads().
  std::uint32_t threads = 1;    // Threads besides the main one, 1 to 1,000,000.
  // Each thread looks for all primes below this, 10 to 100,000,000.
  std::uint64_t max_prime = 10'000;
  SimDuration itimer_prof{};           // ITIMER_PROF first expiry and interval; 0: not armed.
  SimDuration itimer_prof_interval{};  // Interval if it differs from the first expiry; 0: the same.
};

}  // namespace tickstorm::workload
