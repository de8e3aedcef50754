// Simulated time: integer picoseconds in 64 bits, enough for 106 days.
//
// SimTime is a point, SimDuration a length; mixing them up does not compile. Cycles become time in
// Hertz::to_duration() and nowhere else, rounded once to the nearest picosecond.

#pragma once

#include <compare>
#include <cstdint>

namespace tickstorm {

__extension__ using Int128 = __int128;
__extension__ using Uint128 = unsigned __int128;

// A length of simulated time in picoseconds. May be negative as an intermediate result.
struct SimDuration {
  std::int64_t ps = 0;

  constexpr auto operator<=>(const SimDuration&) const = default;
  constexpr SimDuration operator+(SimDuration o) const { return {ps + o.ps}; }
  constexpr SimDuration operator-(SimDuration o) const { return {ps - o.ps}; }
  constexpr SimDuration operator*(std::int64_t n) const { return {ps * n}; }
  constexpr SimDuration operator/(std::int64_t n) const { return {ps / n}; }
  constexpr std::int64_t operator/(SimDuration o) const { return ps / o.ps; }
  constexpr SimDuration operator%(SimDuration o) const { return {ps % o.ps}; }
  constexpr SimDuration& operator+=(SimDuration o) {
    ps += o.ps;
    return *this;
  }
  constexpr SimDuration& operator-=(SimDuration o) {
    ps -= o.ps;
    return *this;
  }
  // Seconds as a double, for reports only: never feed the result back into a simulation.
  constexpr double seconds() const { return static_cast<double>(ps) / 1e12; }
};

// A point in simulated time, in picoseconds since the simulation began.
struct SimTime {
  std::int64_t ps = 0;

  constexpr auto operator<=>(const SimTime&) const = default;
  constexpr SimTime operator+(SimDuration d) const { return {ps + d.ps}; }
  constexpr SimTime operator-(SimDuration d) const { return {ps - d.ps}; }
  constexpr SimDuration operator-(SimTime o) const { return {ps - o.ps}; }
  constexpr SimTime& operator+=(SimDuration d) {
    ps += d.ps;
    return *this;
  }
  constexpr double seconds() const { return static_cast<double>(ps) / 1e12; }
};

// Later than every event; an idle slot of the engine stands at `never`.
inline constexpr SimTime never{INT64_MAX};

constexpr SimDuration picoseconds(std::int64_t n) {
  return {n};
}
constexpr SimDuration nanoseconds(std::int64_t n) {
  return {n * 1'000};
}
constexpr SimDuration microseconds(std::int64_t n) {
  return {n * 1'000'000};
}
constexpr SimDuration milliseconds(std::int64_t n) {
  return {n * 1'000'000'000};
}
constexpr SimDuration seconds(std::int64_t n) {
  return {n * 1'000'000'000'000};
}

// A number of clock cycles of one CPU.
struct Cycles {
  std::int64_t n = 0;
  constexpr auto operator<=>(const Cycles&) const = default;
  constexpr Cycles operator+(Cycles o) const { return {n + o.n}; }
  constexpr Cycles operator*(std::int64_t k) const { return {n * k}; }
};

// A clock frequency. Needs hz > 0.
struct Hertz {
  std::int64_t hz = 0;
  constexpr auto operator<=>(const Hertz&) const = default;

  // The time that `c` cycles take, rounded once to the nearest picosecond. Exact for any count that
  // fits 64 bits of picoseconds: whole seconds and the remainder are converted apart.
  constexpr SimDuration to_duration(Cycles c) const {
    const std::int64_t whole = c.n / hz;
    const std::int64_t rest = c.n % hz;
    const auto scaled = static_cast<Uint128>(rest) * 1'000'000'000'000U;
    const auto divisor = static_cast<Uint128>(hz);
    return seconds(whole) +
           picoseconds(static_cast<std::int64_t>((scaled + divisor / 2) / divisor));
  }
};

namespace literals {
constexpr SimDuration operator""_ps(unsigned long long n) {
  return picoseconds(static_cast<std::int64_t>(n));
}
constexpr SimDuration operator""_ns(unsigned long long n) {
  return nanoseconds(static_cast<std::int64_t>(n));
}
constexpr SimDuration operator""_us(unsigned long long n) {
  return microseconds(static_cast<std::int64_t>(n));
}
constexpr SimDuration operator""_ms(unsigned long long n) {
  return milliseconds(static_cast<std::int64_t>(n));
}
constexpr SimDuration operator""_s(unsigned long long n) {
  return seconds(static_cast<std::int64_t>(n));
}
constexpr Cycles operator""_cycles(unsigned long long n) {
  return {static_cast<std::int64_t>(n)};
}
}  // namespace literals

}  // namespace tickstorm
