// Commands that simulate: results, exit codes, what goes to stdout and what to stderr.

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli/program.h"

using namespace tickstorm;
using nlohmann::json;
using test::hanging_scenario;
using test::run_program;
using test::ScratchDirectory;
using test::tiny_scenario;

TEST_CASE("run prints a table with a column per variant and nothing on stderr", "[cli]") {
  const ScratchDirectory scratch;
  const auto result = run_program("run " + scratch.write("tiny.json", tiny_scenario()));
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  CHECK_THAT(result.out, Catch::Matchers::StartsWith("tiny: Does it run?\nmachine k8-2x2, seed ") &&
                             Catch::Matchers::Contains("elapsed_s") &&
                             Catch::Matchers::Contains("completed"));
  CHECK(result.out.find('\033') == std::string::npos);
}

TEST_CASE("run --json has the keys that programs rely on, and the same bytes twice", "[cli]") {
  const ScratchDirectory scratch;
  const std::string command = "run --json --seed 7 " + scratch.write("tiny.json", tiny_scenario());
  const auto result = run_program(command);
  CHECK(result.exit_code == 0);
  CHECK(run_program(command).out == result.out);
  const json parsed = json::parse(result.out);
  CHECK(parsed["scenario"] == "tiny");
  CHECK(parsed["seed"] == 7);
  CHECK(parsed["version"] == TICKSTORM_VERSION);
  CHECK(parsed["machine"] == "k8-2x2");
  REQUIRE(parsed["variants"].size() == 2);
  for (const char* name : {"old", "new"}) {
    const json& variant = parsed["variants"][name];
    CHECK(variant["outcome"] == "completed");
    CHECK(variant["metrics"]["elapsed_s"].get<double>() > 0);
    CHECK(variant["findings"].is_array());
    CHECK(variant["locks"].is_array());
    CHECK(variant["state_hash"].get<std::string>().size() == 16);
  }
}

TEST_CASE("run --variant runs only that one", "[cli]") {
  const ScratchDirectory scratch;
  const std::string file = scratch.write("tiny.json", tiny_scenario());
  const json parsed = json::parse(run_program("run --json --variant new " + file).out);
  CHECK(parsed["variants"].size() == 1);
  CHECK(parsed["variants"].contains("new"));
}

// The hang is real to the program: a watchdog so impatient that it takes the time between two ticks
// for a lockup. It looks once a simulated second, so the threads compute for longer than that.
TEST_CASE("a hang that the scenario does not expect exits with 4 and is explained", "[cli]") {
  const ScratchDirectory scratch;
  const auto result = run_program("run " + scratch.write("hang.json", hanging_scenario("")));
  CHECK(result.exit_code == 4);
  CHECK(result.err ==
        "tickstorm: hang: old hung, and the scenario does not expect it\n"
        "tickstorm: hang: new hung, and the scenario does not expect it\n");
  CHECK_THAT(result.out, Catch::Matchers::Contains("old: hard_lockup at 1.00 s on CPU 0") &&
                             Catch::Matchers::Contains("CPU 3: task "));
}

TEST_CASE("a hang that the scenario expects is fine, and validate asks for it", "[cli]") {
  const ScratchDirectory scratch;
  const std::string both =
      scratch.write("both.json", hanging_scenario(R"(, "expect_hung": ["old", "new"])"));
  CHECK(run_program("run " + both).exit_code == 0);
  CHECK(run_program("validate " + both).exit_code == 0);
  const std::string one = scratch.write("one.json", hanging_scenario(R"(, "expect_hung": ["old"],
    "expect": [{"variant": "new", "metric": "signals", "value": 1e6, "within": "at-most",
                "role": "free", "source": "made up"}])"));
  const auto surprised = run_program("validate " + one);
  CHECK(surprised.exit_code == 4);
  CHECK_THAT(surprised.out, Catch::Matchers::Contains("outside (hung)"));
}

TEST_CASE("validate fails a variant that was to hang and did not", "[cli]") {
  const ScratchDirectory scratch;
  const auto result = run_program(
      "validate " + scratch.write("tiny.json", tiny_scenario(R"(, "expect_hung": ["old"])")));
  CHECK(result.exit_code == 1);
  CHECK(result.err == "tickstorm: tiny: old was expected to hang, but did not\n");
}

TEST_CASE("a variant that does not hang as expected fails the expectation", "[cli]") {
  const ScratchDirectory scratch;
  const auto result = run_program(
      "run " + scratch.write("tiny.json", tiny_scenario(R"(, "expect_hung": ["old"])")));
  CHECK(result.exit_code == 1);
  CHECK(result.err == "tickstorm: tiny: old was expected to hang, but did not\n");
  CHECK_FALSE(result.out.empty());
}

TEST_CASE("validate exits by its verdicts and prints rows either way", "[cli]") {
  const ScratchDirectory scratch;
  const auto row = [](const char* value) {
    return std::string(R"({"variant": "old", "metric": "elapsed_s", "value": )") + value +
           R"(, "within": "at-most", "role": "free", "source": "made up"})";
  };
  const std::string good =
      scratch.write("good.json", tiny_scenario(R"(, "expect": [)" + row("1000") + "]"));
  const std::string bad = scratch.write(
      "bad.json", tiny_scenario(R"(, "expect": [)" + row("1000") + ", " + row("1e-9") + "]"));
  const auto inside = run_program("validate --json " + good);
  CHECK(inside.exit_code == 0);
  const json rows = json::parse(inside.out);
  REQUIRE(rows.size() == 1);
  for (const char* key : {"scenario", "variant", "metric", "published", "simulated", "error_pct",
                          "within", "role", "verdict", "source"}) {
    CHECK(rows[0].contains(key));
  }
  CHECK(rows[0]["verdict"] == "inside");
  const auto outside = run_program("validate " + bad);
  CHECK(outside.exit_code == 1);
  CHECK_THAT(outside.out, Catch::Matchers::Contains("1 of 2 predictions inside"));
  CHECK_THAT(run_program("validate --markdown " + good).out,
             Catch::Matchers::StartsWith("| scenario | variant |"));
}

TEST_CASE("validate of a directory passes over machines and files without figures", "[cli]") {
  const ScratchDirectory scratch;
  scratch.write("tiny.json", tiny_scenario());
  scratch.write("x.schema.json", "not a scenario");
  const auto result = run_program("validate --json " + scratch.path("."));
  CHECK(result.exit_code == 0);
  CHECK(result.out == "[]\n");
}

TEST_CASE("sweep prints a row per point and variant, and as JSON the values as numbers", "[cli]") {
  const ScratchDirectory scratch;
  const std::string command =
      "sweep -p workload.threads=1..3 " + scratch.write("tiny.json", tiny_scenario());
  const auto text = run_program(command);
  CHECK(text.exit_code == 0);
  CHECK(text.err.empty());
  const json parsed = json::parse(run_program(command + " --json").out);
  REQUIRE(parsed["points"].size() == 6);
  CHECK(parsed["points"][0]["values"]["workload.threads"] == 1);
  CHECK(parsed["points"][5]["values"]["workload.threads"] == 3);
  CHECK(parsed["points"][5]["variant"] == "new");
  CHECK(parsed["points"][5]["outcome"] == "completed");
}

TEST_CASE("sweep without axes anywhere is a usage error", "[cli]") {
  const ScratchDirectory scratch;
  CHECK(run_program("sweep " + scratch.write("tiny.json", tiny_scenario())).exit_code == 2);
}

// The first point ends at once, the second needs far longer than the seconds after which Ctrl-C
// comes.
TEST_CASE("an interrupted sweep exits with 130 and keeps what was finished", "[cli]") {
  const ScratchDirectory scratch;
  const std::string file = scratch.write("tiny.json", tiny_scenario());
  const auto result = run_program(
      "sweep --json --variant new -s workload.threads=1300 -p workload.max_prime=100,90000000 "
      "-s stop.at_most=100000s " +
          file,
      "timeout --preserve-status -s INT 3");
  CHECK(result.exit_code == 130);
  const json parsed = json::parse(result.out);
  REQUIRE(parsed["points"].size() == 1);
  CHECK(parsed["points"][0]["values"]["workload.max_prime"] == 100);
}

TEST_CASE("an interrupted run prints the variants that had ended", "[cli]") {
  const ScratchDirectory scratch;
  const std::string file = scratch.write("two.json", R"({"name": "two", "question": "Q?",
    "machine": "k8-2x2",
    "workload": {"kind": "primes", "threads": 1300, "max_prime": 90000000, "itimer_prof": "10ms"},
    "variants": {"short": {"workload.threads": 1, "workload.max_prime": 100}, "long": {}},
    "stop": {"when": "workload-done", "at_most": "3600s"}})");
  const auto result = run_program("run --json " + file, "timeout --preserve-status -s INT 3");
  CHECK(result.exit_code == 130);
  const json parsed = json::parse(result.out);
  CHECK(parsed["variants"].size() == 1);
  CHECK(parsed["variants"].contains("short"));
}

TEST_CASE("a sweep shows in every row how the run ended", "[cli]") {
  const ScratchDirectory scratch;
  const auto result = run_program("sweep --variant old -p kernel.hard_lockup_after=1ms,5s " +
                                  scratch.write("hang.json", hanging_scenario("")));
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, Catch::Matchers::Contains("1ms  old      hung  ") &&
                             Catch::Matchers::Contains("5s  old      completed  ") &&
                             Catch::Matchers::Contains("hard_lockup at 1.00 s"));
}

TEST_CASE("a result that cannot be written is an error", "[cli]") {
  const auto result = run_program("schema 2>/dev/null >/dev/full; exit $? #");
  CHECK(result.exit_code == 3);
}
