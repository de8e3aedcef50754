// Lists of names in diagnostics: what is allowed, and what was probably meant.

#pragma once

#include <span>
#include <string>
#include <string_view>

namespace tickstorm::scenario {

// The name with the fewest inserted, removed, changed or swapped letters, the first of equals;
// empty if even that one differs in more than a third of its letters (two are always allowed).
std::string nearest(std::string_view wrong, std::span<const std::string> names);

// `; did you mean "..."?`, or nothing if no name is near.
std::string hint(std::string_view wrong, std::span<const std::string> names);

// "a, b, c"
std::string joined(std::span<const std::string> names);

}  // namespace tickstorm::scenario
