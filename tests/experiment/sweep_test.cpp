// Sweeps: axes, the cross product, and what happens to a point that fails or is refused.

#include "tickstorm/experiment/sweep.h"

#include <catch2/catch.hpp>
#include <stdexcept>

#include "tickstorm/sim/check.h"

using namespace tickstorm;
using experiment::parse_axis;
using experiment::plan_sweep;
using experiment::SweepPlan;
using experiment::SweepRow;
using scenario::Override;

namespace {

using Texts = std::vector<std::string>;

// A parser that takes the first value as the number of threads and refuses 0.
scenario::ParseResult parse_threads(std::span<const Override> values) {
  scenario::ParseResult parsed;
  if (!values.empty() && values.front().value == "0") {
    parsed.diagnostics.push_back({.file = "-s", .at = {}, .pointer = "/t", .message = "got 0"});
    return parsed;
  }
  parsed.scenario.emplace();
  for (const char* name : {"old", "new"}) {
    scenario::Variant variant{.name = name, .setup = {}};
    if (!values.empty()) {
      variant.setup.workload.threads = static_cast<std::uint32_t>(std::stoul(values.front().value));
    }
    parsed.scenario->variants.push_back(variant);
  }
  return parsed;
}

}  // namespace

TEST_CASE("an axis is a path and its values in the order given", "[experiment]") {
  const auto parsed = parse_axis("kernel.itimer=sum_threads,none");
  REQUIRE(parsed.axis);
  CHECK(parsed.axis->path == "kernel.itimer");
  CHECK(parsed.axis->values == Texts{"sum_threads", "none"});
}

TEST_CASE("a range doubles and ends with its own end", "[experiment]") {
  CHECK(parse_axis("t=4..32").axis->values == Texts{"4", "8", "16", "32"});
  CHECK(parse_axis("t=4..24").axis->values == Texts{"4", "8", "16", "24"});
  CHECK(parse_axis("t=1,3..3,7").axis->values == Texts{"1", "3", "7"});
  CHECK(parse_axis("t=9223372036854775808..18446744073709551615").axis->values ==
        Texts{"9223372036854775808", "18446744073709551615"});
}

TEST_CASE("a malformed axis is refused with what was found", "[experiment]") {
  CHECK(parse_axis("threads").error == "expected path=value,value,..., got \"threads\"");
  CHECK(parse_axis("=1").error == "expected path=value,value,..., got \"=1\"");
  CHECK(parse_axis("t=1,,2").error == "an empty value in \"t=1,,2\"");
  CHECK(parse_axis("t=").error == "an empty value in \"t=\"");
  const std::string range =
      "expected a range of integers first..last with 1 <= first <= last, got ";
  CHECK(parse_axis("t=8..4").error == range + "\"8..4\"");
  CHECK(parse_axis("t=0..4").error == range + "\"0..4\"");
  CHECK(parse_axis("t=a..4").error == range + "\"a..4\"");
}

TEST_CASE("the last axis of a plan varies fastest", "[experiment]") {
  const std::vector<scenario::SweepAxis> axes = {{"a", {"1", "2"}}, {"b", {"x", "y", "z"}}};
  const SweepPlan plan = plan_sweep(axes, parse_threads);
  REQUIRE(plan.points.size() == 6);
  std::string order;
  for (const auto& point : plan.points)
    order += point.values[0].value + point.values[1].value + ' ';
  CHECK(order == "1x 1y 1z 2x 2y 2z ");
}

TEST_CASE("a plan without axes is the scenario itself", "[experiment]") {
  const SweepPlan plan = plan_sweep({}, parse_threads);
  REQUIRE(plan.points.size() == 1);
  CHECK(plan.points[0].values.empty());
}

TEST_CASE("a refused point refuses the plan, and each problem is told once", "[experiment]") {
  const std::vector<scenario::SweepAxis> axes = {{"t", {"1", "0", "2"}}, {"b", {"x", "y"}}};
  const SweepPlan plan = plan_sweep(axes, parse_threads);
  CHECK(plan.points.empty());
  REQUIRE(plan.diagnostics.size() == 1);
  CHECK(to_string(plan.diagnostics[0]) == "-s: /t: got 0");
}

TEST_CASE("an axis that is given twice and too many points are refused", "[experiment]") {
  const std::vector<scenario::SweepAxis> twice = {{"t", {"1"}}, {"t", {"2"}}};
  REQUIRE(plan_sweep(twice, parse_threads).diagnostics.size() == 1);
  CHECK(plan_sweep(twice, parse_threads).diagnostics[0].message == "the axis t is given twice");
  const Texts many(1000, "1");
  const std::vector<scenario::SweepAxis> axes = {{"a", many}, {"b", many}};
  REQUIRE(plan_sweep(axes, parse_threads).diagnostics.size() == 1);
  CHECK(plan_sweep(axes, parse_threads).diagnostics[0].message == "expected at most 100000 points");
}

// run_one fails for 13 threads only; the rows before and after must be there, the failed one
// marked.
TEST_CASE("a sweep goes on after an internal error and says which row failed", "[experiment]") {
  const std::vector<scenario::SweepAxis> axes = {{"t", {"12", "13", "14"}}};
  std::vector<SweepRow> rows;
  experiment::sweep(
      plan_sweep(axes, parse_threads), "new",
      [](const scenario::Variant& variant) {
        TICKSTORM_CHECK(variant.setup.workload.threads != 13, "planted");
        experiment::VariantResult result;
        result.name = variant.name;
        return result;
      },
      [&](const SweepRow& row) { rows.push_back(row); });
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].result);
  CHECK_FALSE(rows[1].result);
  CHECK(rows[1].values[0].value == "13");
  CHECK(rows[1].internal_error.find("planted") != std::string::npos);
  CHECK(rows[2].result);
  CHECK(rows[2].variant == "new");
}

TEST_CASE("rows finished before an interruption have been handed out", "[experiment]") {
  const std::vector<scenario::SweepAxis> axes = {{"t", {"1", "2"}}};
  std::vector<std::string> finished;
  const auto run_one = [](const scenario::Variant& variant) {
    if (variant.setup.workload.threads == 2) throw std::runtime_error("interrupted");
    return experiment::VariantResult{};
  };
  CHECK_THROWS_AS(experiment::sweep(plan_sweep(axes, parse_threads), "", run_one,
                                    [&](const SweepRow& row) { finished.push_back(row.variant); }),
                  std::runtime_error);
  CHECK(finished == Texts{"old", "new"});
}
