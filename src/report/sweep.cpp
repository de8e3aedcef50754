// The text table of a sweep, one line at a time.

#include <algorithm>
#include <array>

#include "report/table.h"
#include "tickstorm/report/report.h"

namespace tickstorm::report {
namespace {

struct MetricColumn {
  std::string_view metric;
  std::size_t width;
};

// What fits beside the values on a terminal and tells runs apart; `--json` has every metric. A
// metric that a result does not have prints as "-".
constexpr std::array metric_columns = {
    MetricColumn{"elapsed_s", 10},       MetricColumn{"user_s", 10},
    MetricColumn{"system_s", 10},        MetricColumn{"signals", 8},
    MetricColumn{"threads_created", 15},
};
constexpr std::size_t outcome_width = 9;  // "completed"

// A value as a person would type it: without the quotes of a JSON string.
std::string plain(const std::string& value) {
  if (value.size() >= 2 && value.front() == '"' && value.back() == '"') {
    return value.substr(1, value.size() - 2);
  }
  return value;
}

std::string metric_cell(const experiment::VariantResult& result, std::string_view name) {
  for (const experiment::Metric& metric : result.metrics) {
    if (metric.name == name) return number_text(metric.value);
  }
  return "-";
}

void append_cell(const std::string& text, std::size_t width, Align align, std::string& line) {
  if (!line.empty()) line += "  ";
  line += padded(text, width, align);
}

std::string finished_line(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + '\n';
}

}  // namespace

SweepTable::SweepTable(const experiment::SweepPlan& plan)
    : variant_width_(display_width("variant")) {
  for (const experiment::SweepPoint& point : plan.points) {
    axes_.resize(point.values.size());
    for (std::size_t i = 0; i < axes_.size(); ++i) {
      axes_[i].title = point.values[i].key;
      const std::size_t widest =
          std::max(display_width(axes_[i].title), display_width(plain(point.values[i].value)));
      axes_[i].width = std::max(axes_[i].width, widest);
    }
    for (const scenario::Variant& variant : point.scenario.variants) {
      variant_width_ = std::max(variant_width_, display_width(variant.name));
    }
  }
}

std::string SweepTable::head(const SweepHead& head) const {
  std::string titles;
  for (const AxisColumn& axis : axes_)
    append_cell(axis.title, axis.width, Align::right, titles);
  append_cell("variant", variant_width_, Align::left, titles);
  append_cell("outcome", outcome_width, Align::left, titles);
  for (const MetricColumn& column : metric_columns) {
    append_cell(std::string(column.metric), column.width, Align::right, titles);
  }
  titles += "  finding";
  return head.scenario + ": " + head.question + "\nmachine " + head.machine + ", seed " +
         std::to_string(head.seed) + ", tickstorm " + head.version + "\n\n" + titles + '\n' +
         std::string(display_width(titles), '-') + '\n';
}

std::string SweepTable::row(const experiment::SweepRow& row) const {
  std::string line;
  for (std::size_t i = 0; i < row.values.size(); ++i) {
    append_cell(plain(row.values[i].value), axes_[i].width, Align::right, line);
  }
  append_cell(row.variant, variant_width_, Align::left, line);
  if (!row.result) {
    append_cell("failed", outcome_width, Align::left, line);
    return finished_line(line + "  " + row.internal_error);
  }
  const experiment::VariantResult& result = *row.result;
  append_cell(to_string(result.outcome), outcome_width, Align::left, line);
  for (const MetricColumn& column : metric_columns) {
    append_cell(metric_cell(result, column.metric), column.width, Align::right, line);
  }
  if (!result.findings.empty()) {
    const bool hung = result.outcome == experiment::Outcome::hung;  // The last says what ended it.
    const Finding& finding = hung ? result.findings.back() : result.findings.front();
    line += std::string("  ") + to_string(finding.kind) + " at " +
            duration_text(finding.at - SimTime{});
  }
  return finished_line(std::move(line));
}

}  // namespace tickstorm::report
