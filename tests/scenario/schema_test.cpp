// The schema, the reference and the resolved configuration say what the key table says.

#include "tickstorm/scenario/schema.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <set>

#include "scenario/keys.h"
#include "scenario/support.h"

using namespace tickstorm::scenario;

TEST_CASE("the published schema is the one the program prints", "[scenario]") {
  CHECK(read_whole(source_dir() / "scenarios/scenario.schema.json") == schema_json());
}

TEST_CASE("the reference holds exactly the key table", "[scenario]") {
  const std::string page = read_whole(source_dir() / "docs/reference/scenario.md");
  CHECK(page.find("\n" + key_table_markdown()) != std::string::npos);
}

TEST_CASE("each path stands in the table once, and below a row or pattern that exists",
          "[scenario]") {
  std::set<std::string_view> seen;
  for (const Key& key : keys()) {
    CAPTURE(std::string(key.path));
    CHECK(seen.insert(key.path).second);
    CHECK(!key.sentence.empty());
    CHECK(key.least <= key.most);
    const std::string_view above = parent(key.path);
    const bool pattern = above == "expect[]" || above == "figure";
    CHECK((above.empty() || pattern || find_key(above) != nullptr));
  }
}

TEST_CASE("every default lies in its own range", "[scenario]") {
  for (const Key& key : keys()) {
    if (key.required || key.binding.get == nullptr || key.most == 0) continue;
    CAPTURE(std::string(key.path));
    const std::int64_t value = key.binding.get(Setup{});
    const bool needs_machine = key.path.starts_with("machine.");
    CHECK((needs_machine || (value >= key.least && value <= key.most)));
  }
}

TEST_CASE("a row of the table tells type, range and default as a file would have them",
          "[scenario]") {
  const std::vector<KeyInfo> table = key_table();
  const auto row = [&](const std::string& path) {
    return *std::find_if(table.begin(), table.end(),
                         [&](const KeyInfo& key) { return key.path == path; });
  };
  CHECK(row("kernel.hz").range == "50 to 10000");
  CHECK(row("kernel.hz").default_value == "1000");
  CHECK(row("kernel.tick_phase").type == "one of aligned, half, staggered");
  CHECK(row("kernel.soft_lockup_after").default_value == "\"10s\"");
  CHECK(row("workload.kind").required);
}

TEST_CASE("the schema forbids unknown keys at every level and knows every override", "[scenario]") {
  const auto schema = nlohmann::json::parse(schema_json());
  CHECK(schema.at("$schema") == "http://json-schema.org/draft-07/schema#");
  CHECK(schema.at("additionalProperties") == false);
  CHECK(schema.at("/properties/kernel/additionalProperties"_json_pointer) == false);
  CHECK(schema.at("/properties/kernel/properties/hz/maximum"_json_pointer) == 10'000);
  const auto& overrides = schema.at("/definitions/overrides/properties"_json_pointer);
  for (const Key& key : keys()) {
    CHECK(overrides.contains(std::string(key.path)) == is_override(key));
  }
}

TEST_CASE("the resolved configuration of a variant reads back to the same setup", "[scenario]") {
  const Scenario s = parsed(small_scenario(R"(, "variants": {
    "x": { "kernel.hz": 250, "machine": "skx-8s", "workload.itimer_prof": "1.5us" } })"));
  const auto resolved = nlohmann::json::parse(resolved_json(s.variants.at(0)));
  CHECK(resolved.at("variant") == "x");
  CHECK(resolved.at("kernel").at("hz") == 250);
  CHECK(resolved.at("workload").at("itimer_prof") == "1500ns");
  CHECK(resolved.at("machine").at("coherence").at("directory") == "3500ps");
  std::vector<Override> overrides;
  for (const Key& key : keys()) {
    if (!is_override(key) || key.path == "machine") continue;
    std::string pointer = "/" + std::string(key.path);
    std::replace(pointer.begin(), pointer.end(), '.', '/');
    const auto& value = resolved.at(nlohmann::json::json_pointer(pointer));
    overrides.push_back({std::string(key.path), value.dump()});
  }
  Variant again{"x", parsed(small_scenario(), overrides).variants.at(0).setup};
  again.setup.machine.name = "skx-8s";
  CHECK(resolved_json(again) == resolved_json(s.variants.at(0)));
}
