// The house rules a machine can check. Each takes text, so that each is tested on planted faults.

#pragma once

#include <span>
#include <string_view>

#include "house/source.h"

namespace tickstorm::house {

// Rules about one file.
Violations include_direction(const Source& source);   // A layer includes itself and those below.
Violations foreign_includes(const Source& source);    // JSON, CLI11 and fmt stay where they belong.
Violations printing(const Source& source);            // Only src/cli prints or ends the process.
Violations indeterminism(const Source& source);       // Nothing whose result differs between hosts.
Violations widths_and_lengths(const Source& source);  // 100 columns, 500 lines.
Violations long_functions(const Source& source);      // 70 lines.
Violations opening_comment(const Source& source);     // What the file is; headers: pragma once.
Violations banned_words(const Source& source);     // Foreign licences, notes to self, host paths.
Violations coroutine_rules(const Source& source);  // See docs/STYLE.md, "Coroutines".
Violations test_names(const Source& source);       // No ';', which ctest takes for a separator.

// Rules about files together.
Violations orphans(std::span<const Source> project);          // Files that no build file names.
Violations untested_readme(std::span<const Source> project);  // README code and commands.
Violations scenarios_without_row(std::span<const Source> project);  // In docs/validation.md.

// The names in the first column of the table rows of a Markdown text, without back-quotes, for the
// section whose heading contains `heading`; in the order of the text.
std::vector<std::string> names_in_table(std::string_view markdown, std::string_view heading);

}  // namespace tickstorm::house
