// A scenario: plain typed structs, units in the types, all defaults visible.
// docs/reference/scenario.md describes the file format; scenario/parse.h reads it.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tickstorm/kernel/config.h"
#include "tickstorm/machine/config.h"
#include "tickstorm/sim/time.h"
#include "tickstorm/workload/config.h"

namespace tickstorm::scenario {

// Everything one simulation needs: the file's base with one variant's overrides applied.
struct Setup {
  MachineConfig machine;
  KernelConfig kernel;
  workload::WorkloadConfig workload;
  SimDuration at_most = seconds(600);  // The run ends here at the latest, outcome "stopped".
  std::uint64_t seed = 1;
};

struct Variant {
  std::string name;
  Setup setup;
};

enum class Role : std::uint8_t { fit, free };

// A published figure to stand beside the simulated one.
struct Expectation {
  std::string variant;
  std::string metric;
  double value = 0;
  // Exactly one of these is set: relative tolerance (0.15 is 15 %), a factor (2 means value/2 to
  // value*2), or a limit the simulated figure must stay below.
  std::optional<double> within_relative;
  std::optional<double> within_factor;
  bool at_most = false;  // The figure is an upper limit: anything from 0 to `value` is inside.
  Role role = Role::free;
  std::string source;
};

// One axis of the sweep: a key path and its values as JSON texts, in file order.
struct SweepAxis {
  std::string path;
  std::vector<std::string> values;
};

struct Scenario {
  std::string name;
  std::string question;
  std::string file;        // As given on the command line.
  std::uint64_t hash = 0;  // FNV-1a of the canonical text of file, machine file and overrides.
  std::vector<std::string> estimates;  // Machine numbers that are marked as estimates, by key path.
  std::vector<Variant> variants;       // In file order; one called "base" if the file names none.
  std::vector<std::string> expect_hung;  // Variants whose outcome "hung" is what the file expects.
  std::vector<SweepAxis> sweep;
  std::vector<Expectation> expect;
};

}  // namespace tickstorm::scenario
