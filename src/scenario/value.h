// One scalar of a file: read against its key, applied to a Setup, shown again.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "scenario/json.h"
#include "scenario/keys.h"
#include "tickstorm/scenario/catalog.h"

namespace tickstorm::scenario {

struct Value {
  std::int64_t number = 0;         // In the smallest unit of the key's type.
  bool in_cycles = false;          // A duration given in cycles: `number` counts those.
  double real = 0;                 // Of KeyType::number.
  std::string text;                // Of a name or text.
  std::vector<std::uint8_t> list;  // Of KeyType::distances.
};

struct Decoded {
  std::optional<Value> value;
  std::string problem;  // "expected ..., got ..."; empty exactly if there is a value.
};

// Reads `node` as a value of `key`, with range and names checked.
Decoded decode(const Key& key, const Node& node, const Catalog& catalog);

// Writes the value to its field. A duration in cycles uses the clock that `setup` has by then.
void apply(const Key& key, const Value& value, Setup& setup);

// The value as it would stand in a file: `"10ms"`, `1000`, `true`. Needs a key with a binding or of
// type distances.
std::string show_field(const Key& key, const Setup& setup);

// A number of the key's type as text with its unit: `"10ms"`, `64`.
std::string show_number(const Key& key, std::int64_t number);

// `expected one of ..., got "x"; did you mean "y"?`
std::string unknown_name(const std::string& wrong, const std::vector<std::string>& names);

}  // namespace tickstorm::scenario
