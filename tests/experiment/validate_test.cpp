// Published figures against simulated ones: tolerances, limits, and runs that hang.

#include "tickstorm/experiment/validate.h"

#include <catch2/catch.hpp>

using namespace tickstorm;
using experiment::Outcome;
using experiment::ValidationRow;
using scenario::Expectation;

namespace {

// The only row of a scenario whose variant "old" measured elapsed_s = `simulated`.
ValidationRow judge(Expectation expectation, double simulated, Outcome outcome = Outcome::completed,
                    std::vector<std::string> expect_hung = {}) {
  expectation.variant = "old";
  if (expectation.metric.empty()) expectation.metric = "elapsed_s";
  scenario::Scenario scenario;
  scenario.name = "s";
  scenario.expect = {expectation};
  scenario.expect_hung = std::move(expect_hung);
  experiment::VariantResult variant;
  variant.name = "old";
  variant.outcome = outcome;
  variant.metrics = {{"elapsed_s", simulated}};
  experiment::RunResult result;
  result.variants = {variant};
  const auto rows = experiment::validate(scenario, result);
  REQUIRE(rows.size() == 1);
  return rows[0];
}

Expectation relative(double value, double tolerance) {
  Expectation expectation;
  expectation.value = value;
  expectation.within_relative = tolerance;
  return expectation;
}

Expectation factor(double value, double times) {
  Expectation expectation;
  expectation.value = value;
  expectation.within_factor = times;
  return expectation;
}

Expectation limit(double value) {
  Expectation expectation;
  expectation.value = value;
  expectation.at_most = true;
  return expectation;
}

}  // namespace

TEST_CASE("a relative tolerance counts on both sides, its edge included", "[experiment]") {
  CHECK(judge(relative(100, 0.25), 125).inside);
  CHECK(judge(relative(100, 0.25), 75).inside);
  CHECK_FALSE(judge(relative(100, 0.25), 125.1).inside);
  CHECK_FALSE(judge(relative(100, 0.25), 74.9).inside);
  CHECK(judge(relative(100, 0.25), 75).error_pct == -25.0);
  CHECK(judge(relative(100, 0.15), 75).within == "15%");
  CHECK(judge(relative(100, 0.025), 75).within == "2.5%");
}

TEST_CASE("a factor allows as much below as above", "[experiment]") {
  CHECK(judge(factor(60, 2), 30).inside);
  CHECK(judge(factor(60, 2), 120).inside);
  CHECK_FALSE(judge(factor(60, 2), 29.9).inside);
  CHECK_FALSE(judge(factor(60, 2), 120.1).inside);
  CHECK(judge(factor(60, 2), 120).error_pct == 100.0);
  CHECK(judge(factor(60, 2), 30).within == "2x");
}

TEST_CASE("only what is above an upper limit is an error", "[experiment]") {
  CHECK(judge(limit(0.5), 0).inside);
  CHECK(judge(limit(0.5), 0.5).inside);
  CHECK(judge(limit(0.5), 0.1).error_pct == 0.0);
  CHECK_FALSE(judge(limit(0.5), 0.75).inside);
  CHECK(judge(limit(0.5), 0.75).error_pct == 50.0);
  CHECK(judge(limit(0.5), 0).within == "at-most");
}

TEST_CASE("a published zero has no percentage unless it is met", "[experiment]") {
  CHECK_FALSE(judge(relative(0, 0.1), 1).error_pct);
  CHECK_FALSE(judge(relative(0, 0.1), 1).inside);
  CHECK(judge(relative(0, 0.1), 0).error_pct == 0.0);
  CHECK(judge(relative(0, 0.1), 0).inside);
}

TEST_CASE("a figure that was not measured is outside", "[experiment]") {
  Expectation expectation = relative(1, 10);
  expectation.metric = "signals";
  const ValidationRow row = judge(expectation, 1);
  CHECK_FALSE(row.simulated);
  CHECK_FALSE(row.error_pct);
  CHECK_FALSE(row.inside);
}

TEST_CASE("a hung run is outside with its figures shown, unless it was to hang", "[experiment]") {
  const ValidationRow surprise = judge(relative(100, 0.1), 100, Outcome::hung);
  CHECK_FALSE(surprise.inside);
  CHECK(surprise.simulated == 100.0);
  CHECK(surprise.outcome == Outcome::hung);
  CHECK(judge(relative(100, 0.1), 100, Outcome::hung, {"old"}).inside);
  CHECK_FALSE(judge(relative(100, 0.1), 200, Outcome::hung, {"old"}).inside);
}

TEST_CASE("a run that was stopped at its limit has incomplete figures, which are outside",
          "[experiment]") {
  const ValidationRow row = judge(limit(100), 50, Outcome::stopped);
  CHECK_FALSE(row.inside);
  CHECK(row.simulated == 50.0);
  CHECK_FALSE(judge(limit(100), 50, Outcome::stopped, {"old"}).inside);
}

TEST_CASE("expectations of variants that did not run give no rows", "[experiment]") {
  scenario::Scenario scenario;
  scenario.expect = {relative(1, 0.1)};
  scenario.expect[0].variant = "new";
  CHECK(experiment::validate(scenario, {}).empty());
}
