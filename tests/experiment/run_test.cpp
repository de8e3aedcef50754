// Runs of the project's scenarios, made small: the same results bit for bit whenever and however
// they are simulated.

#include "tickstorm/experiment/run.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>

#include "support/project_scenario.h"

using namespace tickstorm;
using namespace tickstorm::experiment;
using support::project_scenario;

namespace {

const std::vector<scenario::Override> small = {
    {"workload.threads", "48"}, {"workload.max_prime", "20000"}, {"stop.at_most", "60s"}};

std::vector<std::string> scenario_names() {
  std::vector<std::string> names;
  for (const auto& entry :
       std::filesystem::directory_iterator(TICKSTORM_SOURCE_DIR "/scenarios/itimer")) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

// Everything a run gives, as text that is the same only if the numbers are.
std::string fingerprint(const VariantResult& result) {
  std::string text = result.name + " " + to_string(result.outcome) + " " +
                     std::to_string(result.end.ps) + " " + std::to_string(result.state_hash);
  for (const Metric& metric : result.metrics) {
    char digits[64];
    std::snprintf(digits, sizeof digits, "%a", metric.value);
    text += "\n" + metric.name + " " + digits;
  }
  for (const LockClassStats& lock : result.locks) {
    text += "\n" + lock.name + " " + std::to_string(lock.acquisitions) + " " +
            std::to_string(lock.contentions) + " " + std::to_string(lock.wait_total.ps) + " " +
            std::to_string(lock.hold_total.ps);
  }
  for (const Finding& finding : result.findings)
    text += "\n" + finding.sentence;
  return text;
}

}  // namespace

// The switches of the simulator must not show: looking ahead of global time, and pricing loops of
// loads in one go.
TEST_CASE("small runs of every scenario are equal bit for bit however they are simulated",
          "[experiment]") {
  const std::string name = GENERATE(from_range(scenario_names()));
  const scenario::Scenario scenario = project_scenario(name, small);
  for (scenario::Variant variant : scenario.variants) {
    CAPTURE(name, variant.name);
    const std::string first = fingerprint(run_variant(variant, {}));
    CHECK(first == fingerprint(run_variant(variant, {})));
    variant.setup.machine.bulk = false;
    CHECK(first == fingerprint(run_variant(variant, {})));
    variant.setup.machine.look_ahead = false;
    CHECK(first == fingerprint(run_variant(variant, {})));
    variant.setup.machine.bulk = true;
    CHECK(first == fingerprint(run_variant(variant, {})));
  }
}

TEST_CASE("small runs complete without a finding under every accounting", "[experiment]") {
  scenario::Scenario scenario = project_scenario("prof_1300.json", small);
  scenario::Variant variant = scenario.variants.front();
  variant.setup.workload.itimer_prof = milliseconds(10);
  for (const auto& accounting : itimer::cpu_accounting_variants()) {
    CAPTURE(accounting.info.name);
    variant.setup.kernel.itimer = std::string(accounting.info.name);
    const VariantResult result = run_variant(variant, {});
    CHECK(result.outcome == Outcome::completed);
    CHECK(result.findings.empty());
    CHECK(result.metrics.size() == metric_table().size());
  }
}

TEST_CASE("a run that reaches its limit is stopped there", "[experiment]") {
  scenario::Scenario scenario = project_scenario("prof_1300.json", small);
  scenario::Variant variant = scenario.variants.front();
  variant.setup.at_most = milliseconds(7);
  const VariantResult result = run_variant(variant, {});
  CHECK(result.outcome == Outcome::stopped);
  CHECK(result.end == SimTime{} + milliseconds(7));
}

TEST_CASE("a run tells its progress once a simulated second", "[experiment]") {
  scenario::Scenario scenario = project_scenario("prof_1300.json", small);
  scenario::Variant variant = scenario.variants.front();
  variant.setup.workload.threads = 16;
  variant.setup.workload.max_prime = 400'000;
  std::vector<SimTime> seen;
  const VariantResult result =
      run_variant(variant, [&](std::string_view, SimTime now, SimTime) { seen.push_back(now); });
  REQUIRE(result.end > SimTime{} + seconds(2));
  CHECK(seen.size() == static_cast<std::size_t>((result.end - SimTime{}) / seconds(1)));
  for (std::size_t i = 0; i < seen.size(); ++i)
    CHECK(seen[i] == SimTime{} + seconds(static_cast<std::int64_t>(i) + 1));
}

TEST_CASE("only the named variant runs", "[experiment]") {
  const scenario::Scenario scenario = project_scenario("prof_1300.json", small);
  const RunResult result = run(scenario, "new_on", {});
  REQUIRE(result.variants.size() == 1);
  CHECK(result.variants.front().name == "new_on");
  CHECK(result.scenario == "prof-1300");
  CHECK(result.machine == "k8-2x2");
  CHECK(result.scenario_hash == scenario.hash);
}
