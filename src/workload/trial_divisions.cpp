// Counts the work of the prime search without doing it: a number with least factor f costs f - 1
// tries, a prime as many as fit below its square root. Sieved in segments, so memory does not grow
// with the limit.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tickstorm/workload/workload.h"

namespace tickstorm::workload {
namespace {

constexpr std::uint64_t segment = 1 << 18;

std::uint64_t square_root(std::uint64_t n) {
  std::uint64_t root = 0;
  while ((root + 1) * (root + 1) <= n)
    ++root;
  return root;
}

std::vector<std::uint32_t> primes_up_to(std::uint64_t limit) {
  std::vector<bool> composite(limit + 1);
  std::vector<std::uint32_t> primes;
  for (std::uint64_t n = 2; n <= limit; ++n) {
    if (composite[n]) continue;
    primes.push_back(static_cast<std::uint32_t>(n));
    for (std::uint64_t multiple = n * n; multiple <= limit; multiple += n)
      composite[multiple] = true;
  }
  return primes;
}

}  // namespace

std::uint64_t trial_divisions(std::uint64_t max_prime) {
  if (max_prime <= 3) return 0;
  const std::vector<std::uint32_t> primes = primes_up_to(square_root(max_prime));
  std::vector<std::uint32_t> least(segment);
  std::uint64_t tries = 0;
  std::uint64_t root = 1;
  for (std::uint64_t low = 3; low < max_prime; low += segment) {
    const std::uint64_t high = std::min(low + segment, max_prime);
    std::fill(least.begin(), least.end(), 0);
    for (const std::uint64_t p : primes) {
      if (p * p >= high) break;
      for (std::uint64_t n = std::max(p * p, (low + p - 1) / p * p); n < high; n += p) {
        std::uint32_t& factor = least[n - low];
        if (factor == 0) factor = static_cast<std::uint32_t>(p);
      }
    }
    for (std::uint64_t n = low; n < high; ++n) {
      while ((root + 1) * (root + 1) <= n)
        ++root;
      tries += least[n - low] != 0 ? least[n - low] - 1 : root - 1;
    }
  }
  return tries;
}

}  // namespace tickstorm::workload
