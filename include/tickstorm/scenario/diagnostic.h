// One problem of a scenario or machine file: where it is, what was expected, what was found.

#pragma once

#include <cstdint>
#include <string>

namespace tickstorm::scenario {

// A place in a text. Both count from 1; columns count bytes. Line 0 means "no place in a file".
struct Position {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  auto operator<=>(const Position&) const = default;
};

struct Diagnostic {
  std::string file;     // As given, or "-s key=value" for an override of the command line.
  Position at;          // Line 0 for an override and for a file that could not be read.
  std::string pointer;  // JSON pointer; "/" is the whole document.
  std::string message;  // "expected 50 to 10000, got 0", perhaps with `; did you mean "..."?`.
  bool operator==(const Diagnostic&) const = default;
};

// "file:line:column: /json/pointer: message", without the numbers when there is no line.
std::string to_string(const Diagnostic& diagnostic);

}  // namespace tickstorm::scenario
