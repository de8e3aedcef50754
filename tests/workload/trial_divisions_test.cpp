// The count of trial divisions against a loop that does them.

#include <catch2/catch.hpp>

#include "tickstorm/workload/workload.h"

using namespace tickstorm;

namespace {

// The program's inner loop as it stands: tries 2, 3, ... up to the square root.
std::uint64_t count_by_dividing(std::uint64_t max_prime) {
  std::uint64_t tries = 0;
  for (std::uint64_t n = 3; n < max_prime; ++n) {
    for (std::uint64_t d = 2; d * d <= n; ++d) {
      ++tries;
      if (n % d == 0) break;
    }
  }
  return tries;
}

}  // namespace

TEST_CASE("trial divisions are counted as the program does them", "[workload]") {
  for (std::uint64_t max_prime = 0; max_prime < 400; ++max_prime) {
    CAPTURE(max_prime);
    CHECK(workload::trial_divisions(max_prime) == count_by_dividing(max_prime));
  }
  CHECK(workload::trial_divisions(10'000) == count_by_dividing(10'000));
}

// The sieve works in segments of 2^18 numbers.
TEST_CASE("trial divisions are counted right across a segment's edge", "[workload]") {
  for (const std::uint64_t around : {(1U << 18) + 2U, (1U << 18) + 3U, (1U << 18) + 4U, 300'000U}) {
    CAPTURE(around);
    CHECK(workload::trial_divisions(around) == count_by_dividing(around));
  }
}
