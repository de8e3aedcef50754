// CpuAccounting: algorithms that charge CPU time to a process and watch its interval timers.
//
// The interface is the kernel's CpuTime (kernel/cpu_time.h says who calls what in which context).
// Every variant promises:
//   I1  the group's time never decreases and equals the ticks charged to all members, within the
//       ticks in flight
//   I2  at most one SIGPROF is pending for the process; signals posted = delivered + pending
//   I3  no expiry is lost: it is moved forward and a post attempted within a bounded number of
//       member ticks
//   I4  one armed expiry value is posted at most once
//   I5  interrupts stay off through the whole check
//   I6  a thread whose times were handed over is never summed again
//   I7  disarming stops the posting; arming outlives the thread that armed

#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "tickstorm/kernel/cpu_time.h"
#include "tickstorm/variant.h"

namespace tickstorm::itimer {

using CpuAccounting = CpuTime;

struct CpuAccountingVariant {
  VariantInfo info;
  std::unique_ptr<CpuAccounting> (*make)();
};

// All variants, oldest first. `tickstorm list` prints this table.
std::span<const CpuAccountingVariant> cpu_accounting_variants();

// A fresh instance of the variant, for one simulation; null if there is none of that name.
std::unique_ptr<CpuAccounting> make_cpu_accounting(std::string_view name);

std::unique_ptr<CpuAccounting> make_none();
std::unique_ptr<CpuAccounting> make_sum_threads();
std::unique_ptr<CpuAccounting> make_sum_threads_unclamped();
std::unique_ptr<CpuAccounting> make_percpu_totals();
std::unique_ptr<CpuAccounting> make_percpu_unpadded();

}  // namespace tickstorm::itimer
