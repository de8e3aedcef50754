// Medians, ratios and their table.

#include "bench/comparison.h"

#include <algorithm>
#include <cstdio>
#include <ostream>

namespace tickstorm::bench {
namespace {

struct Spread {
  double median = 0;
  double range_pct = 0;  // (largest - smallest) / median
};

// Needs at least one value.
Spread spread_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  const double median =
      values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  return {median, 100 * (values.back() - values.front()) / median};
}

std::string text(const char* format, auto... values) {
  char line[256];
  std::snprintf(line, sizeof line, format, values...);
  return line;
}

}  // namespace

void ComparisonReporter::ReportRuns(const std::vector<Run>& runs) {
  std::vector<Run> shown;
  for (const Run& run : runs) {
    if (run.error_occurred) all_passed_ = false;
    const bool is_single = run.run_type == Run::RT_Iteration && run.repetitions <= 1;
    const bool is_median = run.run_type == Run::RT_Aggregate && run.aggregate_name == "median";
    if (is_single || is_median || run.error_occurred) shown.push_back(run);
    if (run.error_occurred || run.run_type != Run::RT_Iteration) continue;
    Series& series = series_[run.run_name.function_name + "/" + run.run_name.args];
    series.label = run.report_label;
    for (const auto& [name, counter] : run.counters)
      series.counters[name] = counter.value;
    const auto rate = run.counters.find("items_per_second");
    if (rate != run.counters.end()) series.rates.push_back(rate->second.value);
  }
  if (!shown.empty()) ConsoleReporter::ReportRuns(shown);
}

void ComparisonReporter::Finalize() {
  std::ostream& out = GetOutputStream();
  out << text("\n%-44s %6s %9s %9s %7s %7s %7s  %s\n", "ours / reference", "N", "ours M/s",
              "ref. M/s", "ratio", "floor", "aim", "verdict (ranges)");
  for (const Comparison& comparison : comparisons_)
    report(comparison);
  out << text("\n%-44s %6s %9s %9s  %s\n", "counter", "N", "value", "most", "verdict");
  for (const Limit& limit : limits_)
    report(limit);
  out.flush();
}

void ComparisonReporter::report(const Comparison& comparison) {
  for (const long argument : arguments_of(comparison.ours)) {
    const std::string suffix = "/" + std::to_string(argument);
    const auto reference = series_.find(comparison.reference + suffix);
    if (reference == series_.end() || reference->second.rates.empty()) continue;
    const Series& ours = series_.at(comparison.ours + suffix);
    if (ours.rates.empty()) continue;
    const Spread a = spread_of(ours.rates);
    const Spread b = spread_of(reference->second.rates);
    const double ratio = a.median / b.median;
    const bool same = !comparison.same_label || ours.label == reference->second.label;
    const std::string names = comparison.ours + " / " + comparison.reference;
    GetOutputStream() << text("%-44s %6ld %9.2f %9.2f %7.2f %7.2f %7.2f  %s (%.0f%%, %.0f%%)%s\n",
                              names.c_str(), argument, a.median / 1e6, b.median / 1e6, ratio,
                              comparison.floor, comparison.aim,
                              verdict(ratio >= comparison.floor && same), a.range_pct, b.range_pct,
                              same ? "" : " different results");
  }
}

void ComparisonReporter::report(const Limit& limit) {
  for (const long argument : arguments_of(limit.family)) {
    const Series& series = series_.at(limit.family + "/" + std::to_string(argument));
    const auto counter = series.counters.find(limit.counter);
    if (counter == series.counters.end()) continue;
    const std::string name = limit.family + " " + limit.counter;
    GetOutputStream() << text("%-44s %6ld %9.0f %9.0f  %s\n", name.c_str(), argument,
                              counter->second, limit.most, verdict(counter->second <= limit.most));
  }
}

std::vector<long> ComparisonReporter::arguments_of(const std::string& family) const {
  std::vector<long> arguments;
  for (const auto& [name, series] : series_) {
    const std::size_t slash = name.rfind('/');
    if (name.substr(0, slash) == family) arguments.push_back(std::stol(name.substr(slash + 1)));
  }
  std::sort(arguments.begin(), arguments.end());
  return arguments;
}

const char* ComparisonReporter::verdict(bool passed) {
  all_passed_ = all_passed_ && passed;
  return passed ? "pass" : "MISS";
}

}  // namespace tickstorm::bench
