// Questions to the key table: by path, by tree, by what may be done with a key.

#include <algorithm>
#include <sstream>

#include "scenario/keys.h"

namespace tickstorm::scenario {

const Key* find_key(std::string_view path) {
  const std::span<const Key> all = keys();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Key& key) { return key.path == path; });
  return found == all.end() ? nullptr : &*found;
}

std::string_view leaf(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string_view::npos ? path : path.substr(dot + 1);
}

std::string_view parent(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string_view::npos ? std::string_view{} : path.substr(0, dot);
}

std::vector<const Key*> children(std::string_view path) {
  std::vector<const Key*> out;
  for (const Key& key : keys()) {
    if (parent(key.path) == path) out.push_back(&key);
  }
  return out;
}

bool is_override(const Key& key) {
  if (key.path == "machine" || key.type == KeyType::distances) return true;
  if (key.path == "stop.when" || key.path == "machine.name") return false;
  return key.binding.set != nullptr || key.binding.set_text != nullptr;
}

bool is_figure(const Key& key) {
  switch (key.type) {
    case KeyType::duration:
    case KeyType::frequency:
    case KeyType::size:
    case KeyType::cycles:
    case KeyType::integer:
    case KeyType::distances:
      return key.path.starts_with("machine.");
    default:
      return false;
  }
}

std::vector<std::string> enumerators(const Key& key) {
  std::istringstream names{std::string(key.names)};
  std::vector<std::string> out;
  for (std::string name; names >> name;)
    out.push_back(name);
  return out;
}

}  // namespace tickstorm::scenario
