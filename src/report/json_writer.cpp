// JSON output without a locale and without a library's choice of number format.

#include "report/json_writer.h"

#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "tickstorm/sim/check.h"

namespace tickstorm::report {
namespace {

constexpr std::string_view hex_digits = "0123456789abcdef";

template <typename Number>
std::string shortest(Number number) {
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
  return {buffer.data(), end.ptr};
}

}  // namespace

void JsonWriter::key(std::string_view name) {
  start_value();
  append_string(name);
  text_ += ": ";
  follows_key_ = true;
}

void JsonWriter::value(std::string_view text) {
  start_value();
  append_string(text);
}

void JsonWriter::value(double number) {
  raw(std::isfinite(number) ? shortest(number) : "null");
}

void JsonWriter::value(std::int64_t number) {
  raw(shortest(number));
}

void JsonWriter::value(std::uint64_t number) {
  raw(shortest(number));
}

void JsonWriter::value(bool truth) {
  raw(truth ? "true" : "false");
}

void JsonWriter::value(const std::optional<double>& number) {
  if (number) {
    value(*number);
  } else {
    raw("null");
  }
}

void JsonWriter::raw(std::string_view json) {
  start_value();
  text_ += json;
}

std::string JsonWriter::take() {
  TICKSTORM_CHECK(depth_ == 0 && !text_.empty(), "JSON is taken before it is complete");
  text_ += '\n';
  return std::exchange(text_, {});
}

void JsonWriter::open(char bracket) {
  start_value();
  text_ += bracket;
  ++depth_;
  is_first_ = true;
}

void JsonWriter::close(char bracket) {
  TICKSTORM_CHECK(depth_ > 0 && !follows_key_, "JSON is closed without an open part");
  --depth_;
  if (!is_first_) new_line();
  text_ += bracket;
  is_first_ = false;
}

// Comma and line break before a key or an array's item; nothing between a key and its value.
void JsonWriter::start_value() {
  if (std::exchange(follows_key_, false) || depth_ == 0) return;
  if (!is_first_) text_ += ',';
  is_first_ = false;
  new_line();
}

void JsonWriter::new_line() {
  text_ += '\n';
  for (int i = 0; i < depth_; ++i)
    text_ += "  ";
}

void JsonWriter::append_string(std::string_view text) {
  text_ += '"';
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      text_ += '\\';
      text_ += c;
    } else if (c == '\n') {
      text_ += "\\n";
    } else if (c == '\t') {
      text_ += "\\t";
    } else if (code < 0x20) {
      text_ += "\\u00";
      text_ += hex_digits[code >> 4U];
      text_ += hex_digits[code & 0xFU];
    } else {
      text_ += c;
    }
  }
  text_ += '"';
}

std::string hex(std::uint64_t hash) {
  std::string digits(16, '0');
  for (std::size_t i = digits.size(); i-- > 0; hash >>= 4U)
    digits[i] = hex_digits[hash & 0xFU];
  return digits;
}

}  // namespace tickstorm::report
