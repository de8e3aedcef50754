// JSON output: layout, escapes, numbers.

#include "report/json_writer.h"

#include <catch2/catch.hpp>
#include <limits>
#include <nlohmann/json.hpp>

#include "tickstorm/sim/check.h"

using namespace tickstorm;
using report::JsonWriter;

namespace {

std::string written(double number) {
  JsonWriter json;
  json.value(number);
  return json.take();
}

}  // namespace

TEST_CASE("nested JSON is indented and its commas are in place", "[report]") {
  JsonWriter json;
  json.begin_object();
  json.member("a", std::uint64_t{1});
  json.key("b");
  json.begin_array();
  json.value("x");
  json.value(true);
  json.begin_object();
  json.end_object();
  json.end_array();
  json.key("c");
  json.begin_array();
  json.end_array();
  json.end_object();
  CHECK(json.take() ==
        "{\n  \"a\": 1,\n  \"b\": [\n    \"x\",\n    true,\n    {}\n  ],\n  \"c\": []\n}\n");
}

TEST_CASE("numbers are written in the shortest form that reads back", "[report]") {
  CHECK(written(0.1) == "0.1\n");
  CHECK(written(131.457) == "131.457\n");
  CHECK(written(100) == "100\n");
  CHECK(written(1.0 / 3) == "0.3333333333333333\n");
  CHECK(written(5e-324) == "5e-324\n");
  CHECK(written(std::numeric_limits<double>::quiet_NaN()) == "null\n");
  CHECK(written(-std::numeric_limits<double>::infinity()) == "null\n");
}

TEST_CASE("64-bit integers keep all their digits", "[report]") {
  JsonWriter json;
  json.value(std::numeric_limits<std::uint64_t>::max());
  CHECK(json.take() == "18446744073709551615\n");
  JsonWriter lowest;
  lowest.value(std::numeric_limits<std::int64_t>::min());
  CHECK(lowest.take() == "-9223372036854775808\n");
}

TEST_CASE("any byte of a string comes back from a JSON reader", "[report]") {
  std::string all = "\xC2\xB5s \"quoted\" back\\slash\n\t\r";
  for (char c = 1; c < 0x20; ++c)
    all += c;
  JsonWriter json;
  json.value(all);
  const std::string text = json.take();
  CHECK(nlohmann::json::parse(text).get<std::string>() == all);
  CHECK(text.find("\\u001f") != std::string::npos);
}

TEST_CASE("taking unfinished JSON is a fault of the caller", "[report]") {
  JsonWriter json;
  json.begin_object();
  CHECK_THROWS_AS(json.take(), InternalError);
}

TEST_CASE("a hash has 16 hexadecimal digits", "[report]") {
  CHECK(report::hex(0) == "0000000000000000");
  CHECK(report::hex(0x0123456789abcdef) == "0123456789abcdef");
}
