// CPU accounting, variant "none": threads are charged, but nobody watches a timer.
//
// Kernel   None; the control that shows what the rest of a tick costs.
// Promise  I1 for the sum that getrusage() takes; timers cannot be armed, so the others hold
//          trivially.
// Needs    Nothing.
// Cost     A tick writes the thread's own line. A sample walks all N threads under siglock.

#include "itimer/costs.h"
#include "itimer/expiry.h"
#include "itimer/ring.h"
#include "tickstorm/kernel/kernel.h"

namespace tickstorm::itimer {
namespace {

class None final : public CpuAccounting {
 public:
  Co<void> account_tick(Context& ctx, Task& task, bool user) override {
    co_await charge_own(ctx, task, user);
  }
  Co<void> account_run(Context& ctx, Task& task, std::uint64_t ns) override {
    co_await charge_own_run(ctx, task, ns);
  }
  Co<void> check_timers(Context&, Task&) override { co_return; }
  Co<void> set_itimer_prof(Context&, std::uint64_t, std::uint64_t) override { co_return; }

  Co<CpuTimes> sample_group(Context& ctx) override {
    ThreadGroup& group = *ctx.task().group;
    ctx.irq_disable();
    co_await group.siglock.lock(ctx);
    RingSum walk(group, group.dead, ctx.cycles(costs::visit_record));
    while (!walk.done())
      co_await ctx.burst(walk);
    co_await group.siglock.unlock(ctx);
    co_await ctx.irq_enable();
    co_return walk.sum();
  }
  Co<void> thread_linked(Context&, Task&) override { co_return; }
  Co<void> thread_unlinked(Context& ctx, Task& task) override { co_await add_to_dead(ctx, task); }
};

}  // namespace

std::unique_ptr<CpuAccounting> make_none() {
  return std::make_unique<None>();
}

}  // namespace tickstorm::itimer
