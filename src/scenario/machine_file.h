// Machines: found by name, read once, checked like scenarios.

#pragma once

#include <map>
#include <string>
#include <vector>

#include "scenario/reader.h"

namespace tickstorm::scenario {

struct LoadedMachine {
  bool valid = false;                   // No problem was reported for it.
  std::vector<Assignment> assignments;  // Of all keys below "machine".
  std::vector<std::string> estimates;
  std::string canonical;  // Its text for the scenario hash.
};

// All machines that one scenario names. Problems of a machine file are reported once, however many
// variants use it.
class MachineShelf {
 public:
  // `scenario_file` is where relative machine paths start.
  MachineShelf(const std::string& scenario_file, const Catalog& catalog,
               std::vector<Diagnostic>& problems)
      : scenario_file_(scenario_file), catalog_(catalog), problems_(problems) {}

  // The machine that `node` (a name, a path, or an object) stands for; problems with the reference
  // are reported by `reader` at `node`. The reference stays valid.
  const LoadedMachine& get(const Node& node, const std::string& pointer, Reader& reader);

 private:
  LoadedMachine read(const Node& object, const std::string& pointer, Reader& reader);
  LoadedMachine read_file(const std::string& path, const Node& node, const std::string& pointer,
                          Reader& reader);
  std::string find(const Node& node, const std::string& pointer, Reader& reader);

  std::string scenario_file_;
  const Catalog& catalog_;
  std::vector<Diagnostic>& problems_;
  std::map<std::string, LoadedMachine> loaded_;  // By path, or by canonical text of an object.
};

// The whole file; false if it cannot be read.
bool read_text(const std::string& path, std::string& text);

}  // namespace tickstorm::scenario
