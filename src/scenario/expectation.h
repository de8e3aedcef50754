// The "expect" rows of a scenario.

#pragma once

#include <string>
#include <vector>

#include "scenario/reader.h"
#include "tickstorm/scenario/scenario.h"

namespace tickstorm::scenario {

// Reads the array `node`; `variants` are the names a row may use.
std::vector<Expectation> read_expectations(const Node& node,
                                           const std::vector<std::string>& variants,
                                           Reader& reader);

// Reads the array of names of variants that may hang.
std::vector<std::string> read_variant_list(const Node& node, const std::string& pointer,
                                           const std::vector<std::string>& variants,
                                           Reader& reader);

}  // namespace tickstorm::scenario
