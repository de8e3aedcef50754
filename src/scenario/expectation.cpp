// Published figures and their tolerances, names checked against the file and the metric table.

#include "scenario/expectation.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

namespace tickstorm::scenario {
namespace {

constexpr double tolerance_max = 1'000;  // Percent or factor; beyond it nothing is compared.

// Reads "15%", "2x" or "at-most" into `row`; false if it is none of them.
bool read_tolerance(std::string_view text, Expectation& row) {
  if (text == "at-most") {
    row.at_most = true;
    return true;
  }
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number, std::chars_format::fixed);
  if (error != std::errc{} || stop == end || number > tolerance_max) return false;
  const std::string_view unit(stop, static_cast<std::size_t>(end - stop));
  if (unit == "%" && number > 0) {
    row.within_relative = number / 100;
  } else if (unit == "x" && number > 1) {
    row.within_factor = number;
  } else {
    return false;
  }
  return true;
}

// The name at `member` if it is one of `names`; else a report and "".
std::string read_name(const Node& node, const std::string& pointer,
                      const std::vector<std::string>& names, Reader& reader) {
  if (!reader.is(node, Node::Kind::string, "a variant's name", pointer)) return {};
  if (std::find(names.begin(), names.end(), node.text) != names.end()) return node.text;
  reader.report(node.at, pointer, unknown_name(node.text, names));
  return {};
}

void take(const Assignment& a, Expectation& row) {
  const std::string_view name = leaf(a.key->path);
  if (name == "metric") row.metric = a.value.text;
  if (name == "value") row.value = a.value.real;
  if (name == "role") row.role = a.value.text == "fit" ? Role::fit : Role::free;
  if (name == "source") row.source = a.value.text;
}

Expectation read_row(const Node& node, const std::string& pointer,
                     const std::vector<std::string>& variants, Reader& reader) {
  Expectation row;
  Section section;
  reader.walk(node, "expect[]", pointer, section);
  bool has_value = false;
  for (const Assignment& a : section.assignments) {
    take(a, row);
    has_value = has_value || a.key->type == KeyType::number;
  }
  const auto variant = section.special.find("expect[].variant");
  if (variant != section.special.end()) {
    row.variant = read_name(variant->second->value, below(pointer, "variant"), variants, reader);
  }
  const auto within = section.special.find("expect[].within");
  if (within == section.special.end()) return row;
  const Node& tolerance = within->second->value;
  const std::string here = below(pointer, "within");
  if (tolerance.kind != Node::Kind::string || !read_tolerance(tolerance.text, row)) {
    reader.report(tolerance.at, here,
                  "expected \"15%\", \"2x\" or \"at-most\", got " + shown(tolerance));
  } else if (has_value && row.value == 0 && !row.at_most) {
    reader.report(tolerance.at, here,
                  "expected \"at-most\" for a value of 0, got " + shown(tolerance));
  }
  return row;
}

}  // namespace

std::vector<Expectation> read_expectations(const Node& node,
                                           const std::vector<std::string>& variants,
                                           Reader& reader) {
  std::vector<Expectation> rows;
  if (!reader.is(node, Node::Kind::array, "an array", "/expect")) return rows;
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    const std::string pointer = below("/expect", std::to_string(i));
    rows.push_back(read_row(node.items[i], pointer, variants, reader));
  }
  return rows;
}

std::vector<std::string> read_variant_list(const Node& node, const std::string& pointer,
                                           const std::vector<std::string>& variants,
                                           Reader& reader) {
  std::vector<std::string> names;
  if (!reader.is(node, Node::Kind::array, "an array", pointer)) return names;
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    const std::string here = below(pointer, std::to_string(i));
    names.push_back(read_name(node.items[i], here, variants, reader));
  }
  return names;
}

}  // namespace tickstorm::scenario
