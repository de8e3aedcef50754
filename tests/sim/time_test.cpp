// Simulated time and its only rounding; the random numbers.

#include "tickstorm/sim/time.h"

#include <catch2/catch.hpp>

#include "tickstorm/sim/rng.h"

using namespace tickstorm;
using namespace tickstorm::literals;

TEST_CASE("cycles become the nearest picosecond", "[sim]") {
  const Hertz three_ghz{3'000'000'000};
  CHECK(three_ghz.to_duration(Cycles{1}) == 333_ps);
  CHECK(three_ghz.to_duration(Cycles{2}) == 667_ps);
  CHECK(three_ghz.to_duration(Cycles{3}) == 1_ns);
  CHECK(Hertz{2'000'000'000'000}.to_duration(Cycles{1}) == 1_ps);  // Half a picosecond goes up.
}

TEST_CASE("many cycles are rounded once and do not overflow", "[sim]") {
  const Hertz clock{2'600'000'000};
  constexpr std::int64_t day = 86'400;
  CHECK(clock.to_duration(Cycles{clock.hz * day * 100}) == seconds(day * 100));
  CHECK(clock.to_duration(Cycles{clock.hz * day + 1}) == seconds(day) + 385_ps);
}

TEST_CASE("durations divide into counts and rests", "[sim]") {
  CHECK(10_us / 3_us == 3);
  CHECK(10_us % 3_us == 1_us);
  CHECK(SimTime{} + 1_s - 1_ms == SimTime{999'000'000'000});
}

TEST_CASE("the generator is splitmix64", "[sim]") {
  Rng rng(1234567);
  CHECK(rng.next() == 6457827717110365317U);
  CHECK(rng.next() == 3203168211198807973U);
  CHECK(rng.next() == 9817491932198370423U);
}

TEST_CASE("numbers below a bound reach all values and no other", "[sim]") {
  Rng rng(3);
  unsigned seen = 0;
  for (int i = 0; i < 1000; ++i)
    seen |= 1U << rng.below(10);
  CHECK(seen == 0x3FFU);
}
