// The report of `validate` in its three formats.

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "report/results.h"
#include "tickstorm/report/report.h"

using namespace tickstorm;
using experiment::ValidationRow;

namespace {

// A prediction that is met, a fitted figure that is missed, and one that a hung run did not
// measure.
std::vector<ValidationRow> three_rows() {
  ValidationRow fitted = test::published_row();
  fitted.metric = "user_s";
  fitted.role = scenario::Role::fit;
  fitted.simulated = 80;
  fitted.error_pct = -20;
  fitted.inside = false;
  ValidationRow missing = test::published_row();
  missing.metric = "signals";
  missing.simulated = {};
  missing.error_pct = {};
  missing.inside = false;
  missing.outcome = experiment::Outcome::hung;
  return {test::published_row(), fitted, missing};
}

}  // namespace

TEST_CASE("validation text counts predictions and fitted figures apart", "[report]") {
  CHECK(report::validation_text(three_rows()) ==
        R"(scenario  variant  metric     published  simulated   error  within  role  verdict
--------  -------  ---------  ---------  ---------  ------  ------  ----  --------------
tiny      old      elapsed_s        100    104.062   +4.1%     15%  free  inside
tiny      old      user_s           100         80  -20.0%     15%  fit   outside
tiny      old      signals          100          -       -     15%  free  outside (hung)

1 of 2 predictions inside; 0 of 1 fitted figures reproduced
)");
}

TEST_CASE("validation JSON is an array of rows with null for what is missing", "[report]") {
  const auto json = nlohmann::json::parse(report::validation_json(three_rows()));
  REQUIRE(json.size() == 3);
  CHECK(json[0] == nlohmann::json::parse(R"({
    "scenario": "tiny", "variant": "old", "metric": "elapsed_s", "published": 100.0,
    "simulated": 104.0625, "error_pct": 4.0625, "within": "15%", "role": "free",
    "verdict": "inside", "outcome": "completed", "source": "mail | table 1"})"));
  CHECK(json[1]["role"] == "fit");
  CHECK(json[1]["verdict"] == "outside");
  CHECK(json[2]["outcome"] == "hung");
  CHECK(json[2]["simulated"].is_null());
  CHECK(json[2]["error_pct"].is_null());
}

TEST_CASE("validation without rows is an empty array, and says so as text", "[report]") {
  CHECK(report::validation_json({}) == "[]\n");
  CHECK(report::validation_text({}) == "no published figures to compare with\n");
}

TEST_CASE("validation Markdown names the source of each figure", "[report]") {
  const std::vector<ValidationRow> rows = {test::published_row()};
  CHECK(report::validation_markdown(rows) ==
        "| scenario | variant | metric | published | simulated | error | within | role | verdict "
        "| source |\n"
        "| --- | --- | --- | ---: | ---: | ---: | ---: | --- | --- | --- |\n"
        "| tiny | old | elapsed_s | 100 | 104.062 | +4.1% | 15% | free | inside "
        "| mail \\| table 1 |\n");
}
