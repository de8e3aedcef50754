// Per-CPU accounting of 2.6.28, shared by its placements: each process has one slot per CPU.

#pragma once

#include <vector>

#include "itimer/expiry.h"

namespace tickstorm::itimer {

// Where the slots lie, and whether the cached expiry follows the timer both ways.
struct PerCpuOptions {
  bool padded = true;  // A line per slot; else 32-byte objects, so CPUs of a node share lines.
  bool stale_cache = false;  // The cache is only ever lowered, as 2.6.28 shipped it.
};

class PerCpuTotals final : public CpuAccounting {
 public:
  explicit PerCpuTotals(PerCpuOptions options) : options_(options) {}

  Co<void> account_tick(Context& ctx, Task& task, bool user) override;
  Co<void> account_run(Context& ctx, Task& task, std::uint64_t ns) override;
  Co<void> check_timers(Context& ctx, Task& task) override;
  Co<void> set_itimer_prof(Context& ctx, std::uint64_t value, std::uint64_t interval) override;
  Co<CpuTimes> sample_group(Context& ctx) override;
  Co<void> thread_linked(Context& ctx, Task& child) override;
  Co<void> thread_unlinked(Context& ctx, Task& task) override;

 private:
  struct Slots;
  Slots& slots_of(Context& ctx, ThreadGroup& group);
  Co<CpuTimes> sum_slots(Context& ctx, ThreadGroup& group);
  Co<void> cache_expiry(Context& ctx, Slots& slots, std::uint64_t next);

  PerCpuOptions options_;
};

}  // namespace tickstorm::itimer
