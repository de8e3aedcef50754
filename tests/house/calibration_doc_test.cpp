// docs/calibration.md holds every number of the machines and cost tables, as the code has it.
// TICKSTORM_UPDATE_DOCS=1 in the environment rewrites its tables.

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>

#include "house/calibration.h"

namespace tickstorm::house {
namespace {

constexpr std::string_view document_path = "docs/calibration.md";

bool is_cost_table(const Source& source) {
  return source.is_cpp() && (source.is_under("src/") || source.is_under("include/")) &&
         !costs_of(source.text).empty();
}

bool is_machine(const Source& source) {
  return source.is_under("scenarios/machines/") && source.path.ends_with(".json");
}

TEST_CASE("a cost is read with its mark and its comment joined to one line", "[house]") {
  const std::vector<Cost> costs = costs_of(
      "// The tables.\n\n// assumed: a long\n// reason.\ninline constexpr Cycles one{12'000};\n"
      "// fitted: to a run.\nconstexpr Cycles two{7};\n\nconstexpr Cycles bare{1};\n"
      "struct S {\n  // assumed: a size.\n  static constexpr std::uint32_t bytes = 64;\n"
      "  static constexpr std::uint32_t index = 0;\n};\n");
  REQUIRE(costs.size() == 4);
  CHECK(costs[0].name == "one");
  CHECK(costs[0].value == "12000");
  CHECK(costs[0].mark == "assumed");
  CHECK(costs[0].reason == "a long reason.");
  CHECK(costs[1].mark == "fitted");
  CHECK(costs[2].mark == "");
  CHECK(costs[3].name == "bytes");
  CHECK(costs[3].value == "64");
}

TEST_CASE("a machine's table has a row per marked number, by path", "[house]") {
  const std::string table = machine_table(
      R"({"name": "m", // comment
          "l1": {"ways": {"value": 2, "mark": "estimate", "source": "a | b"}},
          "relax": {"value": "10cycles", "mark": "measured", "source": "c"}})");
  CHECK(table ==
        "| Number | Value | Mark | Source |\n|---|---|---|---|\n"
        "| `l1.ways` | 2 | estimate | a \\| b |\n"
        "| `relax` | 10cycles | measured | c |\n");
}

TEST_CASE("fresh tables replace what is between the markers and nothing else", "[house]") {
  const std::vector<Source> project = {
      {"src/a/costs.h", "// assumed: why.\nconstexpr Cycles x{3};\n"}};
  const std::string_view old =
      "before\n<!-- generated: src/a/costs.h -->\nstale\n<!-- end -->\nafter\n";
  CHECK(with_fresh_tables(old, project) ==
        "before\n<!-- generated: src/a/costs.h -->\n"
        "| Constant | Value | Mark | What it stands for |\n|---|---|---|---|\n"
        "| `x` | 3 | assumed | why. |\n<!-- end -->\nafter\n");
}

TEST_CASE("docs/calibration.md equals the machines and the cost tables", "[house]") {
  const std::vector<Source> project = read_project(TICKSTORM_SOURCE_DIR);
  const auto document = std::ranges::find(project, document_path, &Source::path);
  REQUIRE(document != project.end());
  const std::string fresh = with_fresh_tables(document->text, project);
  if (std::getenv("TICKSTORM_UPDATE_DOCS") != nullptr) {
    std::ofstream(std::string(TICKSTORM_SOURCE_DIR) + "/" + std::string(document_path)) << fresh;
  }
  INFO("TICKSTORM_UPDATE_DOCS=1 rewrites the tables");
  CHECK(fresh == document->text);
}

TEST_CASE("docs/calibration.md leaves out no machine and no cost table", "[house]") {
  const std::vector<Source> project = read_project(TICKSTORM_SOURCE_DIR);
  const auto document = std::ranges::find(project, document_path, &Source::path);
  REQUIRE(document != project.end());
  for (const Source& source : project) {
    if (!is_machine(source) && !is_cost_table(source)) continue;
    CAPTURE(source.path);
    CHECK(document->text.find("<!-- generated: " + source.path + " -->") != std::string::npos);
  }
}

TEST_CASE("every cost in cycles says whether it is assumed or fitted", "[house]") {
  for (const Source& source : read_project(TICKSTORM_SOURCE_DIR)) {
    if (!is_cost_table(source)) continue;
    for (const Cost& cost : costs_of(source.text)) {
      CAPTURE(source.path, cost.name);
      CHECK(cost.mark != "");
    }
  }
}

}  // namespace
}  // namespace tickstorm::house
