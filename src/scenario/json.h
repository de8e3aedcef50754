// A small JSON tree that knows the place of every key and value and keeps duplicate keys.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tickstorm/scenario/diagnostic.h"

namespace tickstorm::scenario {

struct Member;

struct Node {
  // `integer` is a number without fraction that fits 64 signed bits; `real` is any other number.
  enum class Kind : std::uint8_t { null, boolean, integer, real, string, array, object };

  Kind kind = Kind::null;
  Position at;
  std::string text;  // A string's value, or a number as it was written.
  bool boolean = false;
  std::int64_t integer = 0;
  double real = 0;              // Also set for an integer.
  std::vector<Node> items;      // Of an array.
  std::vector<Member> members;  // Of an object, in file order, duplicates included.
};

struct Member {
  std::string key;
  Position at;  // Of the key.
  Node value;
};

struct JsonResult {
  std::optional<Node> root;
  std::optional<Diagnostic> problem;  // Set exactly if `root` is not.
};

// Reads one JSON value; // and /* */ comments count as white space. Nesting is limited to 64
// levels.
JsonResult read_json(std::string_view text, const std::string& file);

// The same value without white space and comments, members in file order.
std::string canonical(const Node& node);

// A value as a diagnostic shows it: scalars as written (long strings cut), "an object", "an array".
std::string shown(const Node& node);

// `text` in double quotes, escaped as JSON.
std::string in_quotes(std::string_view text);

}  // namespace tickstorm::scenario
