// Scenarios without mistakes: defaults, values, variants, expectations, sweeps, hashes.

#include <catch2/catch.hpp>

#include "scenario/support.h"

using namespace tickstorm;
using namespace tickstorm::scenario;

TEST_CASE("what a file leaves out has the defaults of the configuration structs", "[scenario]") {
  const Scenario s = parsed(small_scenario());
  CHECK(s.name == "small");
  CHECK(s.question == "How?");
  CHECK(s.file == "s.json");
  REQUIRE(s.variants.size() == 1);
  CHECK(s.variants[0].name == "base");
  const Setup& setup = s.variants[0].setup;
  CHECK(setup.kernel.hz == KernelConfig{}.hz);
  CHECK(setup.kernel.soft_lockup_after == KernelConfig{}.soft_lockup_after);
  CHECK(setup.workload.threads == 8);
  CHECK(setup.workload.max_prime == workload::WorkloadConfig{}.max_prime);
  CHECK(setup.at_most == Setup{}.at_most);
  CHECK(setup.machine.name == "k8-2x2");
}

TEST_CASE("every section reaches its fields", "[scenario]") {
  const Scenario s = parsed(small_scenario(R"(,
    "kernel": { "hz": 250, "tick_phase": "staggered", "scheduler": "o1", "spinlock": "ticket",
      "rwlock": "queued", "itimer": "none", "online_cpus": 3, "soft_lockup_after": "20s",
      "hard_lockup_after": "6s", "livelock_after": "1.5s" },
    "stop": { "when": "workload-done", "at_most": "90s" },
    "engine": { "look_ahead": false, "bulk": false, "seed": 77 })"));
  const Setup& setup = s.variants.at(0).setup;
  CHECK(setup.kernel.hz == 250);
  CHECK(setup.kernel.tick_phase == TickPhase::staggered);
  CHECK(setup.kernel.spinlock == SpinLockKind::ticket);
  CHECK(setup.kernel.rwlock == RwLockKind::queued);
  CHECK(setup.kernel.itimer == "none");
  CHECK(setup.kernel.online_cpus == 3);
  CHECK(setup.kernel.soft_lockup_after == seconds(20));
  CHECK(setup.kernel.hard_lockup_after == seconds(6));
  CHECK(setup.kernel.livelock_after == milliseconds(1'500));
  CHECK(setup.at_most == seconds(90));
  CHECK_FALSE(setup.machine.look_ahead);
  CHECK_FALSE(setup.machine.bulk);
  CHECK(setup.seed == 77);
  CHECK(setup.machine.seed == 77);
}

TEST_CASE("variants keep file order and change only what they name", "[scenario]") {
  const Scenario s = parsed(small_scenario(R"(, "kernel": { "hz": 100 }, "variants": {
    "z": { "workload.threads": 9, "workload.itimer_prof": "10ms" },
    "a": { "kernel.hz": 250, "stop.at_most": "1s", "engine.seed": 5 } })"));
  REQUIRE(s.variants.size() == 2);
  CHECK(s.variants[0].name == "z");
  CHECK(s.variants[0].setup.workload.threads == 9);
  CHECK(s.variants[0].setup.workload.itimer_prof == milliseconds(10));
  CHECK(s.variants[0].setup.kernel.hz == 100);
  CHECK(s.variants[1].name == "a");
  CHECK(s.variants[1].setup.workload.threads == 8);
  CHECK(s.variants[1].setup.kernel.hz == 250);
  CHECK(s.variants[1].setup.at_most == seconds(1));
  CHECK(s.variants[1].setup.seed == 5);
}

TEST_CASE("a variant may change the machine and single numbers of it, in any order", "[scenario]") {
  const Scenario s = parsed(small_scenario(R"(, "variants": {
    "big": { "machine.coherence.dram": "99ns", "machine": "barcelona-4x4" },
    "slow": { "machine.l1.hit": "10cycles", "machine.clock": "1GHz" } })"));
  CHECK(s.variants.at(0).setup.machine.name == "barcelona-4x4");
  CHECK(s.variants.at(0).setup.machine.coherence.dram == nanoseconds(99));
  CHECK(s.variants.at(1).setup.machine.name == "k8-2x2");
  CHECK(s.variants.at(1).setup.machine.l1.hit == nanoseconds(10));
}

TEST_CASE("expectations carry one tolerance each", "[scenario]") {
  const Scenario s = parsed(small_scenario(R"(, "expect": [
    { "variant": "base", "metric": "user_s", "value": 356.001, "within": "15%", "role": "fit",
      "source": "a" },
    { "variant": "base", "metric": "system_s", "value": 59.5, "within": "2x", "role": "free",
      "source": "b" },
    { "variant": "base", "metric": "system_s", "value": 0.5, "within": "at-most", "role": "free",
      "source": "c" } ])"));
  REQUIRE(s.expect.size() == 3);
  CHECK(s.expect[0].variant == "base");
  CHECK(s.expect[0].metric == "user_s");
  CHECK(s.expect[0].value == 356.001);
  CHECK(s.expect[0].within_relative == Approx(0.15));
  CHECK_FALSE(s.expect[0].within_factor.has_value());
  CHECK(s.expect[0].role == Role::fit);
  CHECK(s.expect[0].source == "a");
  CHECK(s.expect[1].within_factor == Approx(2));
  CHECK_FALSE(s.expect[1].within_relative.has_value());
  CHECK(s.expect[1].role == Role::free);
  CHECK(s.expect[2].at_most);
  CHECK_FALSE(s.expect[1].at_most);
}

TEST_CASE("sweep axes keep their order and their values as JSON", "[scenario]") {
  const Scenario s = parsed(small_scenario(R"(, "expect_hung": ["base"], "sweep": {
    "workload.threads": [200, 800], "kernel.itimer": ["none", "sum_threads"] })"));
  REQUIRE(s.sweep.size() == 2);
  CHECK(s.sweep[0].path == "workload.threads");
  CHECK(s.sweep[0].values == std::vector<std::string>{"200", "800"});
  CHECK(s.sweep[1].values == std::vector<std::string>{"\"none\"", "\"sum_threads\""});
  CHECK(s.expect_hung == std::vector<std::string>{"base"});
}

TEST_CASE("the hash ignores layout and comments, and sees values and overrides", "[scenario]") {
  const std::string text = small_scenario();
  const std::uint64_t hash = parsed(text).hash;
  CHECK(parsed("// a comment\n\n" + text + "\n").hash == hash);
  CHECK(parsed(small_scenario(R"(, "stop": {})")).hash != hash);
  CHECK(parsed(text, {{"kernel.hz", "250"}}).hash != hash);
  CHECK(parsed(text, {{"machine", "barcelona-4x4"}}).hash !=
        parsed(text, {{"machine", "skx-8s"}}).hash);
}

TEST_CASE("a file that is not there is one diagnostic without a line", "[scenario]") {
  const ParseResult result = load("no/such/file.json", test_catalog(), {});
  CHECK_FALSE(result.scenario.has_value());
  REQUIRE(result.diagnostics.size() == 1);
  CHECK(to_string(result.diagnostics[0]) ==
        "no/such/file.json: /: expected a readable scenario file, got none");
}
