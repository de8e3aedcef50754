// Scenario files for the commands: where machines are found, which names are known, how problems
// show.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tickstorm/scenario/parse.h"
#include "tickstorm/scenario/scenario.h"

namespace tickstorm::cli {

// What `run`, `sweep` and `explain` have in common.
struct ScenarioArguments {
  std::string file;
  std::vector<std::string> settings;  // "key=value" each
  std::optional<std::uint64_t> seed;
  std::string variant;  // Empty: all variants.
};

// Names known to this program, and the directories in which machine files are looked for. With an
// empty `file` there is no directory beside a scenario.
scenario::Catalog make_catalog(const std::string& file);

// The overrides of `-s` and `--seed`. Throws CommandError (usage) for a setting without "=".
std::vector<scenario::Override> overrides_of(const ScenarioArguments& arguments);

// Loads the file. Throws CommandError (bad_input) with all problems, one per line.
scenario::Scenario load_scenario(const std::string& file,
                                 std::span<const scenario::Override> overrides);
scenario::Scenario load_scenario(const ScenarioArguments& arguments);

// "file:line:column: ..." for each diagnostic, one per line.
std::string diagnostics_text(std::span<const scenario::Diagnostic> diagnostics);

// Throws CommandError (usage) if `variant` is neither empty nor a variant of `scenario`.
void require_variant(const scenario::Scenario& scenario, const std::string& variant);

}  // namespace tickstorm::cli
