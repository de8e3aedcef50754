// Names of the parts of a simulated machine.

#pragma once

#include <cstdint>

namespace tickstorm {

using CpuId = std::uint32_t;  // 0 .. Topology::cpus() - 1; sockets first, then cores, then threads.
using NodeId = std::uint32_t;  // 0 .. Topology::sockets - 1
using LineId = std::uint32_t;  // One simulated cache line; 0 is no line.

inline constexpr CpuId no_cpu = UINT32_MAX;
inline constexpr LineId no_line = 0;

}  // namespace tickstorm
