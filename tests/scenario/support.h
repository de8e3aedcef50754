// What the tests of the scenario layer share: a fixed catalog, small scenario texts, file access.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tickstorm/scenario/parse.h"

namespace tickstorm::scenario {

// Names as the real tables had them when these tests were written, so that messages stay the same
// when a variant is added; machines come from the project.
Catalog test_catalog();

// A complete scenario on k8-2x2 of 8 threads, with `extra` members before its end, each with its
// leading comma: `, "kernel": {}`.
std::string small_scenario(const std::string& extra = "");

// The scenario of `text`; fails the test with all diagnostics if there are any.
Scenario parsed(const std::string& text, const std::vector<Override>& overrides = {});

// The diagnostics of `text` as lines; the file is called "s.json".
std::vector<std::string> problems(const std::string& text,
                                  const std::vector<Override>& overrides = {});

// The whole file; fails the test if it cannot be read.
std::string read_whole(const std::filesystem::path& path);

std::filesystem::path source_dir();

}  // namespace tickstorm::scenario
