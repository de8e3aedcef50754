// The work that both sides of every comparison do: the same random numbers, the same increments,
// the same mix of accesses. Nothing here depends on the library under test.

#pragma once

#include <array>
#include <cmath>
#include <cstdint>

namespace tickstorm::bench {

// Marsaglia's xorshift, period 2^64 - 1. Three shifts, so that the generator does not dominate the
// few nanoseconds that are measured.
class XorShift {
 public:
  // Any seed is allowed; it is spread so that neighbouring seeds start far apart.
  explicit XorShift(std::uint64_t seed) : state_((seed + 1) * 0x9E3779B97F4A7C15U | 1U) {}

  std::uint64_t next() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return state_;
  }

 private:
  std::uint64_t state_;
};

// Exponentially distributed increments of simulated time with a mean of about 10,000 ticks, at
// least 1. Drawn from a table, because a logarithm would cost more than the queue operation it
// feeds.
class Increments {
 public:
  Increments() {
    for (std::uint32_t i = 0; i < size; ++i) {
      const double uniform = (i + 0.5) / size;
      table_[i] = 1 + static_cast<std::uint32_t>(-10'000.0 * std::log(uniform));
    }
  }

  std::uint32_t draw(XorShift& random) const { return table_[(random.next() >> 20) % size]; }

 private:
  static constexpr std::uint32_t size = 4096;
  std::array<std::uint32_t, size> table_{};
};

// The lines of the access benchmark: 64 private lines for each CPU and 4096 that all share. 95 % of
// the accesses are to the CPU's own lines.
inline constexpr std::uint32_t private_lines = 64;
inline constexpr std::uint32_t shared_lines = 4096;

struct LineChoice {
  bool is_shared = false;
  std::uint32_t index = 0;  // Below shared_lines or private_lines.
};

// Which line the next access of a CPU goes to. One draw per access.
inline LineChoice choose_line(XorShift& random) {
  constexpr std::uint32_t private_share = 62'259;  // 95 % of 2^16.
  const std::uint64_t bits = random.next();
  const bool is_shared = (bits & 0xFFFFU) >= private_share;
  const auto index = static_cast<std::uint32_t>(bits >> 32);
  return {is_shared, index % (is_shared ? shared_lines : private_lines)};
}

enum class Op : std::uint8_t { load, store, rmw };

// The repeating order of operations: 70 % loads, 20 % stores, 10 % read-modify-writes. It is fixed,
// so that both sides know the operation at the call site; a random one costs a misprediction each.
inline constexpr std::array<Op, 10> op_pattern = {Op::load, Op::store, Op::load, Op::load,
                                                  Op::rmw,  Op::load,  Op::load, Op::store,
                                                  Op::load, Op::load};

}  // namespace tickstorm::bench
