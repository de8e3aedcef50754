// Judges simulated figures by the tolerances of a scenario's expectations.

#include "tickstorm/experiment/validate.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "tickstorm/sim/check.h"

namespace tickstorm::experiment {
namespace {

// At most six significant digits, the same on every host and in every locale.
std::string short_number(double value) {
  char buffer[32];
  const auto end =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, 6);
  return {buffer, end.ptr};
}

std::string within_text(const scenario::Expectation& expectation) {
  if (expectation.at_most) return "at-most";
  if (expectation.within_factor) return short_number(*expectation.within_factor) + "x";
  TICKSTORM_CHECK(expectation.within_relative.has_value(), "an expectation has no tolerance");
  return short_number(*expectation.within_relative * 100) + "%";
}

bool is_inside(const scenario::Expectation& expectation, double simulated) {
  const double published = expectation.value;
  if (expectation.at_most) return simulated >= 0 && simulated <= published;
  if (expectation.within_factor) {
    const double factor = *expectation.within_factor;
    return simulated >= published / factor && simulated <= published * factor;
  }
  return std::abs(simulated - published) <= *expectation.within_relative * std::abs(published);
}

std::optional<double> error_pct(const scenario::Expectation& expectation, double simulated) {
  const double published = expectation.value;
  if (simulated == published) return 0;
  if (expectation.at_most && simulated < published) return 0;
  if (published == 0) return std::nullopt;
  return (simulated - published) / std::abs(published) * 100;
}

const VariantResult* find_variant(const RunResult& result, const std::string& name) {
  const auto found = std::find_if(result.variants.begin(), result.variants.end(),
                                  [&](const VariantResult& v) { return v.name == name; });
  return found == result.variants.end() ? nullptr : &*found;
}

std::optional<double> find_metric(const VariantResult& variant, const std::string& name) {
  const auto found = std::find_if(variant.metrics.begin(), variant.metrics.end(),
                                  [&](const Metric& m) { return m.name == name; });
  if (found == variant.metrics.end() || !std::isfinite(found->value)) return std::nullopt;
  return found->value;
}

}  // namespace

std::vector<ValidationRow> validate(const scenario::Scenario& scenario, const RunResult& result) {
  std::vector<ValidationRow> rows;
  for (const scenario::Expectation& expectation : scenario.expect) {
    const VariantResult* variant = find_variant(result, expectation.variant);
    if (variant == nullptr) continue;
    const bool is_whole =
        variant->outcome == Outcome::completed ||
        (variant->outcome == Outcome::hung && expects_hang(scenario, variant->name));
    ValidationRow row{.scenario = scenario.name,
                      .variant = expectation.variant,
                      .metric = expectation.metric,
                      .published = expectation.value,
                      .simulated = find_metric(*variant, expectation.metric),
                      .error_pct = {},
                      .within = within_text(expectation),
                      .role = expectation.role,
                      .inside = false,
                      .outcome = variant->outcome,
                      .source = expectation.source};
    if (row.simulated) {
      row.error_pct = error_pct(expectation, *row.simulated);
      row.inside = is_inside(expectation, *row.simulated) && is_whole;
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

bool expects_hang(const scenario::Scenario& scenario, const std::string& variant) {
  const std::vector<std::string>& names = scenario.expect_hung;
  return std::find(names.begin(), names.end(), variant) != names.end();
}

const char* role_name(scenario::Role role) {
  return role == scenario::Role::fit ? "fit" : "free";
}

}  // namespace tickstorm::experiment
