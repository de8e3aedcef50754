// The key table in three forms: rows for people, JSON Schema for editors, and a resolved Setup.

#include "tickstorm/scenario/schema.h"

#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "scenario/json.h"
#include "scenario/keys.h"
#include "scenario/names.h"
#include "scenario/quantity.h"
#include "scenario/value.h"
#include "tickstorm/scenario/parse.h"

namespace tickstorm::scenario {
namespace {

using Json = nlohmann::ordered_json;

std::string type_name(const Key& key) {
  switch (key.type) {
    case KeyType::text:
      return "string";
    case KeyType::duration:
      return "duration";
    case KeyType::frequency:
      return "frequency";
    case KeyType::size:
      return "size";
    case KeyType::cycles:
      return "cycles";
    case KeyType::integer:
      return "integer";
    case KeyType::number:
      return "number";
    case KeyType::boolean:
      return "boolean";
    case KeyType::enumeration:
      return "one of " + joined(enumerators(key));
    case KeyType::itimer:
      return "name of an itimer variant";
    case KeyType::workload:
      return "name of a workload";
    case KeyType::metric:
      return "name of a metric";
    case KeyType::variant:
      return "name of a variant";
    case KeyType::tolerance:
      return "percentage, factor or at-most";
    case KeyType::distances:
      return "array of 0, 1 and 2";
    case KeyType::machine:
      return "name, path or object";
    case KeyType::object:
      return "object";
    case KeyType::variants:
      return "object of objects";
    case KeyType::sweep:
      return "object of arrays";
    case KeyType::expectations:
      return "array of objects";
    case KeyType::variant_list:
      return "array of names";
    case KeyType::figure_value:
      return "as its key says";
  }
  return {};
}

bool has_range(const Key& key) {
  switch (key.type) {
    case KeyType::duration:
    case KeyType::frequency:
    case KeyType::size:
    case KeyType::cycles:
    case KeyType::integer:
      return true;
    default:
      return false;
  }
}

// A key with a field and no duty to be given has the field's initial value as its default.
bool has_default(const Key& key) {
  if (key.required || key.path == "machine.l2.sets") return false;
  return key.binding.get != nullptr || key.binding.get_text != nullptr;
}

std::string quantity_pattern(std::span<const Unit> units) {
  std::string names;
  for (const Unit& unit : units)
    names += (names.empty() ? "" : "|") + std::string(unit.name);
  return "^[0-9]+(\\.[0-9]+)?(" + names + ")$";
}

Json quantity_schema(const Key& key) {
  std::string pattern;
  switch (key.type) {
    case KeyType::frequency:
      pattern = quantity_pattern(frequency_units());
      break;
    case KeyType::size:
      pattern = quantity_pattern(size_units());
      break;
    case KeyType::cycles:
      pattern = quantity_pattern(cycle_units());
      break;
    default:
      pattern = quantity_pattern(duration_units());
      if (is_figure(key)) pattern.insert(pattern.size() - 2, "|cycles");
  }
  return {{"type", "string"}, {"pattern", pattern}};
}

Json scalar_schema(const Key& key) {
  switch (key.type) {
    case KeyType::duration:
    case KeyType::frequency:
    case KeyType::size:
    case KeyType::cycles:
      return quantity_schema(key);
    case KeyType::integer:
      return {{"type", "integer"}, {"minimum", key.least}, {"maximum", key.most}};
    case KeyType::number:
      return {{"type", "number"}, {"minimum", key.least}};
    case KeyType::boolean:
      return {{"type", "boolean"}};
    case KeyType::enumeration:
      return {{"enum", enumerators(key)}};
    case KeyType::tolerance:
      return {{"type", "string"}, {"pattern", "^([0-9]+(\\.[0-9]+)?[%x]|at-most)$"}};
    case KeyType::distances: {
      const Json item = {{"type", "integer"}, {"minimum", 0}, {"maximum", 2}};
      return {{"type", "array"}, {"items", item}};
    }
    default:
      return {{"type", "string"}, {"minLength", 1}};
  }
}

Json object_schema(std::string_view path);

Json figure_schema(const Key& key) {
  Json schema = object_schema("figure");
  schema["properties"]["value"] = scalar_schema(key);
  return schema;
}

// What a variant, a sweep or the command line may set, each key under its whole path. `wrap` turns
// the schema of one value into that of the member.
template <typename Wrap>
Json overrides_schema(const Wrap& wrap) {
  Json properties = Json::object();
  for (const Key& key : keys()) {
    if (!is_override(key)) continue;
    const Json value =
        key.type == KeyType::machine ? Json{{"$ref", "#/definitions/machine"}} : scalar_schema(key);
    properties[std::string(key.path)] = wrap(value);
  }
  return {{"type", "object"}, {"properties", properties}, {"additionalProperties", false}};
}

Json key_schema(const Key& key) {
  switch (key.type) {
    case KeyType::object:
      return object_schema(key.path);
    case KeyType::machine:
      return {{"$ref", "#/definitions/machine"}};
    case KeyType::variants:
      return {{"type", "object"},
              {"minProperties", 1},
              {"additionalProperties", Json{{"$ref", "#/definitions/overrides"}}}};
    case KeyType::sweep:
      return overrides_schema([](const Json& value) {
        return Json{{"type", "array"}, {"minItems", 1}, {"items", value}};
      });
    case KeyType::expectations:
      return {{"type", "array"}, {"items", object_schema("expect[]")}};
    case KeyType::variant_list:
      return {{"type", "array"}, {"items", Json{{"type", "string"}}}};
    default:
      return is_figure(key) ? figure_schema(key) : scalar_schema(key);
  }
}

Json object_schema(std::string_view path) {
  Json properties = Json::object();
  Json required = Json::array();
  for (const Key* child : children(path)) {
    const std::string name(leaf(child->path));
    Json schema = key_schema(*child);
    // Beside a "$ref" draft-07 ignores everything else.
    if (!schema.contains("$ref")) schema["description"] = child->sentence;
    if (has_default(*child)) schema["default"] = Json::parse(show_field(*child, Setup{}));
    properties[name] = std::move(schema);
    if (child->required) required.push_back(name);
  }
  Json object = {{"type", "object"}, {"properties", properties}, {"additionalProperties", false}};
  if (!required.empty()) object["required"] = required;
  return object;
}

}  // namespace

std::vector<KeyInfo> key_table() {
  std::vector<KeyInfo> table;
  for (const Key& key : keys()) {
    KeyInfo info{std::string(key.path), type_name(key),           {}, {},
                 key.required,          std::string(key.sentence)};
    if (has_range(key)) {
      info.range = show_number(key, key.least) + " to " + show_number(key, key.most);
    }
    if (has_default(key)) info.default_value = show_field(key, Setup{});
    table.push_back(std::move(info));
  }
  return table;
}

std::string schema_json() {
  Json schema = {{"$schema", "http://json-schema.org/draft-07/schema#"},
                 {"title", "tickstorm scenario"}};
  schema.update(object_schema(""));
  const Json reference = {{"type", "string"}, {"minLength", 1}};
  schema["definitions"]["machine"]["anyOf"] = Json::array({reference, object_schema("machine")});
  schema["definitions"]["overrides"] = overrides_schema([](const Json& value) { return value; });
  return schema.dump(2) + "\n";
}

std::string key_table_markdown() {
  std::string out = "| Key | Type | Range | Default | Meaning |\n|---|---|---|---|---|\n";
  for (const KeyInfo& key : key_table()) {
    const std::string fallback = key.required                ? "required"
                                 : key.default_value.empty() ? ""
                                                             : "`" + key.default_value + "`";
    out += "| `" + key.path + "` | " + key.type + " | " + key.range + " | " + fallback + " | " +
           key.sentence + " |\n";
  }
  return out;
}

std::string resolved_json(const Variant& variant) {
  Json out = {{"variant", variant.name}};
  for (const Key& key : keys()) {
    const bool has_field = key.binding.get != nullptr || key.binding.get_text != nullptr;
    if (!has_field && key.type != KeyType::distances) continue;
    Json* at = &out;
    std::string_view rest = key.path;
    for (std::size_t dot = rest.find('.'); dot != std::string_view::npos; dot = rest.find('.')) {
      at = &(*at)[std::string(rest.substr(0, dot))];
      rest.remove_prefix(dot + 1);
    }
    (*at)[std::string(rest)] = Json::parse(show_field(key, variant.setup));
  }
  return out.dump(2) + "\n";
}

}  // namespace tickstorm::scenario
