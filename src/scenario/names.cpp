// Edit distance with swaps of neighbours (optimal string alignment) over short lists of names.

#include "scenario/names.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "scenario/json.h"

namespace tickstorm::scenario {
namespace {

std::size_t distance(std::string_view a, std::string_view b) {
  // Three rows of the table are enough: a swap looks two rows back.
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> previous(b.size() + 1);
  std::vector<std::size_t> current(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j)
    previous[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      current[j] = std::min({previous[j] + 1, current[j - 1] + 1, changed});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        current[j] = std::min(current[j], before[j - 2] + 1);
      }
    }
    std::swap(before, previous);
    std::swap(previous, current);
  }
  return previous[b.size()];
}

}  // namespace

std::string nearest(std::string_view wrong, std::span<const std::string> names) {
  constexpr std::size_t always_allowed = 2;
  constexpr std::size_t compared_max = 100;  // Nobody mistypes a name of that length.
  if (wrong.size() > compared_max) return {};
  std::string best;
  std::size_t best_distance = wrong.size();  // Replacing every letter is no likeness.
  for (const std::string& name : names) {
    const std::size_t found = distance(wrong, name);
    if (found > std::max(always_allowed, name.size() / 3) || found >= best_distance) continue;
    best = name;
    best_distance = found;
  }
  return best;
}

std::string hint(std::string_view wrong, std::span<const std::string> names) {
  const std::string name = nearest(wrong, names);
  return name.empty() ? "" : "; did you mean " + in_quotes(name) + "?";
}

std::string joined(std::span<const std::string> names) {
  std::string out;
  for (const std::string& name : names)
    out += (out.empty() ? "" : ", ") + name;
  return out;
}

}  // namespace tickstorm::scenario
