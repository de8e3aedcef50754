// Numbers with units: "10ms", "2.6GHz", "64B", "12cycles".

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tickstorm::scenario {

struct Unit {
  std::string_view name;
  std::int64_t factor = 1;  // How many of the smallest unit it is.
};

// Smallest unit first. Durations count picoseconds, frequencies hertz, sizes bytes.
std::span<const Unit> duration_units();
std::span<const Unit> frequency_units();
std::span<const Unit> size_units();
std::span<const Unit> cycle_units();

struct Quantity {
  enum class Problem : std::uint8_t {
    none,
    malformed,  // No number in front.
    unit,       // None or an unknown unit behind it.
    fraction,   // Not a whole number of the smallest unit.
    too_large,  // Does not fit 64 bits.
  };
  std::int64_t value = 0;
  Problem problem = Problem::none;
};

// Reads digits, optionally a point and digits, then a unit without space between. Exact: no
// doubles.
Quantity read_quantity(std::string_view text, std::span<const Unit> units);

// In the largest unit that needs no fraction: 10'000'000'000 ps is "10ms". Zero is "0" with the
// last unit's name. Needs value >= 0.
std::string show_quantity(std::int64_t value, std::span<const Unit> units);

// "ps, ns, us, ms or s"
std::string unit_names(std::span<const Unit> units);

}  // namespace tickstorm::scenario
