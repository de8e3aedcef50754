// Aligned text tables, Markdown tables, readable numbers.

#include "report/table.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

#include "tickstorm/sim/check.h"

namespace tickstorm::report {
namespace {

std::string formatted(double value, std::chars_format format, int precision) {
  // A double in fixed notation has up to 309 digits before the point.
  std::array<char, 400> buffer{};
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format, precision);
  return {buffer.data(), end.ptr};
}

std::string fixed(double value, int decimals) {
  return formatted(value, std::chars_format::fixed, decimals);
}

void append_line(const std::vector<std::string>& cells, const std::vector<Column>& columns,
                 const std::vector<std::size_t>& widths, std::string& out) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) line += "  ";
    line += padded(cells[i], widths[i], columns[i].align);
  }
  line.erase(line.find_last_not_of(' ') + 1);
  out += line + '\n';
}

void append_markdown(const std::vector<std::string>& cells, std::string& out) {
  out += '|';
  for (const std::string& cell : cells) {
    out += ' ';
    for (const char c : cell) {
      if (c == '|') out += '\\';
      out += c;
    }
    out += " |";
  }
  out += '\n';
}

}  // namespace

void Table::add_row(std::vector<std::string> cells) {
  TICKSTORM_CHECK(cells.size() == columns_.size(), "a table row has a cell per column");
  rows_.push_back(std::move(cells));
}

std::string Table::text() const {
  std::vector<std::string> titles;
  std::vector<std::size_t> widths;
  for (const Column& column : columns_) {
    titles.push_back(column.title);
    widths.push_back(display_width(column.title));
  }
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], display_width(row[i]));
    }
  }
  std::vector<std::string> dashes;
  for (const std::size_t width : widths)
    dashes.emplace_back(width, '-');
  std::string out;
  append_line(titles, columns_, widths, out);
  append_line(dashes, columns_, widths, out);
  for (const auto& row : rows_)
    append_line(row, columns_, widths, out);
  return out;
}

std::string Table::markdown() const {
  std::vector<std::string> titles;
  std::vector<std::string> rules;
  for (const Column& column : columns_) {
    titles.push_back(column.title);
    rules.emplace_back(column.align == Align::right ? "---:" : "---");
  }
  std::string out;
  append_markdown(titles, out);
  append_markdown(rules, out);
  for (const auto& row : rows_)
    append_markdown(row, out);
  return out;
}

std::string padded(const std::string& text, std::size_t width, Align align) {
  const std::size_t own = display_width(text);
  const std::string blanks(width > own ? width - own : 0, ' ');
  return align == Align::left ? text + blanks : blanks + text;
}

std::size_t display_width(const std::string& text) {
  // Every byte of UTF-8 but the continuation bytes 10xxxxxx begins a code point.
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

std::string number_text(double value) {
  if (!std::isfinite(value)) return "-";
  if (value == 0) return "0";
  const double size = std::abs(value);
  if (size >= 1e15 || size < 1e-6) return formatted(value, std::chars_format::scientific, 2);
  if (value == std::trunc(value)) return fixed(value, 0);
  if (size >= 1) return fixed(value, 3);
  int decimals = 3;
  for (double edge = 0.1; size < edge; edge /= 10)
    ++decimals;
  return fixed(value, decimals);
}

std::string duration_text(SimDuration duration) {
  struct Unit {
    std::int64_t ps;
    std::string_view name;
  };
  constexpr std::array units = {Unit{1'000'000'000'000, " s"}, Unit{1'000'000'000, " ms"},
                                Unit{1'000'000, " us"}, Unit{1'000, " ns"}};
  if (duration.ps == 0) return "0";
  const std::int64_t size = duration.ps < 0 ? -duration.ps : duration.ps;
  std::size_t unit = 0;
  while (unit + 1 < units.size() && size < units[unit].ps)
    ++unit;
  const double value = static_cast<double>(duration.ps) / static_cast<double>(units[unit].ps);
  const double shown = std::abs(value);
  const int decimals = shown >= 100 ? 0 : shown >= 10 ? 1 : 2;
  return fixed(value, decimals) + std::string(units[unit].name);
}

std::string percent_text(double percent) {
  std::string digits = fixed(percent, 1);
  if (digits == "-0.0" || digits == "0.0") return "0.0%";
  return (percent > 0 ? "+" : "") + digits + '%';
}

}  // namespace tickstorm::report
