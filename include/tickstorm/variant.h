// What a table row says about itself: `tickstorm list` and `tickstorm describe` print it.

#pragma once

#include <string_view>

namespace tickstorm {

struct VariantInfo {
  std::string_view name;     // By mechanism, snake_case.
  std::string_view kernel;   // Range of kernel versions, or "proposal".
  std::string_view summary;  // One line, no full stop.
  // Commits, files, mails; docs/variants.md has the whole story.
  std::string_view sources;
};

}  // namespace tickstorm
