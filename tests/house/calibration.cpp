// Renders the tables of docs/calibration.md.

#include "house/calibration.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>

namespace tickstorm::house {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view marker = "<!-- generated: ";
constexpr std::string_view marker_tail = " -->";
constexpr std::string_view marker_end = "<!-- end -->";

std::string cell(const Json& value) {
  std::string text = value.is_string() ? value.get<std::string>() : value.dump();
  for (std::size_t at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2)) {
    text.insert(at, 1, '\\');
  }
  return text;
}

// A matrix is long: its row tells the size and the file holds the rest.
std::string value_cell(const Json& value) {
  if (!value.is_array()) return cell(value);
  return std::to_string(value.size()) + " values, see the file";
}

void add_rows(const Json& node, const std::string& path, std::string& table) {
  for (const auto& [key, value] : node.items()) {
    if (!value.is_object()) continue;
    const std::string inner = path.empty() ? key : path + "." + key;
    if (!value.contains("mark")) {
      add_rows(value, inner, table);
      continue;
    }
    table += "| `" + inner + "` | " + value_cell(value.at("value")) + " | " +
             cell(value.at("mark")) + " | " + cell(value.at("source")) + " |\n";
  }
}

std::string cost_table(std::string_view cpp) {
  std::string table = "| Constant | Value | Mark | What it stands for |\n|---|---|---|---|\n";
  for (const Cost& cost : costs_of(cpp)) {
    table +=
        "| `" + cost.name + "` | " + cost.value + " | " + cost.mark + " | " + cost.reason + " |\n";
  }
  return table;
}

// "assumed: reason" into its two parts.
void split_comment(const std::string& comment, Cost& cost) {
  for (const std::string_view mark : {"assumed", "fitted"}) {
    if (!comment.starts_with(std::string(mark) + ": ")) continue;
    cost.mark = mark;
    cost.reason = comment.substr(mark.size() + 2);
  }
}

}  // namespace

std::vector<Cost> costs_of(std::string_view cpp) {
  static const std::regex constant(
      R"(^(?:inline |static )?constexpr (Cycles|std::uint32_t) (\w+)(?:\{| = )([\d']+)\}?;.*)");
  std::vector<Cost> costs;
  std::string comment;
  for (std::string_view line : lines_of(cpp)) {
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    if (line.starts_with("// ")) {
      comment += (comment.empty() ? "" : " ") + std::string(line.substr(3));
      continue;
    }
    std::match_results<std::string_view::const_iterator> match;
    if (std::regex_match(line.begin(), line.end(), match, constant)) {
      Cost cost{match[2].str(), match[3].str(), {}, {}};
      std::erase(cost.value, '\'');
      split_comment(comment, cost);
      if (match[1] == "Cycles" || !cost.mark.empty()) costs.push_back(cost);
    }
    comment.clear();
  }
  return costs;
}

std::string machine_table(std::string_view json) {
  std::string table = "| Number | Value | Mark | Source |\n|---|---|---|---|\n";
  add_rows(Json::parse(json, nullptr, true, true), "", table);
  return table;
}

std::string with_fresh_tables(std::string_view document, std::span<const Source> project) {
  std::string fresh;
  bool skipping = false;
  for (const std::string_view line : lines_of(document)) {
    if (line == marker_end) skipping = false;
    if (!skipping) fresh += std::string(line) + "\n";
    if (!line.starts_with(marker) || !line.ends_with(marker_tail)) continue;
    skipping = true;
    const std::string_view path =
        line.substr(marker.size(), line.size() - marker.size() - marker_tail.size());
    const auto source = std::ranges::find(project, path, &Source::path);
    if (source == project.end()) continue;
    fresh += path.ends_with(".json") ? machine_table(source->text) : cost_table(source->text);
  }
  return fresh;
}

}  // namespace tickstorm::house
