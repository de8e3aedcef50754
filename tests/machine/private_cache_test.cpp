// The lazy finite capacity: how many copies survive, and that the table itself loses none.

#include "tickstorm/machine/private_cache.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "support/tiny_machine.h"

using namespace tickstorm;

namespace {

bool alive(const PrivateCache::Copy&) {
  return true;
}

// A cache that was given line 1 and then `others` other lines.
PrivateCache filled(const LifetimeTables& tables, std::uint64_t seed, std::uint32_t others) {
  PrivateCache cache(tables, seed);
  for (std::uint32_t line = 1; line <= others + 1; ++line)
    cache.insert(cache.find(line), line, 1, 64, alive);
  return cache;
}

// The share of 4000 seeds with which line 1 is still in the level after `others` other lines.
double share(const MachineConfig& config, std::uint32_t others, bool in_l1) {
  const LifetimeTables tables(config);
  int found = 0;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    PrivateCache cache = filled(tables, seed, others);
    const PrivateCache::Copy* copy = cache.find(1);
    const HitLevel level = copy == nullptr ? HitLevel::none : cache.level(*copy);
    found += in_l1 ? level == HitLevel::l1 : level != HitLevel::none;
  }
  return found / 4000.0;
}

// Fewer than `ways` of a Poisson number with this mean.
double poisson_below(double mean, int ways) {
  double term = std::exp(-mean);
  double sum = 0;
  for (int k = 0; k < ways; ++k) {
    sum += term;
    term *= mean / (k + 1);
  }
  return sum;
}

}  // namespace

TEST_CASE("as many copies survive as the Poisson distribution says", "[machine]") {
  MachineConfig config = support::tiny_config(1, 1);
  config.l1 = {.sets = 16, .ways = 2, .hit = nanoseconds(1)};
  config.l2 = {.sets = 16, .ways = 4, .hit = nanoseconds(4)};
  const std::uint32_t others = GENERATE(4U, 16U, 32U, 64U);
  CAPTURE(others);
  CHECK(share(config, others, true) == Approx(poisson_below(others / 16.0, 2)).margin(0.03));
  CHECK(share(config, others, false) == Approx(poisson_below(others / 16.0, 4)).margin(0.03));
}

TEST_CASE("without a capacity model every copy stays in the first level", "[machine]") {
  MachineConfig config = support::tiny_config(1, 1);
  config.capacity = CapacityModel::off;
  const LifetimeTables tables(config);
  PrivateCache cache = filled(tables, 1, 20'000);
  std::uint32_t hits = 0;
  for (std::uint32_t line = 1; line <= 20'001; ++line) {
    const PrivateCache::Copy* copy = cache.find(line);
    hits += copy != nullptr && cache.level(*copy) == HitLevel::l1 ? 1U : 0U;
  }
  CHECK(hits == 20'001);
}

TEST_CASE("the same seed loses the same copies, another one others", "[machine]") {
  MachineConfig config = support::tiny_config(1, 1);
  config.l1 = {.sets = 16, .ways = 2, .hit = nanoseconds(1)};
  const LifetimeTables tables(config);
  const auto pattern = [&tables](std::uint64_t seed) {
    PrivateCache cache = filled(tables, seed, 60);
    std::string levels;
    for (std::uint32_t line = 1; line <= 61; ++line) {
      levels.push_back(cache.level(*cache.find(line)) == HitLevel::l1 ? '1' : '2');
    }
    return levels;
  };
  CHECK(pattern(1) == pattern(1));
  CHECK(pattern(1) != pattern(2));
}

TEST_CASE("dead copies make room, so a table grows with its living ones only", "[machine]") {
  const MachineConfig config = support::tiny_config(1, 1);
  const LifetimeTables tables(config);
  PrivateCache cache(tables, 1);
  const auto is_alive = [](const PrivateCache::Copy& copy) { return copy.line <= 100; };
  for (std::uint32_t line = 1; line <= 5000; ++line) {
    cache.insert(cache.find(line), line, 1, 64, is_alive);
    if (line % 50 == 0) {
      for (std::uint32_t kept = 1; kept <= 100 && kept <= line; ++kept) {
        PrivateCache::Copy* copy = cache.find(kept);
        REQUIRE(copy != nullptr);
        cache.touch(*copy);
      }
    }
  }
  CHECK(cache.places() <= 512);
}

TEST_CASE("in a window a line counts once, however often it is used", "[machine]") {
  const MachineConfig config = support::tiny_config(1, 1);
  const LifetimeTables tables(config);
  PrivateCache cache = filled(tables, 1, 9);
  cache.begin_window();
  const std::uint32_t before = cache.touches();
  for (int times = 0; times < 3; ++times) {
    for (std::uint32_t line = 1; line <= 10; ++line)
      cache.touch(*cache.find(line));
  }
  CHECK(cache.touches() - before == 10);
}
