// Workload: the user program of a scenario.

#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "tickstorm/kernel/kernel.h"
#include "tickstorm/workload/config.h"

namespace tickstorm::workload {

class Workload {
 public:
  virtual ~Workload() = default;
  // Boots `kernel` with the program; the run is over when its main thread ends.
  virtual void boot(Kernel& kernel) = 0;
  // The times that the program itself printed, read at its end as its real counterpart reads them.
  virtual CpuTimes charged() const = 0;
  virtual SimDuration elapsed() const = 0;
};

struct WorkloadInfo {
  std::string_view name;
  std::string_view summary;
  std::unique_ptr<Workload> (*make)(const WorkloadConfig& config);
};

// All workloads. `tickstorm list` prints this table.
std::span<const WorkloadInfo> workloads();

// The workload that `config.kind` names; null if there is none.
std::unique_ptr<Workload> make_workload(const WorkloadConfig& config);

// Iterations of the inner loop that looks for a divisor of each number from 3 to `max_prime` - 1 by
// trying 2, 3, ... up to the square root, stopping at the first divisor.
std::uint64_t trial_divisions(std::uint64_t max_prime);

}  // namespace tickstorm::workload
