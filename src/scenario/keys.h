// THE TABLE of keys of scenario and machine files. Reading, checking, the published schema, the
// reference and `describe` all come from it.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tickstorm/scenario/scenario.h"

namespace tickstorm::scenario {

enum class KeyType : std::uint8_t {
  text,
  duration,   // Value: picoseconds.
  frequency,  // Value: hertz.
  size,       // Value: bytes.
  cycles,     // Value: clock cycles.
  integer,
  number,
  boolean,
  enumeration,  // Value: index into Key::names.
  itimer,       // A name of Catalog::itimers.
  workload,     // A name of Catalog::workloads.
  metric,       // A name of Catalog::metrics.
  variant,      // A name of this file's variants.
  tolerance,    // "15%", "2x" or "at-most".
  distances,    // Array of distance classes.
  machine,      // A preset, a file, or an object.
  object,       // Its keys are the rows below it.
  variants,
  sweep,
  expectations,
  variant_list,
  figure_value,  // Of whatever type the key with the figure has.
};

// How a scalar reaches its field of Setup. Text keys use the second pair, all others the first.
struct Binding {
  std::int64_t (*get)(const Setup&) = nullptr;
  void (*set)(Setup&, std::int64_t) = nullptr;
  const std::string& (*get_text)(const Setup&) = nullptr;
  void (*set_text)(Setup&, std::string) = nullptr;
};

struct Key {
  std::string_view path;  // "kernel.hz"; "[]" is any item of an array, "{}" any name.
  KeyType type = KeyType::object;
  // Range of the value, both ends allowed, in the smallest unit of the type.
  std::int64_t least = 0;
  std::int64_t most = 0;
  // Of an enumeration, separated by spaces, in the order of the enumerators.
  std::string_view names;
  bool required = false;
  Binding binding;
  std::string_view sentence;
};

std::span<const Key> keys();

// Null if there is no such key.
const Key* find_key(std::string_view path);

// The last part of the path: "hz" of "kernel.hz".
std::string_view leaf(std::string_view path);

// "kernel" of "kernel.hz"; empty for a top-level key.
std::string_view parent(std::string_view path);

// Rows directly below `path`; "" gives the top level.
std::vector<const Key*> children(std::string_view path);

// Whether variants, sweeps and the command line may set the key: a scalar of the machine, kernel,
// workload, stop or engine, or the machine itself.
bool is_override(const Key& key);

// Whether a machine file gives the key as a figure, {"value", "mark", "source"}: every number does.
// The rows "figure.*" describe that object.
bool is_figure(const Key& key);

// Names of an enumeration.
std::vector<std::string> enumerators(const Key& key);

}  // namespace tickstorm::scenario
