// The only sources of randomness: a seeded generator and a stateless mixer, the same numbers on
// every platform and compiler.

#pragma once

#include <cstdint>

#include "tickstorm/sim/time.h"

namespace tickstorm {

// Spreads the bits of `x` over the whole word (the finaliser of splitmix64). Stateless, so that a
// decision made from (seed, place, count) does not depend on how many others were made before it.
constexpr std::uint64_t mix64(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

// splitmix64: a stream of 64-bit numbers from a seed.
class Rng {
 public:
  explicit constexpr Rng(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t next() {
    const std::uint64_t out = mix64(state_);
    state_ += 0x9e3779b97f4a7c15U;
    return out;
  }

  // A number in [0, bound), without bias worth speaking of. Needs bound > 0.
  constexpr std::uint64_t below(std::uint64_t bound) {
    return static_cast<std::uint64_t>((static_cast<Uint128>(next()) * bound) >> 64);
  }

 private:
  std::uint64_t state_;
};

}  // namespace tickstorm
