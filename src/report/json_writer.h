// Writes JSON with the same bytes on every host: keys in the order given, two blanks of
// indentation, numbers in the shortest form that reads back to the same value.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tickstorm::report {

// Call key() before each value inside an object. The caller keeps begin and end balanced.
class JsonWriter {
 public:
  void begin_object() { open('{'); }
  void end_object() { close('}'); }
  void begin_array() { open('['); }
  void end_array() { close(']'); }
  void key(std::string_view name);

  void value(std::string_view text);
  void value(double number);  // NaN and infinities become null, JSON has no words for them.
  void value(std::int64_t number);
  void value(std::uint64_t number);
  void value(bool truth);
  void value(const std::optional<double>& number);  // null if empty
  void value(const char* text) { value(std::string_view(text)); }
  void raw(std::string_view json);  // `json` is inserted as it stands.

  template <typename T>
  void member(std::string_view name, const T& content) {
    key(name);
    value(content);
  }

  // The text so far, with a newline at its end. Needs all objects and arrays closed.
  std::string take();

 private:
  void open(char bracket);
  void close(char bracket);
  void start_value();
  void new_line();
  void append_string(std::string_view text);

  std::string text_;
  int depth_ = 0;
  bool is_first_ = true;  // Nothing was written yet in the innermost object or array.
  bool follows_key_ = false;
};

// A 64-bit hash as 16 hexadecimal digits: JSON readers that know only doubles would round a number.
std::string hex(std::uint64_t hash);

}  // namespace tickstorm::report
