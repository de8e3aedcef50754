// `-s key=value`: bare words, precedence, diagnostics.

#include <catch2/catch.hpp>

#include "scenario/support.h"

using namespace tickstorm;
using namespace tickstorm::scenario;

TEST_CASE("an override is JSON or a bare word", "[scenario]") {
  const Scenario s = parsed(small_scenario(), {{"workload.threads", "12"},
                                               {"workload.itimer_prof", "10ms"},
                                               {"kernel.itimer", "\"percpu_totals\""},
                                               {"engine.bulk", "false"}});
  const Setup& setup = s.variants.at(0).setup;
  CHECK(setup.workload.threads == 12);
  CHECK(setup.workload.itimer_prof == milliseconds(10));
  CHECK(setup.kernel.itimer == "percpu_totals");
  CHECK_FALSE(setup.machine.bulk);
}

TEST_CASE("an override wins over every variant, and the last one over earlier ones", "[scenario]") {
  const std::string text = small_scenario(R"(, "variants": {
    "a": { "kernel.hz": 100, "machine": "barcelona-4x4" }, "b": {} })");
  const Scenario s =
      parsed(text, {{"kernel.hz", "250"}, {"kernel.hz", "500"}, {"machine", "skx-8s"}});
  for (const Variant& variant : s.variants) {
    CHECK(variant.setup.kernel.hz == 500);
    CHECK(variant.setup.machine.name == "skx-8s");
  }
}

TEST_CASE("a wrong override is reported under its own text, after the file's problems",
          "[scenario]") {
  CHECK(problems(small_scenario(R"(, "kernel": { "hz": 0 })"),
                 {{"kernel.hz", "20000"}, {"kernl.hz", "100"}}) ==
        std::vector<std::string>{
            "s.json:2:69: /kernel/hz: expected 50 to 10000, got 0",
            "-s kernel.hz=20000: /kernel/hz: expected 50 to 10000, got 20000",
            "-s kernl.hz=100: /kernl/hz: expected a path such as \"kernel.hz\", got \"kernl.hz\"; "
            "did you mean \"kernel.hz\"?"});
}

TEST_CASE("a bare word where a number belongs is shown as a string", "[scenario]") {
  CHECK(problems(small_scenario(), {{"workload.threads", "many"}}) ==
        std::vector<std::string>{
            "-s workload.threads=many: /workload/threads: expected an integer, got \"many\""});
}

TEST_CASE("an override that breaks a rule over several keys is blamed itself", "[scenario]") {
  CHECK(
      problems(small_scenario(), {{"kernel.online_cpus", "5"}}) ==
      std::vector<std::string>{"-s kernel.online_cpus=5: /kernel/online_cpus: expected 0 to 4, the "
                               "CPUs of k8-2x2, got 5"});
}

TEST_CASE("an override does not excuse a wrong value in the file", "[scenario]") {
  // A file must stand by itself: what `check` says cannot depend on the command line.
  CHECK(problems(small_scenario(R"(, "kernel": { "hz": 0 })"), {{"kernel.hz", "100"}}).size() == 1);
}
