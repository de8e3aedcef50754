// Sweeps: reading axes, planning the cross product, running its points in order.

#include "tickstorm/experiment/sweep.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>

#include "tickstorm/sim/check.h"

namespace tickstorm::experiment {
namespace {

std::optional<std::uint64_t> parse_integer(std::string_view text) {
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stopped_at, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stopped_at != end) return std::nullopt;
  return value;
}

// Appends the values that one comma-separated item stands for. False if it is a malformed range.
bool append_values(std::string_view item, std::vector<std::string>& values) {
  const std::size_t dots = item.find("..");
  if (dots == std::string_view::npos) {
    values.emplace_back(item);
    return true;
  }
  const auto first = parse_integer(item.substr(0, dots));
  const auto last = parse_integer(item.substr(dots + 2));
  if (!first || !last || *first < 1 || *first > *last) return false;
  // Compared with half the end, so that doubling cannot overflow.
  std::uint64_t value = *first;
  for (; value <= *last / 2; value *= 2)
    values.push_back(std::to_string(value));
  values.push_back(std::to_string(value));
  if (value != *last) values.push_back(std::to_string(*last));
  return true;
}

scenario::Diagnostic sweep_problem(std::string message) {
  return {.file = "sweep", .at = {}, .pointer = "/sweep", .message = std::move(message)};
}

// The number of points, or nothing if it is over the limit.
std::optional<std::size_t> count_points(std::span<const scenario::SweepAxis> axes) {
  std::size_t count = 1;
  for (const scenario::SweepAxis& axis : axes) {
    TICKSTORM_CHECK(!axis.values.empty(), "a sweep axis has no values");
    if (axis.values.size() > sweep_points_max / count) return std::nullopt;
    count *= axis.values.size();
  }
  return count;
}

// The values of point `index`: `index` read as a number whose digits are the axes, the last one
// lowest.
std::vector<scenario::Override> values_of_point(std::span<const scenario::SweepAxis> axes,
                                                std::size_t index) {
  std::vector<scenario::Override> values(axes.size());
  for (std::size_t i = axes.size(); i-- > 0;) {
    const scenario::SweepAxis& axis = axes[i];
    values[i] = {.key = axis.path, .value = axis.values[index % axis.values.size()]};
    index /= axis.values.size();
  }
  return values;
}

void append_new(const std::vector<scenario::Diagnostic>& from,
                std::vector<scenario::Diagnostic>& to) {
  for (const scenario::Diagnostic& diagnostic : from) {
    if (std::find(to.begin(), to.end(), diagnostic) == to.end()) to.push_back(diagnostic);
  }
}

}  // namespace

AxisResult parse_axis(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    return {.axis = {}, .error = "expected path=value,value,..., got \"" + std::string(text) + '"'};
  }
  scenario::SweepAxis axis{.path = std::string(text.substr(0, equals)), .values = {}};
  std::string_view rest = text.substr(equals + 1);
  for (;;) {
    const std::size_t comma = rest.find(',');
    const std::string_view item = rest.substr(0, comma);
    if (item.empty())
      return {.axis = {}, .error = "an empty value in \"" + std::string(text) + '"'};
    if (!append_values(item, axis.values)) {
      return {.axis = {},
              .error = "expected a range of integers first..last with 1 <= first <= last, got \"" +
                       std::string(item) + '"'};
    }
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  return {.axis = std::move(axis), .error = {}};
}

SweepPlan plan_sweep(std::span<const scenario::SweepAxis> axes, const ParsePoint& parse_point) {
  SweepPlan plan;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (axes[i].path != axes[j].path) continue;
      plan.diagnostics.push_back(sweep_problem("the axis " + axes[i].path + " is given twice"));
    }
  }
  const auto count = count_points(axes);
  if (!count) {
    plan.diagnostics.push_back(
        sweep_problem("expected at most " + std::to_string(sweep_points_max) + " points"));
  }
  if (!plan.diagnostics.empty()) return plan;
  for (std::size_t index = 0; index < *count; ++index) {
    std::vector<scenario::Override> values = values_of_point(axes, index);
    scenario::ParseResult parsed = parse_point(values);
    append_new(parsed.diagnostics, plan.diagnostics);
    if (!parsed.scenario) continue;
    plan.points.push_back({.values = std::move(values), .scenario = *std::move(parsed.scenario)});
  }
  if (!plan.diagnostics.empty()) plan.points.clear();
  return plan;
}

void sweep(const SweepPlan& plan, std::string_view only, const RunOne& run_one,
           const OnRow& on_row) {
  for (const SweepPoint& point : plan.points) {
    for (const scenario::Variant& variant : point.scenario.variants) {
      if (!only.empty() && variant.name != only) continue;
      SweepRow row{.values = point.values,
                   .variant = variant.name,
                   .scenario_hash = point.scenario.hash,
                   .result = {},
                   .internal_error = {}};
      try {
        row.result = run_one(variant);
      } catch (const InternalError& error) {
        row.internal_error = error.what();
      }
      on_row(row);
    }
  }
}

}  // namespace tickstorm::experiment
