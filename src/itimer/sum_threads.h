// The accounting of 2.6.12 to 2.6.27, shared by its two variants: they differ in the least share.

#pragma once

#include "itimer/expiry.h"

namespace tickstorm::itimer {

class SumThreads final : public CpuAccounting {
 public:
  // No thread gets a smaller share of the remaining time than `least_share` ticks.
  explicit SumThreads(std::uint64_t least_share) : least_share_(least_share) {}

  Co<void> account_tick(Context& ctx, Task& task, bool user) override;
  Co<void> account_run(Context& ctx, Task& task, std::uint64_t ns) override;
  Co<void> check_timers(Context& ctx, Task& task) override;
  Co<void> set_itimer_prof(Context& ctx, std::uint64_t value, std::uint64_t interval) override;
  Co<CpuTimes> sample_group(Context& ctx) override;
  Co<void> thread_linked(Context& ctx, Task& child) override;
  Co<void> thread_unlinked(Context& ctx, Task& task) override;

 private:
  Co<CpuTimes> sum_ring(Context& ctx, ThreadGroup& group);
  Co<void> rebalance(Context& ctx, ThreadGroup& group, std::uint64_t left);
  Co<void> check_process(Context& ctx, ThreadGroup& group);

  std::uint64_t least_share_;
};

}  // namespace tickstorm::itimer
