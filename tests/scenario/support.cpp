// Helpers of the scenario tests.

#include "scenario/support.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>

namespace tickstorm::scenario {

std::filesystem::path source_dir() {
  return TICKSTORM_SOURCE_DIR;
}

Catalog test_catalog() {
  return {{"none", "sum_threads", "sum_threads_unclamped", "percpu_totals", "percpu_unpadded"},
          {"primes"},
          {"elapsed_s", "user_s", "system_s", "voluntary_switches", "involuntary_switches",
           "signals", "cpu_s", "cpu_s_per_signal"},
          {(source_dir() / "scenarios/machines").string()}};
}

std::string small_scenario(const std::string& extra) {
  return R"({ "name": "small", "question": "How?", "machine": "k8-2x2",
  "workload": { "kind": "primes", "threads": 8 })" +
         extra + " }";
}

Scenario parsed(const std::string& text, const std::vector<Override>& overrides) {
  const ParseResult result = parse(text, "s.json", test_catalog(), overrides);
  for (const Diagnostic& d : result.diagnostics)
    UNSCOPED_INFO(to_string(d));
  REQUIRE(result.scenario.has_value());
  CHECK(result.diagnostics.empty());
  return *result.scenario;
}

std::vector<std::string> problems(const std::string& text, const std::vector<Override>& overrides) {
  const ParseResult result = parse(text, "s.json", test_catalog(), overrides);
  CHECK(result.scenario.has_value() == result.diagnostics.empty());
  std::vector<std::string> lines;
  for (const Diagnostic& d : result.diagnostics)
    lines.push_back(to_string(d));
  return lines;
}

std::string read_whole(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  INFO(path.string());
  REQUIRE(in.good());
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace tickstorm::scenario
