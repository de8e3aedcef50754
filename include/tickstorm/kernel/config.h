// What the simulated kernel was configured with: HZ, lock implementations, scheduler, watchdogs.

#pragma once

#include <cstdint>
#include <string>

#include "tickstorm/sim/time.h"

namespace tickstorm {

// When the CPUs' local timers fire relative to each other.
enum class TickPhase : std::uint8_t {
  aligned,    // All on one hardware edge, as 2.6.18 on x86-64 does on purpose.
  half,       // Spread over half a period, as 2.6.28 with high-resolution timers does.
  staggered,  // Spread over the whole period.
};
enum class SpinLockKind : std::uint8_t { byte, ticket };
enum class RwLockKind : std::uint8_t { counting, queued };
enum class SchedulerKind : std::uint8_t { o1 };

struct KernelConfig {
  std::uint32_t hz = 1000;  // Ticks per second and CPU, 50 to 10000.
  TickPhase tick_phase = TickPhase::aligned;
  SchedulerKind scheduler = SchedulerKind::o1;
  SpinLockKind spinlock = SpinLockKind::byte;
  RwLockKind rwlock = RwLockKind::counting;
  std::string itimer = "sum_threads";  // A row of itimer::cpu_accounting_variants().
  std::uint32_t online_cpus = 0;       // The first so many CPUs are online; 0: all of them.
  // 2.6.18: the watchdog thread did not run that long.
  SimDuration soft_lockup_after = seconds(10);
  SimDuration hard_lockup_after = seconds(5);  // NMI watchdog: no timer interrupt taken that long.
  SimDuration livelock_after = seconds(10);    // No user instruction anywhere for that long.
};

}  // namespace tickstorm
