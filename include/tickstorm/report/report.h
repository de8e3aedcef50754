// Results as text: tables for people, JSON for programs, Markdown for the documents.
//
// All functions return the whole text, ending in a newline. The same result gives the same bytes on
// every host and in every locale. docs/reference/report.md describes every column and key.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tickstorm/experiment/run.h"
#include "tickstorm/experiment/sweep.h"
#include "tickstorm/experiment/validate.h"

namespace tickstorm::report {

// Head line, one column per variant, findings with their splats, lock contention.
std::string run_text(const experiment::RunResult& result, std::string_view question);
std::string run_json(const experiment::RunResult& result);

// Published figures beside simulated ones. `validation_json` is an array; no rows give an empty
// one.
std::string validation_text(std::span<const experiment::ValidationRow> rows);
std::string validation_json(std::span<const experiment::ValidationRow> rows);
std::string validation_markdown(std::span<const experiment::ValidationRow> rows);

// What the rows of a sweep have in common.
struct SweepHead {
  std::string scenario;
  std::string question;
  std::string machine;
  std::uint64_t seed = 0;
  std::string version;
};

// The table of a sweep, line by line: its rows come one at a time while the sweep runs, so the
// widths of its columns are fixed beforehand.
class SweepTable {
 public:
  // Column widths come from the values of the axes and the names of the variants in `plan`.
  explicit SweepTable(const experiment::SweepPlan& plan);

  std::string head(const SweepHead& head) const;
  std::string row(const experiment::SweepRow& row) const;

 private:
  struct AxisColumn {
    std::string title;
    std::size_t width = 0;
  };
  std::vector<AxisColumn> axes_;
  std::size_t variant_width_ = 0;
};

std::string sweep_json(const SweepHead& head, std::span<const experiment::SweepRow> rows);

}  // namespace tickstorm::report
