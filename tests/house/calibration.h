// docs/calibration.md as its generator writes it: the numbers of all machines and cost tables.

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "house/source.h"

namespace tickstorm::house {

// A constant of straight-line work or of a layout: `name` and `value` from its line, the
// rest from the comment on top of it.
struct Cost {
  std::string name;
  std::string value;
  std::string mark;    // "assumed" or "fitted"
  std::string reason;  // One line.
};

// All constants of type Cycles in C++ text, in its order, and those of type std::uint32_t whose
// comment begins with "assumed:" or "fitted:". Another comment leaves the mark empty.
std::vector<Cost> costs_of(std::string_view cpp);

// One row per number of a machine file, the path of the number in the first column; text that is no
// number with a mark is left out. Throws nlohmann::json::exception if the text is not JSON with
// comments.
std::string machine_table(std::string_view json);

// `document` with the text between each pair of markers "<!-- generated: PATH -->" and
// "<!-- end -->" replaced by the table of the project's file at PATH. An unknown path gives an
// empty table.
std::string with_fresh_tables(std::string_view document, std::span<const Source> project);

}  // namespace tickstorm::house
