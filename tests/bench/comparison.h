// What the benchmark compares and with which limits, and the reporter that does it.

#pragma once

#include <benchmark/benchmark.h>

#include <map>
#include <span>
#include <string>
#include <vector>

namespace tickstorm::bench {

// Two families of benchmarks, each run as "family/N". Their ratio is that of the median rates.
struct Comparison {
  std::string ours;
  std::string reference;
  double floor = 0;  // Least ratio that passes.
  double aim = 0;
  // Both must carry the same label, which is the hash of their simulated results.
  bool same_label = false;
};

// A counter of a family of benchmarks, with the most that passes.
struct Limit {
  std::string family;
  std::string counter;
  double most = 0;
};

// Shows the median of each benchmark as it comes, and the table of ratios at the end.
class ComparisonReporter : public benchmark::ConsoleReporter {
 public:
  // The tables must outlive the reporter.
  ComparisonReporter(std::span<const Comparison> comparisons, std::span<const Limit> limits)
      : ConsoleReporter(OO_Tabular), comparisons_(comparisons), limits_(limits) {}

  void ReportRuns(const std::vector<Run>& runs) override;
  void Finalize() override;

  // Whether every comparison and limit that was run passed. Complete after Finalize().
  bool all_passed() const { return all_passed_; }

 private:
  // The repetitions of one benchmark.
  struct Series {
    std::vector<double> rates;  // Items per second of CPU time.
    std::map<std::string, double> counters;
    std::string label;
  };

  void report(const Comparison& comparison);
  void report(const Limit& limit);
  // The argument N of each benchmark of the family that was run, ascending.
  std::vector<long> arguments_of(const std::string& family) const;
  const char* verdict(bool passed);

  std::span<const Comparison> comparisons_;
  std::span<const Limit> limits_;
  std::map<std::string, Series> series_;  // By "family/N".
  bool all_passed_ = true;
};

}  // namespace tickstorm::bench
