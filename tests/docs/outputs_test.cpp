// The outputs that documents quote are those of the program. TICKSTORM_UPDATE_DOCS=1 in the
// environment rewrites them.

#include "docs/outputs.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "cli/program.h"

namespace tickstorm::docs {
namespace {

std::string read_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  INFO(path);
  REQUIRE(in.good());
  return {std::istreambuf_iterator<char>(in), {}};
}

// A figure outside its tolerance (1) and a hang (4) are part of what the documents show.
std::string printed(const std::string& arguments) {
  const test::ProgramResult result = test::run_program(arguments);
  INFO("tickstorm " << arguments << "\n" << result.err);
  REQUIRE((result.exit_code == 0 || result.exit_code == 1 || result.exit_code == 4));
  return result.out;
}

void compare(const std::string& name, std::size_t blocks) {
  const std::string path = TICKSTORM_SOURCE_DIR "/" + name;
  const std::string document = read_text(path);
  CHECK(quoted_commands(document).size() == blocks);
  const std::string fresh = with_fresh_outputs(document, &printed);
  if (std::getenv("TICKSTORM_UPDATE_DOCS") != nullptr) {
    std::ofstream(path, std::ios::binary) << fresh;
  }
  INFO("TICKSTORM_UPDATE_DOCS=1 rewrites the outputs in " << name);
  CHECK(fresh == document);
}

}  // namespace

TEST_CASE("a quoted output is replaced between its markers and nothing else", "[docs]") {
  const std::string_view document =
      "before\n<!-- generated: tickstorm run a.json -->\n```\nold\n```\n<!-- end -->\nbetween\n"
      "<!-- generated: tickstorm validate b.json --markdown -->\n<!-- end -->\nafter\n"
      "<!-- generated: src/costs.h -->\nno output\n<!-- end -->\n";
  const auto echo = [](const std::string& arguments) { return "(" + arguments + ")\n"; };
  CHECK(with_fresh_outputs(document, echo) ==
        "before\n<!-- generated: tickstorm run a.json -->\n```\n(run a.json)\n```\n<!-- end -->\n"
        "between\n<!-- generated: tickstorm validate b.json --markdown -->\n"
        "(validate b.json --markdown)\n<!-- end -->\nafter\n"
        "<!-- generated: src/costs.h -->\nno output\n<!-- end -->\n");
  CHECK(quoted_commands(document) ==
        std::vector<std::string>{"run a.json", "validate b.json --markdown"});
}

TEST_CASE("a block without an end is a fault", "[docs]") {
  CHECK_THROWS_WITH(quoted_commands("<!-- generated: tickstorm run a.json -->\ntext\n"),
                    Catch::Contains("run a.json"));
}

TEST_CASE("docs/start.md quotes what the program prints", "[docs][slow]") {
  compare("docs/start.md", 2);
}

TEST_CASE("README.md quotes what the program prints", "[docs][full]") {
  compare("README.md", 2);
}

TEST_CASE("docs/validation.md quotes what the program prints", "[docs][full]") {
  compare("docs/validation.md", 6);
}

}  // namespace tickstorm::docs
