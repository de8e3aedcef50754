// Text tables with aligned columns, and numbers as people read them.

#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tickstorm/sim/time.h"

namespace tickstorm::report {

enum class Align { left, right };

struct Column {
  std::string title;
  Align align = Align::right;
};

// Collects rows of cells; every row has one cell per column. Widths count code points, not bytes.
class Table {
 public:
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  void add_row(std::vector<std::string> cells);
  bool empty() const { return rows_.empty(); }

  // Title line, a line of dashes, the rows; each line ends in a newline and has no trailing blanks.
  std::string text() const;
  // A GitHub Markdown table of the same cells.
  std::string markdown() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

// `text` padded with blanks to `width` code points on the side that `align` leaves free.
std::string padded(const std::string& text, std::size_t width, Align align);
std::size_t display_width(const std::string& text);

// Whole numbers as such; others with three decimals from 1 on, else with three significant digits.
// Scientific below a millionth and from 1e15 on. "-" if not finite.
std::string number_text(double value);

// "1.23 us": three significant digits or more, in the largest unit from ns to s that keeps 1 or
// more.
std::string duration_text(SimDuration duration);

// "+4.1%", one decimal; "0.0%" for everything that rounds to it.
std::string percent_text(double percent);

}  // namespace tickstorm::report
