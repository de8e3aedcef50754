// Published figures beside simulated ones, as text and as Markdown.

#include "report/table.h"
#include "tickstorm/report/report.h"

namespace tickstorm::report {
namespace {

using experiment::ValidationRow;

Table validation_table(std::span<const ValidationRow> rows, bool with_source) {
  std::vector<Column> columns = {
      {"scenario", Align::left},   {"variant", Align::left},    {"metric", Align::left},
      {"published", Align::right}, {"simulated", Align::right}, {"error", Align::right},
      {"within", Align::right},    {"role", Align::left},       {"verdict", Align::left}};
  if (with_source) columns.push_back({"source", Align::left});
  Table table(std::move(columns));
  for (const ValidationRow& row : rows) {
    std::string verdict = row.inside ? "inside" : "outside";
    if (row.outcome != experiment::Outcome::completed) {
      verdict += std::string(" (") + to_string(row.outcome) + ')';
    }
    std::vector<std::string> cells = {row.scenario,
                                      row.variant,
                                      row.metric,
                                      number_text(row.published),
                                      row.simulated ? number_text(*row.simulated) : "-",
                                      row.error_pct ? percent_text(*row.error_pct) : "-",
                                      row.within,
                                      experiment::role_name(row.role),
                                      std::move(verdict)};
    if (with_source) cells.push_back(row.source);
    table.add_row(std::move(cells));
  }
  return table;
}

// How many rows are inside, predictions and fitted figures apart: agreement with a figure that set
// a parameter says nothing.
std::string summary(std::span<const ValidationRow> rows) {
  std::size_t free_rows = 0;
  std::size_t free_inside = 0;
  std::size_t fit_inside = 0;
  for (const ValidationRow& row : rows) {
    const bool is_free = row.role == scenario::Role::free;
    if (is_free) ++free_rows;
    if (row.inside) ++(is_free ? free_inside : fit_inside);
  }
  return std::to_string(free_inside) + " of " + std::to_string(free_rows) +
         " predictions inside; " + std::to_string(fit_inside) + " of " +
         std::to_string(rows.size() - free_rows) + " fitted figures reproduced\n";
}

}  // namespace

std::string validation_text(std::span<const ValidationRow> rows) {
  if (rows.empty()) return "no published figures to compare with\n";
  return validation_table(rows, false).text() + '\n' + summary(rows);
}

std::string validation_markdown(std::span<const ValidationRow> rows) {
  return validation_table(rows, true).markdown();
}

}  // namespace tickstorm::report
