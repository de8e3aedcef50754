// Exact conversion between text with a unit and a count of the smallest unit.

#include "scenario/quantity.h"

#include <algorithm>
#include <array>

namespace tickstorm::scenario {
namespace {

constexpr std::array durations = {Unit{"ps", 1}, Unit{"ns", 1'000}, Unit{"us", 1'000'000},
                                  Unit{"ms", 1'000'000'000}, Unit{"s", 1'000'000'000'000}};
constexpr std::array frequencies = {Unit{"Hz", 1}, Unit{"kHz", 1'000}, Unit{"MHz", 1'000'000},
                                    Unit{"GHz", 1'000'000'000}};
constexpr std::array sizes = {Unit{"B", 1}, Unit{"KiB", 1 << 10}, Unit{"MiB", 1 << 20},
                              Unit{"GiB", 1 << 30}};
constexpr std::array cycles = {Unit{"cycles", 1}};

constexpr std::size_t digits_max = 18;  // So many always fit 64 bits.

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::size_t count_digits(std::string_view text) {
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_digit) -
                                  text.begin());
}

__extension__ using Wide = __int128;

}  // namespace

std::span<const Unit> duration_units() {
  return durations;
}
std::span<const Unit> frequency_units() {
  return frequencies;
}
std::span<const Unit> size_units() {
  return sizes;
}
std::span<const Unit> cycle_units() {
  return cycles;
}

Quantity read_quantity(std::string_view text, std::span<const Unit> units) {
  using Problem = Quantity::Problem;
  const std::string_view whole = text.substr(0, count_digits(text));
  if (whole.empty()) return {0, Problem::malformed};
  std::string_view rest = text.substr(whole.size());
  std::string_view fraction;
  if (rest.starts_with('.')) {
    fraction = rest.substr(1, count_digits(rest.substr(1)));
    if (fraction.empty()) return {0, Problem::malformed};
    rest.remove_prefix(1 + fraction.size());
  }
  const auto unit =
      std::find_if(units.begin(), units.end(), [&](const Unit& u) { return u.name == rest; });
  if (unit == units.end()) return {0, Problem::unit};
  if (whole.size() + fraction.size() > digits_max) return {0, Problem::too_large};
  Wide scaled = 0;
  Wide divisor = 1;
  for (const char c : whole)
    scaled = scaled * 10 + (c - '0');
  for (const char c : fraction) {
    scaled = scaled * 10 + (c - '0');
    divisor *= 10;
  }
  scaled *= unit->factor;
  if (scaled % divisor != 0) return {0, Problem::fraction};
  scaled /= divisor;
  if (scaled > INT64_MAX) return {0, Problem::too_large};
  return {static_cast<std::int64_t>(scaled), Problem::none};
}

std::string show_quantity(std::int64_t value, std::span<const Unit> units) {
  const auto fits = [value](const Unit& unit) { return value % unit.factor == 0; };
  const auto unit = std::find_if(units.rbegin(), units.rend(), fits);
  return std::to_string(value / unit->factor) + std::string(unit->name);
}

std::string unit_names(std::span<const Unit> units) {
  std::string out;
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (i > 0) out += i + 1 == units.size() ? " or " : ", ";
    out += units[i].name;
  }
  return out;
}

}  // namespace tickstorm::scenario
