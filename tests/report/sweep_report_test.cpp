// The report of `sweep`: a table that is printed row by row, and JSON.

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "report/results.h"
#include "tickstorm/report/report.h"

using namespace tickstorm;
using experiment::SweepPlan;
using experiment::SweepRow;

namespace {

const report::SweepHead head = {.scenario = "tiny",
                                .question = "Does it hang?",
                                .machine = "toy",
                                .seed = 7,
                                .version = "9.8.7"};

SweepRow row_of(const std::string& threads, const std::string& itimer) {
  SweepRow row;
  row.values = {{"workload.threads", threads}, {"kernel.itimer", itimer}};
  row.variant = "old";
  row.scenario_hash = 0x77;
  row.result = test::two_variants().variants[0];
  return row;
}

SweepPlan plan_of(const SweepRow& row) {
  experiment::SweepPoint point;
  point.values = row.values;
  point.scenario.variants.push_back({.name = row.variant, .setup = {}});
  return {.points = {point}, .diagnostics = {}};
}

}  // namespace

TEST_CASE("rows of a sweep stand under their titles", "[report]") {
  const SweepRow row = row_of("1300", "\"sum_threads\"");
  const report::SweepTable table(plan_of(row));
  CHECK(
      table.head(head) + table.row(row) ==
      "tiny: Does it hang?\n"
      "machine toy, seed 7, tickstorm 9.8.7\n"
      "\n"
      "workload.threads  kernel.itimer  variant  outcome     elapsed_s      user_s    system_s"
      "   signals  threads_created  finding\n" +
          std::string(123, '-') +
          "\n"
          "            1300    sum_threads  old      hung           12.500           -           -"
          "         -                -  soft_lockup at 12.0 s\n");
}

TEST_CASE("a failed row of a sweep gives its reason", "[report]") {
  SweepRow row = row_of("1300", "none");
  row.result = {};
  row.internal_error = "event in the past";
  const report::SweepTable table(plan_of(row));
  CHECK(table.row(row) ==
        "            1300           none  old      failed     event in the past\n");
}

TEST_CASE("sweep JSON has numbers as numbers and names as strings", "[report]") {
  const std::vector<SweepRow> rows = {row_of("1300", "sum_threads"), row_of("2", "\"none\"")};
  const auto json = nlohmann::json::parse(report::sweep_json(head, rows));
  CHECK(json["scenario"] == "tiny");
  CHECK(json["seed"] == 7);
  REQUIRE(json["points"].size() == 2);
  CHECK(json["points"][0]["values"]["workload.threads"] == 1300);
  CHECK(json["points"][0]["values"]["kernel.itimer"] == "sum_threads");
  CHECK(json["points"][1]["values"]["kernel.itimer"] == "none");
  CHECK(json["points"][0]["outcome"] == "hung");
  CHECK(json["points"][0]["metrics"]["elapsed_s"] == 12.5);
  CHECK(json["points"][0]["scenario_hash"] == "0000000000000077");
}

TEST_CASE("sweep JSON keeps a failed row with its reason", "[report]") {
  SweepRow row = row_of("1", "none");
  row.result = {};
  row.internal_error = "event in the past";
  const std::vector<SweepRow> rows = {row};
  const auto json = nlohmann::json::parse(report::sweep_json(head, rows));
  CHECK(json["points"][0]["internal_error"] == "event in the past");
  CHECK_FALSE(json["points"][0].contains("outcome"));
}
