// Machine profiles: found by name, path or in place; numbers, marks and cycles.

#include <algorithm>
#include <catch2/catch.hpp>

#include "scenario/support.h"

using namespace tickstorm;
using namespace tickstorm::scenario;

namespace {

MachineConfig machine(const std::string& name) {
  const MachineResult result = load_machine(name, test_catalog());
  for (const Diagnostic& d : result.diagnostics)
    UNSCOPED_INFO(to_string(d));
  REQUIRE(result.machine.has_value());
  return *result.machine;
}

}  // namespace

TEST_CASE("k8-2x2 has the shape and costs of its research table", "[scenario]") {
  const MachineConfig k8 = machine("k8-2x2");
  CHECK(k8.name == "k8-2x2");
  CHECK(k8.topology.cpus() == 4);
  CHECK(k8.topology.cores_per_domain == 1);
  CHECK(k8.clock == Hertz{2'600'000'000});
  CHECK(k8.protocol == Protocol::moesi);
  CHECK(k8.snoop == Snoop::broadcast);
  CHECK(k8.arbitration == Arbitration::fcfs);
  CHECK(k8.l1.sets * k8.l1.ways * k8.line_bytes == 64 * 1'024);
  CHECK(k8.l2.sets * k8.l2.ways * k8.line_bytes == 1'024 * 1'024);
  // 60 ns local in all: to the home, look-up, memory, back.
  CHECK(k8.coherence.leg_socket * 2 + k8.coherence.directory + k8.coherence.dram ==
        nanoseconds(60));
  CHECK(k8.entry.interrupt_entry + k8.entry.interrupt_exit == nanoseconds(450));
}

TEST_CASE("cycles become time with the clock of the same file", "[scenario]") {
  // 3 cycles of 2.6 GHz are 1153.8 ps, 12 are 4615.4 ps.
  CHECK(machine("k8-2x2").l1.hit == picoseconds(1'154));
  CHECK(machine("k8-2x2").l2.hit == picoseconds(4'615));
  CHECK(machine("skx-8s").relax == Cycles{140});
}

TEST_CASE("the distances of the large machines follow their links", "[scenario]") {
  const MachineConfig square = machine("barcelona-4x4");
  CHECK(square.topology.hops ==
        std::vector<std::uint8_t>{0, 1, 1, 2, 1, 0, 2, 1, 1, 2, 0, 1, 2, 1, 1, 0});
  const MachineConfig skx = machine("skx-8s");
  CHECK(skx.topology.cpus() == 448);
  CHECK(skx.arbitration == Arbitration::drain);
  for (std::size_t from = 0; from < 8; ++from) {
    for (std::size_t to = 0; to < 8; ++to) {
      const int expected = from == to ? 0 : from / 4 == to / 4 ? 1 : 2;
      CHECK(int{skx.topology.hops.at(from * 8 + to)} == expected);
    }
  }
}

TEST_CASE("every estimate of a machine is named once in the scenario", "[scenario]") {
  const Scenario s = parsed(small_scenario(R"(, "variants": { "a": {}, "b": {} })"));
  const auto count = [&](const std::string& path) {
    return std::count(s.estimates.begin(), s.estimates.end(), path);
  };
  CHECK(count("machine.entry.context_switch") == 1);
  CHECK(count("machine.entry.page_fault") == 1);
  CHECK(count("machine.clock") == 0);
  CHECK(count("machine.coherence.dram") == 0);
}

TEST_CASE("a machine may be named by a path relative to the scenario", "[scenario]") {
  const std::string file = (source_dir() / "scenarios/itimer/x.json").string();
  const std::string text = R"({ "name": "n", "question": "q", "workload": { "kind": "primes" },
    "machine": "../machines/barcelona-4x4.json" })";
  const ParseResult result = parse(text, file, test_catalog(), {});
  REQUIRE(result.scenario.has_value());
  CHECK(result.scenario->variants.at(0).setup.machine.topology.cpus() == 16);
}

TEST_CASE("a machine may stand in the scenario itself", "[scenario]") {
  const std::string k8 = read_whole(source_dir() / "scenarios/machines/k8-2x2.json");
  const Scenario s = parsed(R"({ "name": "n", "question": "q", "workload": { "kind": "primes" },
    "machine": )" + k8 + "}");
  CHECK(resolved_json(s.variants.at(0)) ==
        resolved_json({"base", parsed(R"({ "name": "n", "question": "q", "machine": "k8-2x2",
          "workload": { "kind": "primes" } })")
                                   .variants.at(0)
                                   .setup}));
}

TEST_CASE("an unknown machine is reported with the nearest name", "[scenario]") {
  const MachineResult result = load_machine("k8-2x", test_catalog());
  CHECK_FALSE(result.machine.has_value());
  REQUIRE(result.diagnostics.size() == 1);
  CHECK(to_string(result.diagnostics[0]) ==
        "k8-2x: /: expected one of barcelona-4x4, k8-2x2, skx-8s, got \"k8-2x\"; did you mean "
        "\"k8-2x2\"?");
}
