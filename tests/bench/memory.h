// How much memory the process has allocated.

#pragma once

#include <malloc.h>

#include <cstddef>

namespace tickstorm::bench {

inline std::size_t allocated() {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

}  // namespace tickstorm::bench
