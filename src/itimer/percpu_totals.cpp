// CPU accounting, variant "percpu_totals": every CPU adds to its own slot of the process; whoever
// wants the sum reads all slots.
//
// Kernel   2.6.28 (f06febc96ba8), with one combined loop and the slots of each CPU on a line of its
//          own.
//          Sources: docs/variants.md#itimer (B2).
// Promise  I1 to I7, and B-1: the slots add up to all ticks charged since their allocation, plus
//          the seed.
// Needs    Slots exist from the second thread on; a single thread is its own sum.
// Cost     A tick writes one private line. While a timer is armed each tick of each of C CPUs reads
//          C slots, each modified by another CPU: C squared line transfers per tick period,
//          whatever N is.
// Deviates The cached expiry follows the timer (as shipped it was only ever lowered:
//          PerCpuOptions).

#include <algorithm>
#include <memory>

#include "itimer/costs.h"
#include "itimer/percpu.h"
#include "tickstorm/kernel/kernel.h"

namespace tickstorm::itimer {

struct PerCpuTotals::Slots final : GroupAccounting {
  struct Slot {
    Cell<std::uint64_t> user;
    Cell<std::uint64_t> system;
    Cell<std::uint64_t> ran_ns;
  };
  Cell<bool> allocated;               // PT: the table of slot pointers, null while single-threaded.
  Cell<std::uint64_t> cached_expiry;  // CE: next to the timer itself; 0: none.
  Layout table_layout;
  Layout slot_layout;
  std::vector<std::unique_ptr<Slot>> slots;  // One per possible CPU.
};

PerCpuTotals::Slots& PerCpuTotals::slots_of(Context& ctx, ThreadGroup& group) {
  if (!group.accounting) {
    auto fresh = std::make_unique<Slots>();
    const std::uint32_t line_bytes = ctx.kernel().machine().config().line_bytes;
    fresh->table_layout = Layout(line_bytes, {0});
    fresh->slot_layout = Layout(line_bytes, {0});
    fresh->allocated.place(ctx.kernel().machine().allocate(fresh->table_layout, 0).first, false);
    fresh->cached_expiry.place(group.prof_expires.line());
    group.accounting = std::move(fresh);
  }
  return static_cast<Slots&>(*group.accounting);
}

Co<void> PerCpuTotals::account_tick(Context& ctx, Task& task, bool user) {
  co_await charge_own(ctx, task, user);
  Slots& slots = slots_of(ctx, *task.group);
  const bool allocated = co_await ctx.load(slots.allocated);
  if (!allocated) co_return;
  Slots::Slot& own = *slots.slots[ctx.cpu().id()];
  Cell<std::uint64_t>& ticks = user ? own.user : own.system;
  const std::uint64_t before = co_await ctx.load(ticks);
  co_await ctx.store(ticks, before + 1);
}

Co<void> PerCpuTotals::account_run(Context& ctx, Task& task, std::uint64_t ns) {
  co_await charge_own_run(ctx, task, ns);
  Slots& slots = slots_of(ctx, *task.group);
  const bool allocated = co_await ctx.load(slots.allocated);
  if (!allocated) co_return;
  Cell<std::uint64_t>& ran = slots.slots[ctx.cpu().id()]->ran_ns;
  const std::uint64_t before = co_await ctx.load(ran);
  co_await ctx.store(ran, before + ns);
}

// One loop over all possible CPUs, offline ones included; before there are slots, the only thread.
Co<CpuTimes> PerCpuTotals::sum_slots(Context& ctx, ThreadGroup& group) {
  Slots& slots = slots_of(ctx, group);
  CpuTimes sum;
  const bool allocated = co_await ctx.load(slots.allocated);
  if (!allocated) {
    const std::uint64_t user = co_await ctx.load(ctx.task().user_ticks);
    const std::uint64_t ran = co_await ctx.load(ctx.task().ran_ns);
    co_return CpuTimes{user, ctx.task().system_ticks.peek(), ran};
  }
  for (const auto& slot : slots.slots) {
    const std::uint64_t user = co_await ctx.load(slot->user);
    const std::uint64_t system = co_await ctx.load(slot->system);
    const std::uint64_t ran = co_await ctx.load(slot->ran_ns);
    sum += CpuTimes{user, system, ran};
    ctx.cpu().spend(ctx.cycles(costs::visit_slot));
  }
  co_return sum;
}

Co<void> PerCpuTotals::check_timers(Context& ctx, Task& task) {
  ThreadGroup& group = *task.group;
  Slots& slots = slots_of(ctx, group);
  const std::uint64_t own = co_await ctx.load(task.prof_expires);
  const std::uint64_t cached = co_await ctx.load(slots.cached_expiry);
  if (own == 0 && cached == 0) co_return;
  const CpuTimes seen = co_await sum_slots(ctx, group);
  if (seen.prof() < cached) co_return;

  co_await group.siglock.lock(ctx);
  ctx.cpu().spend(ctx.cycles(costs::slow_tick));
  const CpuTimes sum = co_await sum_slots(ctx, group);
  check_sum(ctx, group, sum);
  const std::uint64_t next = co_await expire_prof(ctx, group, sum.prof());
  co_await cache_expiry(ctx, slots, next);
  co_await group.siglock.unlock(ctx);
}

Co<void> PerCpuTotals::cache_expiry(Context& ctx, Slots& slots, std::uint64_t next) {
  const std::uint64_t cached = co_await ctx.load(slots.cached_expiry);
  const bool keep = options_.stale_cache && cached != 0 && next >= cached;
  if (!keep) co_await ctx.store(slots.cached_expiry, next);
}

Co<void> PerCpuTotals::set_itimer_prof(Context& ctx, std::uint64_t value, std::uint64_t interval) {
  ThreadGroup& group = *ctx.task().group;
  Slots& slots = slots_of(ctx, group);
  ctx.irq_disable();
  co_await group.siglock.lock(ctx);
  const CpuTimes sum = co_await sum_slots(ctx, group);
  const std::uint64_t expires = value == 0 ? 0 : sum.prof() + value + 1;
  co_await ctx.store(group.prof_interval, interval);
  co_await ctx.store(group.prof_expires, expires);
  co_await cache_expiry(ctx, slots, expires);
  co_await group.siglock.unlock(ctx);
  co_await ctx.irq_enable();
}

Co<CpuTimes> PerCpuTotals::sample_group(Context& ctx) {
  ThreadGroup& group = *ctx.task().group;
  ctx.irq_disable();
  co_await group.siglock.lock(ctx);
  const CpuTimes sum = co_await sum_slots(ctx, group);
  co_await group.siglock.unlock(ctx);
  co_await ctx.irq_enable();
  co_return sum;
}

// The second thread brings the slots: zeroed, but for the first thread's times on the current CPU.
Co<void> PerCpuTotals::thread_linked(Context& ctx, Task& child) {
  ThreadGroup& group = *child.group;
  Slots& slots = slots_of(ctx, group);
  const bool allocated = co_await ctx.load(slots.allocated);
  if (allocated) co_return;
  Machine& machine = ctx.kernel().machine();
  constexpr std::uint32_t object_bytes = 32;  // Unpadded objects of one node share lines.
  const std::uint32_t line_holds =
      options_.padded ? 1 : std::max(1U, machine.config().line_bytes / object_bytes);
  Block shared{};
  std::uint32_t on_line = 0;
  for (CpuId cpu = 0; cpu < machine.cpus(); ++cpu) {
    const bool new_node = cpu == 0 || machine.node_of(cpu) != machine.node_of(cpu - 1);
    if (new_node || on_line == line_holds) {
      shared = machine.allocate(slots.slot_layout, machine.node_of(cpu));
      on_line = 0;
    }
    ++on_line;
    auto slot = std::make_unique<Slots::Slot>();
    slot->user.place(shared.first);
    slot->system.place(shared.first);
    slot->ran_ns.place(shared.first);
    slots.slots.push_back(std::move(slot));
    ctx.cpu().spend(ctx.cycles(costs::allocate_slot));
  }
  Slots::Slot& own = *slots.slots[ctx.cpu().id()];
  const std::uint64_t user = co_await ctx.load(ctx.task().user_ticks);
  co_await ctx.store(own.user, user);
  const std::uint64_t system = co_await ctx.load(ctx.task().system_ticks);
  co_await ctx.store(own.system, system);
  const std::uint64_t ran = co_await ctx.load(ctx.task().ran_ns);
  co_await ctx.store(own.ran_ns, ran);
  co_await ctx.store(slots.allocated, true);
}

// Nothing to hand over: the thread's time is in the slots already.
Co<void> PerCpuTotals::thread_unlinked(Context&, Task&) {
  co_return;
}

std::unique_ptr<CpuAccounting> make_percpu_totals() {
  return std::make_unique<PerCpuTotals>(PerCpuOptions{.padded = true});
}

}  // namespace tickstorm::itimer
