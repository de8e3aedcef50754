// Tables and readable numbers.

#include "report/table.h"

#include <catch2/catch.hpp>
#include <limits>

#include "tickstorm/sim/check.h"

using namespace tickstorm;
using report::Align;
using report::duration_text;
using report::number_text;
using report::percent_text;
using report::Table;

TEST_CASE("numbers keep what a reader needs", "[report]") {
  CHECK(number_text(0) == "0");
  CHECK(number_text(22612) == "22612");
  CHECK(number_text(-3) == "-3");
  CHECK(number_text(131.4571) == "131.457");
  CHECK(number_text(1.5) == "1.500");
  CHECK(number_text(0.0219) == "0.0219");
  CHECK(number_text(0.1) == "0.100");
  CHECK(number_text(0.000123456) == "0.000123");
  CHECK(number_text(1.234e-7) == "1.23e-07");
  CHECK(number_text(1e15) == "1.00e+15");
  CHECK(number_text(std::numeric_limits<double>::quiet_NaN()) == "-");
  CHECK(number_text(std::numeric_limits<double>::infinity()) == "-");
}

TEST_CASE("durations use the largest unit that keeps one or more", "[report]") {
  CHECK(duration_text({}) == "0");
  CHECK(duration_text(picoseconds(500)) == "0.50 ns");
  CHECK(duration_text(nanoseconds(1)) == "1.00 ns");
  CHECK(duration_text(nanoseconds(999)) == "999 ns");
  CHECK(duration_text(nanoseconds(12'340)) == "12.3 us");
  CHECK(duration_text(milliseconds(1)) == "1.00 ms");
  CHECK(duration_text(milliseconds(131'457)) == "131 s");
  CHECK(duration_text(nanoseconds(-1'500)) == "-1.50 us");
}

TEST_CASE("percentages are signed unless they round to nothing", "[report]") {
  CHECK(percent_text(4.06) == "+4.1%");
  CHECK(percent_text(-42.51) == "-42.5%");
  CHECK(percent_text(-0.01) == "0.0%");
  CHECK(percent_text(0.04) == "0.0%");
}

TEST_CASE("columns are as wide as their widest cell, counted in characters", "[report]") {
  Table table({{"name", Align::left}, {"n", Align::right}});
  table.add_row({"µs", "1"});
  table.add_row({"longer", "12345"});
  CHECK(table.text() ==
        "name        n\n"
        "------  -----\n"
        "µs          1\n"
        "longer  12345\n");
}

TEST_CASE("no line of a table ends in blanks", "[report]") {
  Table table({{"a", Align::left}, {"b", Align::left}});
  table.add_row({"x", ""});
  table.add_row({"y", "long"});
  CHECK(table.text() == "a  b\n-  ----\nx\ny  long\n");
}

TEST_CASE("a Markdown table keeps bars out of its cells", "[report]") {
  Table table({{"a", Align::left}, {"b", Align::right}});
  table.add_row({"x|y", "1"});
  CHECK(table.markdown() == "| a | b |\n| --- | ---: |\n| x\\|y | 1 |\n");
}

TEST_CASE("a row with too few cells is a fault of the caller", "[report]") {
  Table table({{"a", Align::left}, {"b", Align::left}});
  CHECK_THROWS_AS(table.add_row({"x"}), InternalError);
}
