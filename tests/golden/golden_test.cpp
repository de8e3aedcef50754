// Reports of small scenarios, byte for byte. A change of any result shows here: look at the
// difference, and if it is meant, run with TICKSTORM_UPDATE_GOLDEN=1, which rewrites the files.

#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "support/project_scenario.h"
#include "tickstorm/report/report.h"

using namespace tickstorm;
using support::project_scenario;

namespace {

std::string golden_path(const std::string& name) {
  return std::string(TICKSTORM_GOLDEN_DIR "/") + name;
}

std::string read_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  INFO(path);
  REQUIRE(in.good());
  return {std::istreambuf_iterator<char>(in), {}};
}

// The report of the scenario, all variants. The version stays out of it: it is no result.
std::string report_of(const std::string& file, const std::vector<scenario::Override>& overrides) {
  experiment::RunResult result = experiment::run(project_scenario(file, overrides), "", {});
  result.version = "golden";
  return report::run_json(result);
}

void compare(const std::string& golden, const std::string& report) {
  const char* update = std::getenv("TICKSTORM_UPDATE_GOLDEN");
  if (update != nullptr && std::string(update) == "1") {
    std::ofstream(golden_path(golden), std::ios::binary) << report;
  }
  CHECK(report == read_text(golden_path(golden)));
}

}  // namespace

TEST_CASE("the small 1300-thread scenario gives the golden report", "[golden]") {
  compare("prof_40.json", report_of("prof_1300.json",
                                    {{"workload.threads", "40"}, {"workload.max_prime", "5000"}}));
}

TEST_CASE("the small fair-lock scenario gives the golden report", "[golden]") {
  compare("prof_fair_lock_64.json",
          report_of("prof_hang_fair_lock.json",
                    {{"workload.threads", "64"}, {"workload.max_prime", "4000"}}));
}
