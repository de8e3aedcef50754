// Results as text tables for people.

#include <algorithm>
#include <optional>

#include "report/json_writer.h"
#include "report/table.h"
#include "tickstorm/report/report.h"

namespace tickstorm::report {
namespace {

using experiment::LockClassStats;
using experiment::Metric;
using experiment::MetricInfo;
using experiment::RunResult;
using experiment::VariantResult;

std::string run_head(const RunResult& result, std::string_view question) {
  std::string out = result.scenario + ": " + std::string(question) + '\n';
  out += "machine " + result.machine + ", seed " + std::to_string(result.seed) + ", scenario " +
         hex(result.scenario_hash) + ", tickstorm " + result.version + '\n';
  if (!result.estimates.empty()) {
    out += std::to_string(result.estimates.size()) +
           " of the machine's numbers are estimates; `--json` names them\n";
  }
  return out;
}

std::optional<double> find_metric(const VariantResult& variant, std::string_view name) {
  for (const Metric& metric : variant.metrics) {
    if (metric.name == name) return metric.value;
  }
  return std::nullopt;
}

// Names of the metrics that any variant has, in the order of their first appearance.
std::vector<std::string> metric_names(const RunResult& result) {
  std::vector<std::string> names;
  for (const VariantResult& variant : result.variants) {
    for (const Metric& metric : variant.metrics) {
      if (std::find(names.begin(), names.end(), metric.name) == names.end()) {
        names.push_back(metric.name);
      }
    }
  }
  return names;
}

std::string unit_of(std::string_view metric) {
  for (const MetricInfo& info : experiment::metric_table()) {
    if (info.name == metric) return std::string(info.unit);
  }
  return "";
}

std::string metrics_section(const RunResult& result) {
  std::vector<Column> columns = {{"metric", Align::left}, {"unit", Align::left}};
  std::vector<std::string> outcomes = {"outcome", ""};
  for (const VariantResult& variant : result.variants) {
    columns.push_back({variant.name, Align::right});
    outcomes.emplace_back(to_string(variant.outcome));
  }
  Table table(std::move(columns));
  table.add_row(std::move(outcomes));
  for (const std::string& name : metric_names(result)) {
    std::vector<std::string> cells = {name, unit_of(name)};
    for (const VariantResult& variant : result.variants) {
      const auto value = find_metric(variant, name);
      cells.push_back(value ? number_text(*value) : "-");
    }
    table.add_row(std::move(cells));
  }
  return table.text();
}

std::string indented(std::string_view lines) {
  std::string out;
  while (!lines.empty()) {
    const std::size_t end = lines.find('\n');
    out += "    ";
    out += lines.substr(0, end);
    out += '\n';
    if (end == std::string_view::npos) break;
    lines.remove_prefix(end + 1);
  }
  return out;
}

std::string finding_text(const std::string& variant, const Finding& finding) {
  std::string out =
      variant + ": " + to_string(finding.kind) + " at " + duration_text(finding.at - SimTime{});
  if (finding.cpu >= 0) out += " on CPU " + std::to_string(finding.cpu);
  out += ": " + finding.sentence + '\n';
  if (!finding.splat.empty()) out += indented(finding.splat);
  return out;
}

std::string findings_section(const RunResult& result) {
  std::string out;
  for (const VariantResult& variant : result.variants) {
    for (const Finding& finding : variant.findings)
      out += finding_text(variant.name, finding);
  }
  return out.empty() ? out : "\nFindings\n" + out;
}

std::string average_text(SimDuration total, std::uint64_t count) {
  if (count == 0) return "-";
  return duration_text(total / static_cast<std::int64_t>(count));
}

std::vector<std::string> lock_cells(const std::string& variant, const LockClassStats& lock) {
  return {variant,
          lock.name,
          std::to_string(lock.acquisitions),
          std::to_string(lock.contentions),
          duration_text(lock.wait_total),
          average_text(lock.wait_total, lock.contentions),
          duration_text(lock.wait_max),
          average_text(lock.hold_total, lock.acquisitions),
          duration_text(lock.hold_max)};
}

std::string locks_section(const RunResult& result) {
  Table table({{"variant", Align::left},
               {"lock", Align::left},
               {"acquired", Align::right},
               {"contended", Align::right},
               {"wait total", Align::right},
               {"wait avg", Align::right},
               {"wait max", Align::right},
               {"hold avg", Align::right},
               {"hold max", Align::right}});
  for (const VariantResult& variant : result.variants) {
    for (const LockClassStats& lock : variant.locks) {
      if (lock.acquisitions > 0) table.add_row(lock_cells(variant.name, lock));
    }
  }
  return table.empty() ? "" : "\nLocks\n" + table.text();
}

}  // namespace

std::string run_text(const RunResult& result, std::string_view question) {
  return run_head(result, question) + '\n' + metrics_section(result) + findings_section(result) +
         locks_section(result);
}

}  // namespace tickstorm::report
