// Runs a scenario at every point of a cross product of overrides, one point after the other.
//
// A sweep is planned first: every point is parsed before the first one runs, so a bad value in the
// last axis is known at once and not after an hour. Rows are handed out as they finish, so a caller
// that is interrupted (its `run` throws) has lost nothing.

#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tickstorm/experiment/run.h"
#include "tickstorm/scenario/parse.h"
#include "tickstorm/scenario/scenario.h"

namespace tickstorm::experiment {

struct AxisResult {
  std::optional<scenario::SweepAxis> axis;
  std::string error;  // What is wrong with the text; empty if `axis` is set.
};

// Reads "path=v1,v2,...". A value "a..b" of two integers with 1 <= a <= b stands for a, 2a, 4a and
// so on, and ends with b itself: "4..24" is 4, 8, 16, 24.
AxisResult parse_axis(std::string_view text);

struct SweepPoint {
  std::vector<scenario::Override> values;  // One per axis, in the order of the axes.
  scenario::Scenario scenario;             // Parsed with `values`.
};

struct SweepPlan {
  std::vector<SweepPoint> points;  // The last axis varies fastest. Empty if there are diagnostics.
  std::vector<scenario::Diagnostic> diagnostics;  // Of all points, each once.
};

// The most points a sweep may have; plan_sweep() reports more as a diagnostic.
inline constexpr std::size_t sweep_points_max = 100'000;

// Parses the scenario with the given overrides.
using ParsePoint = std::function<scenario::ParseResult(std::span<const scenario::Override>)>;

// Builds the cross product of `axes` and parses each point. No axes: one point with no values.
SweepPlan plan_sweep(std::span<const scenario::SweepAxis> axes, const ParsePoint& parse_point);

struct SweepRow {
  std::vector<scenario::Override> values;
  std::string variant;
  std::uint64_t scenario_hash = 0;
  std::optional<VariantResult> result;
  std::string internal_error;  // Why there is no result; empty if there is one.
};

using RunOne = std::function<VariantResult(const scenario::Variant&)>;
using OnRow = std::function<void(const SweepRow&)>;

// Runs all variants (or only the one called `only`, if it is not empty) of all points with
// `run_one` and hands each row to `on_row` when it is finished. A point whose run throws
// InternalError becomes a row with `internal_error`, and the sweep goes on; any other exception
// ends the sweep and is passed on.
void sweep(const SweepPlan& plan, std::string_view only, const RunOne& run_one,
           const OnRow& on_row);

}  // namespace tickstorm::experiment
