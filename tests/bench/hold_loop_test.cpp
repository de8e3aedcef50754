// The two hold loops do the same work: they draw the same increments, so that the n-th event of one
// happens when the n-th wake-up of the other does.

#include "bench/reference/hold_loop.h"

#include <catch2/catch.hpp>

#include "bench/reference/coroutine_hold_loop.h"

namespace tickstorm::bench::reference {
namespace {

TEST_CASE("events and coroutines of the hold loops happen at the same times", "[bench]") {
  const std::uint32_t pending = GENERATE(1U, 4U, 64U, 1024U);
  HoldLoop events(pending);
  CoroutineHoldLoop coroutines(pending);
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t before = events.now();
    events.run(7);
    coroutines.run(7);
    REQUIRE(events.now() == coroutines.now());
    REQUIRE(events.now() >= before);
  }
  CHECK(events.pending() == pending);
  CHECK(coroutines.pending() == pending);
}

TEST_CASE("increments have the mean of the exponential distribution they stand for", "[bench]") {
  const Increments increments;
  XorShift random(3);
  std::uint64_t sum = 0;
  for (int i = 0; i < 100'000; ++i)
    sum += increments.draw(random);
  CHECK(sum / 100'000 > 9'800);
  CHECK(sum / 100'000 < 10'200);
}

}  // namespace
}  // namespace tickstorm::bench::reference
