// What may stand in a scenario file, for `tickstorm schema`, `tickstorm describe` and the
// reference.

#pragma once

#include <string>
#include <vector>

namespace tickstorm::scenario {

// One key, all as text for people. Paths are dotted; "[]" stands for any item, "{}" for any name.
struct KeyInfo {
  std::string path;
  std::string type;           // "duration", "integer", "one of aligned, half, staggered", ...
  std::string range;          // "50 to 10000"; empty if the type says it all.
  std::string default_value;  // As it would stand in a file; empty if there is none.
  bool required = false;
  std::string sentence;
};

// All keys of scenario and machine files, in the order of the reference.
std::vector<KeyInfo> key_table();

// JSON Schema draft-07 of a scenario file, indented, ending in a newline.
std::string schema_json();

// The key table as a Markdown table; docs/reference/scenario.md holds exactly this text.
std::string key_table_markdown();

}  // namespace tickstorm::scenario
