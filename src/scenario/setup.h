// From checked assignments to one Setup, and the rules that concern several keys at once.

#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "scenario/reader.h"
#include "tickstorm/scenario/scenario.h"

namespace tickstorm::scenario {

// Applies the assignments in order; the last one for a key wins. Clocks come first, because
// durations in cycles need them, wherever they stand.
Setup make_setup(std::span<const Assignment> assignments);

// Checks what no key can be blamed for alone. A problem stands where the key was last given, or at
// `fallback`. Problems already in the list are not added again: variants share their base.
void check_setup(const Setup& setup, std::span<const Assignment> assignments,
                 const Origin& fallback, std::vector<Diagnostic>& problems);

// Only the rules that concern the machine.
void check_machine(const Setup& setup, std::span<const Assignment> assignments,
                   const Origin& fallback, std::vector<Diagnostic>& problems);

}  // namespace tickstorm::scenario
