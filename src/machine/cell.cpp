// Cuts the offsets of a structure into lines.

#include "tickstorm/machine/cell.h"

#include <algorithm>

namespace tickstorm {

Layout::Layout(std::uint32_t line_bytes, std::initializer_list<std::uint32_t> offsets,
               std::uint32_t misaligned) {
  std::vector<std::uint32_t> used;
  for (const std::uint32_t offset : offsets)
    used.push_back((offset + misaligned) / line_bytes);
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  for (const std::uint32_t offset : offsets) {
    const auto at = std::lower_bound(used.begin(), used.end(), (offset + misaligned) / line_bytes);
    line_of_.push_back(static_cast<std::uint32_t>(at - used.begin()));
  }
  lines_ = static_cast<std::uint32_t>(used.size());
}

}  // namespace tickstorm
