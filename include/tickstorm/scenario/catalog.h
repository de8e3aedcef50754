// The names a scenario may use that other layers define. The caller fills it from their tables.

#pragma once

#include <string>
#include <vector>

namespace tickstorm::scenario {

struct Catalog {
  std::vector<std::string> itimers;    // Values of kernel.itimer.
  std::vector<std::string> workloads;  // Values of workload.kind.
  std::vector<std::string> metrics;    // Values of expect[].metric.
  // Where NAME.json of a machine is looked for; the first directory that has it wins.
  std::vector<std::string> machine_directories;
};

// Names of all machine files in the directories of `catalog`, sorted, each once. Directories that
// do not exist count as empty.
std::vector<std::string> machine_names(const Catalog& catalog);

}  // namespace tickstorm::scenario
