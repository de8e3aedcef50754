// The project itself keeps the house rules. What a rule means and that it catches what it should is
// tested in planted_test.cpp.

#include <algorithm>
#include <catch2/catch.hpp>
#include <iterator>

#include "house/rules.h"
#include "tickstorm/itimer/cpu_accounting.h"

namespace tickstorm::house {
namespace {

std::vector<Source> project() {
  return read_project(TICKSTORM_SOURCE_DIR);
}

std::string joined(const Violations& violations) {
  std::string text;
  for (const std::string& line : violations)
    text += line + "\n";
  return text;
}

// Applies a rule about one file to those files of the project that hold code or scripts.
Violations everywhere(Violations (*rule)(const Source&)) {
  Violations found;
  for (const Source& source : project()) {
    const bool is_ours = source.is_cpp() || source.path.ends_with("CMakeLists.txt") ||
                         source.path.ends_with(".cmake") || source.path == "quickstart";
    if (is_ours) std::ranges::move(rule(source), std::back_inserter(found));
  }
  return found;
}

TEST_CASE("the whole project is read, without the build tree", "[house]") {
  const std::vector<Source> sources = project();
  const auto has = [&](std::string_view path) {
    return std::ranges::find(sources, path, &Source::path) != sources.end();
  };
  CHECK(has("include/tickstorm/sim/time.h"));
  CHECK(has("tests/house/house_test.cpp"));
  CHECK(has("quickstart"));
  CHECK(std::ranges::none_of(sources, [](const Source& s) { return s.is_under("build/"); }));
}

TEST_CASE("layers include only themselves and those below", "[house]") {
  CHECK(joined(everywhere(include_direction)) == "");
}

TEST_CASE("JSON, CLI11 and fmt stay in the layers they belong to", "[house]") {
  CHECK(joined(everywhere(foreign_includes)) == "");
}

TEST_CASE("the library neither prints nor ends the process", "[house]") {
  CHECK(joined(everywhere(printing)) == "");
}

TEST_CASE("the library uses nothing whose result differs between hosts", "[house]") {
  CHECK(joined(everywhere(indeterminism)) == "");
}

TEST_CASE("no line is over 100 columns and no file over 500 lines", "[house]") {
  CHECK(joined(everywhere(widths_and_lengths)) == "");
}

TEST_CASE("no function is over 70 lines", "[house]") {
  CHECK(joined(everywhere(long_functions)) == "");
}

TEST_CASE("every file opens by saying what it is", "[house]") {
  CHECK(joined(everywhere(opening_comment)) == "");
}

TEST_CASE("no foreign licence, note to self or host path is in any file", "[house]") {
  Violations found;
  for (const Source& source : project()) {
    std::ranges::move(banned_words(source), std::back_inserter(found));
  }
  CHECK(joined(found) == "");
}

TEST_CASE("coroutines keep their rules", "[house]") {
  CHECK(joined(everywhere(coroutine_rules)) == "");
}

TEST_CASE("no test name is split by ctest", "[house]") {
  CHECK(joined(everywhere(test_names)) == "");
}

TEST_CASE("every source file is built and every private header is used", "[house]") {
  CHECK(joined(orphans(project())) == "");
}

TEST_CASE("the README is short, and its code and commands are tested", "[house]") {
  CHECK(joined(untested_readme(project())) == "");
}

TEST_CASE("every scenario has its place in docs/validation.md", "[house]") {
  CHECK(joined(scenarios_without_row(project())) == "");
}

TEST_CASE("docs/variants.md has the rows of the table of CPU accounting, in its order", "[house]") {
  std::vector<std::string> table;
  for (const auto& variant : itimer::cpu_accounting_variants()) {
    table.emplace_back(variant.info.name);
  }
  const std::vector<Source> sources = project();
  const auto document = std::ranges::find(sources, "docs/variants.md", &Source::path);
  REQUIRE(document != sources.end());
  CHECK(names_in_table(document->text, "itimer") == table);
}

}  // namespace
}  // namespace tickstorm::house
