// The scenario and machine files of the project itself.

#include <algorithm>
#include <catch2/catch.hpp>

#include "scenario/support.h"
#include "tickstorm/experiment/run.h"
#include "tickstorm/itimer/cpu_accounting.h"
#include "tickstorm/workload/workload.h"

namespace fs = std::filesystem;
using namespace tickstorm;
using namespace tickstorm::scenario;

namespace {

std::vector<fs::path> scenario_files() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(source_dir() / "scenarios")) {
    const fs::path& path = entry.path();
    const bool is_scenario = path.extension() == ".json" &&
                             path.parent_path().filename() != "machines" &&
                             path.filename() != "scenario.schema.json";
    if (is_scenario) files.push_back(path);
  }
  std::sort(files.begin(), files.end());
  return files;
}

Scenario project_scenario(const std::string& name) {
  const fs::path path = source_dir() / "scenarios/itimer" / name;
  const ParseResult result = load(path.string(), test_catalog(), {});
  for (const Diagnostic& d : result.diagnostics)
    UNSCOPED_INFO(to_string(d));
  REQUIRE(result.scenario.has_value());
  return *result.scenario;
}

}  // namespace

TEST_CASE("every scenario file of the project is without problems", "[scenario]") {
  const std::vector<fs::path> files = scenario_files();
  CHECK(files.size() >= 6);
  for (const fs::path& path : files) {
    const ParseResult result = load(path.string(), test_catalog(), {});
    for (const Diagnostic& d : result.diagnostics)
      UNSCOPED_INFO(to_string(d));
    CHECK(result.scenario.has_value());
  }
}

TEST_CASE("scenario files name only variants, workloads and metrics that the program has",
          "[scenario]") {
  Catalog catalog;
  for (const auto& variant : itimer::cpu_accounting_variants())
    catalog.itimers.emplace_back(variant.info.name);
  for (const auto& workload : workload::workloads())
    catalog.workloads.emplace_back(workload.name);
  for (const auto& metric : experiment::metric_table())
    catalog.metrics.emplace_back(metric.name);
  catalog.machine_directories = test_catalog().machine_directories;
  for (const fs::path& path : scenario_files()) {
    const ParseResult result = load(path.string(), catalog, {});
    for (const Diagnostic& d : result.diagnostics)
      UNSCOPED_INFO(to_string(d));
    CHECK(result.scenario.has_value());
  }
}

TEST_CASE("every machine file of the project is without problems and bears its file's name",
          "[scenario]") {
  const std::vector<std::string> names = machine_names(test_catalog());
  CHECK(names == std::vector<std::string>{"barcelona-4x4", "k8-2x2", "skx-8s"});
  for (const std::string& name : names) {
    const MachineResult result = load_machine(name, test_catalog());
    for (const Diagnostic& d : result.diagnostics)
      UNSCOPED_INFO(to_string(d));
    REQUIRE(result.machine.has_value());
    CHECK(result.machine->name == name);
  }
}

TEST_CASE("prof_1300 compares old and new, timer off and on, with three fitted figures",
          "[scenario]") {
  const Scenario s = project_scenario("prof_1300.json");
  REQUIRE(s.variants.size() == 4);
  CHECK(s.variants[0].name == "old_off");
  CHECK(s.variants[0].setup.workload.itimer_prof == SimDuration{});
  CHECK(s.variants[1].setup.kernel.itimer == "sum_threads");
  CHECK(s.variants[1].setup.workload.itimer_prof == milliseconds(10));
  CHECK(s.variants[3].setup.kernel.itimer == "percpu_totals");
  CHECK(s.variants[3].setup.workload.threads == 1'300);
  CHECK(s.variants[3].setup.workload.max_prime == 200'000);
  const auto fitted = [](const Expectation& e) { return e.role == Role::fit; };
  CHECK(std::count_if(s.expect.begin(), s.expect.end(), fitted) == 3);
  CHECK(s.expect.size() == 25);
}

TEST_CASE("the dual-core cases of the commit run on two CPUs, the long one on four", "[scenario]") {
  const Scenario s = project_scenario("commit_f06febc.json");
  for (const Variant& variant : s.variants) {
    const bool is_long = variant.name.starts_with("mc8");
    CHECK(variant.setup.kernel.online_cpus == (is_long ? 0 : 2));
    CHECK((variant.setup.workload.itimer_prof == SimDuration{}) == variant.name.starts_with("mc4"));
  }
}

TEST_CASE("every beginning of a scenario file is a syntax error with a place, never a crash",
          "[scenario]") {
  const std::string whole = read_whole(source_dir() / "scenarios/itimer/prof_hang.json");
  const std::size_t end = whole.rfind('}');
  for (std::size_t size = 0; size <= end; ++size) {
    const ParseResult result = parse(whole.substr(0, size), "s.json", test_catalog(), {});
    REQUIRE(result.diagnostics.size() == 1);
    CHECK(result.diagnostics[0].at.line >= 1);
    CHECK(result.diagnostics[0].at.column >= 1);
  }
}

TEST_CASE("a scenario with any one byte changed gives a scenario or diagnostics", "[scenario]") {
  const std::string whole = read_whole(source_dir() / "scenarios/itimer/prof_hang.json");
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const char byte : {'"', '/', '}', '9', '\0', '\n', '\xC3'}) {
      std::string changed = whole;
      changed[at] = byte;
      const ParseResult result = parse(changed, "s.json", test_catalog(), {});
      REQUIRE(result.scenario.has_value() == result.diagnostics.empty());
    }
  }
}
