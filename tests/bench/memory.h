// How much memory simulated things occupy.

#pragma once

#include <malloc.h>

#include <cstddef>
#include <cstdint>
#include <thread>

namespace tickstorm::bench {

// Bytes that the process has allocated. Needs all threads in one arena: mallopt(M_ARENA_MAX, 1).
inline std::size_t allocated() {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

// What each thing in the second half of `count` occupies, so that what there is but once does not
// count; `bytes_of(n)` makes n of them and returns what they occupy. Measured on a host thread of
// its own, where no coroutine frame that was freed before waits to be used again.
template <class F>
double bytes_each(std::uint32_t count, const F& bytes_of) {
  const auto alone = [&bytes_of](std::uint32_t n) {
    std::size_t bytes = 0;
    std::thread([&] { bytes = bytes_of(n); }).join();
    return static_cast<double>(bytes);
  };
  return (alone(count) - alone(count / 2)) / (count - count / 2);
}

}  // namespace tickstorm::bench
