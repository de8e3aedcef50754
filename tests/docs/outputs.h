// Outputs of the program that a document quotes.
//
// A block stands between the lines "<!-- generated: tickstorm ARGUMENTS -->" and "<!-- end -->":
// what the program prints for these arguments, in a code fence unless it prints Markdown.

#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tickstorm::docs {

// The arguments of all blocks, in the document's order. Throws std::runtime_error if a block has no
// end.
std::vector<std::string> quoted_commands(std::string_view document);

// `document` with the body of each block replaced by what `run(arguments)` gives.
std::string with_fresh_outputs(std::string_view document,
                               const std::function<std::string(const std::string&)>& run);

}  // namespace tickstorm::docs
