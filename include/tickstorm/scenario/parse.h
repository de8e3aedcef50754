// From the text of a scenario file to a Scenario, or to the list of all its problems.

#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tickstorm/scenario/catalog.h"
#include "tickstorm/scenario/diagnostic.h"
#include "tickstorm/scenario/scenario.h"

namespace tickstorm::scenario {

// `-s key=value` of the command line. `key` is a path such as "workload.threads"; `value` is JSON,
// or a bare word that stands for a string. An override wins over the file and over every variant.
struct Override {
  std::string key;
  std::string value;
};

struct ParseResult {
  std::optional<Scenario> scenario;     // Set exactly if there are no diagnostics.
  std::vector<Diagnostic> diagnostics;  // All problems, in the order of their places in the files.
};

// Reads `text`. `file` names it in diagnostics; a machine path ending in .json is taken relative to
// its directory. Machine files are read from disk. Throws nothing for bad input.
ParseResult parse(std::string_view text, const std::string& file, const Catalog& catalog,
                  std::span<const Override> overrides);

// Reads the file at `path` and parses it. An unreadable file is a diagnostic without a line.
ParseResult load(const std::string& path, const Catalog& catalog,
                 std::span<const Override> overrides);

struct MachineResult {
  std::optional<MachineConfig> machine;  // Set exactly if there are no diagnostics.
  std::vector<std::string> estimates;    // Key paths of its numbers that are marked as estimates.
  std::vector<Diagnostic> diagnostics;
};

// Reads the machine called `name`: NAME of a file in the catalog's directories, or a path ending in
// .json. An unknown name is a diagnostic.
MachineResult load_machine(const std::string& name, const Catalog& catalog);

// Everything `variant` runs with as indented JSON, every key of the schema with its unit. Ends in a
// newline.
std::string resolved_json(const Variant& variant);

}  // namespace tickstorm::scenario
