// The report of `run`, as text and as JSON, from a hand-made result.

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "report/results.h"
#include "tickstorm/report/report.h"

using namespace tickstorm;

TEST_CASE("the text of a run shows variants side by side, then findings and locks", "[report]") {
  CHECK(report::run_text(test::two_variants(), "Does it hang?") ==
        R"(tiny: Does it hang?
machine toy, seed 7, scenario 0000000000001234, tickstorm 9.8.7
1 of the machine's numbers are estimates; `--json` names them

metric     unit     old        new
---------  ----  ------  ---------
outcome            hung  completed
elapsed_s  s     12.500      9.250
only_old              7          -

Findings
old: soft_lockup at 12.0 s on CPU 3: CPU 3 waits for tasklist_lock
    BUG: soft lockup
      in_lock

Locks
variant  lock           acquired  contended  wait total  wait avg  wait max  hold avg  hold max
-------  -------------  --------  ---------  ----------  --------  --------  --------  --------
old      tasklist_lock         4          2     3.00 us   1.50 us   2.00 us   2.00 us   5.00 us
)");
}

TEST_CASE("a run without findings and locks has no such sections", "[report]") {
  experiment::RunResult result = test::two_variants();
  result.variants.erase(result.variants.begin());
  result.estimates.clear();
  const std::string text = report::run_text(result, "q");
  CHECK(text.find("Findings") == std::string::npos);
  CHECK(text.find("Locks") == std::string::npos);
  CHECK(text.find("estimates") == std::string::npos);
}

TEST_CASE("the JSON of a run has every key and exact numbers", "[report]") {
  const auto json = nlohmann::json::parse(report::run_json(test::two_variants()));
  const auto expected = nlohmann::json::parse(R"({
    "scenario": "tiny", "seed": 7, "scenario_hash": "0000000000001234", "version": "9.8.7",
    "machine": "toy", "estimates": ["machine.relax"],
    "variants": {
      "old": {
        "outcome": "hung", "end_s": 12.5, "metrics": {"elapsed_s": 12.5, "only_old": 7.0},
        "findings": [{"kind": "soft_lockup", "at_s": 12.0, "cpu": 3,
                      "sentence": "CPU 3 waits for tasklist_lock",
                      "splat": "BUG: soft lockup\n  in_lock"}],
        "locks": [
          {"name": "tasklist_lock", "acquisitions": 4, "contentions": 2, "wait_total_ns": 3000.0,
           "wait_max_ns": 2000.0, "hold_total_ns": 8000.0, "hold_max_ns": 5000.0},
          {"name": "never_taken", "acquisitions": 0, "contentions": 0, "wait_total_ns": 0.0,
           "wait_max_ns": 0.0, "hold_total_ns": 0.0, "hold_max_ns": 0.0}],
        "state_hash": "0000000000000abc"
      },
      "new": {
        "outcome": "completed", "end_s": 9.25, "metrics": {"elapsed_s": 9.25}, "findings": [],
        "locks": [], "state_hash": "0000000000000def"
      }
    }
  })");
  CHECK(json == expected);
}

TEST_CASE("the JSON of a run keeps the order of its variants", "[report]") {
  const std::string text = report::run_json(test::two_variants());
  CHECK(text.find("\"old\": {") < text.find("\"new\": {"));
}
