// Findings: what a run observed that a kernel developer must see, as values.

#pragma once

#include <cstdint>
#include <string>

#include "tickstorm/sim/time.h"

namespace tickstorm {

enum class FindingKind : std::uint8_t {
  soft_lockup,       // The watchdog thread did not run for KernelConfig::soft_lockup_after.
  hard_lockup,       // A CPU took no timer interrupt for KernelConfig::hard_lockup_after.
  lock_starvation,   // One waiter of a lock waited that long while others took it again and again.
  livelock,          // CPUs are busy, but no user instruction ran for KernelConfig::livelock_after.
  deadlock,          // Nothing can ever run again.
  broken_invariant,  // A promise of the algorithm under test did not hold.
};

struct Finding {
  FindingKind kind{};
  SimTime at{};
  std::int32_t cpu = -1;  // -1: the whole machine.
  std::string sentence;   // One sentence, no full stop at the end of a list entry needed.
  std::string splat;  // Several lines as a kernel of that time would have printed them, or empty.
};

// "soft_lockup" and so on: the spelling in JSON.
const char* to_string(FindingKind kind);

}  // namespace tickstorm
