// Interrupts: the timer tick in the order of 2.6.18, and the reschedule request.

#include "tickstorm/kernel/costs.h"
#include "tickstorm/kernel/kernel.h"
#include "tickstorm/kernel/signal.h"

namespace tickstorm {

Co<void> Kernel::interrupt(Cpu& cpu, unsigned vector) {
  Task& task = *per_cpu_[cpu.id()]->rq.current;
  Context& ctx = task.ctx;
  const Mode before = task.mode;
  switch_mode(ctx, Mode::system);
  if (ending_ && vector == Cpu::timer_vector) {
    const std::uint32_t never_set = co_await ctx.spin_until<Equal>(thaw_, 1U);
    static_cast<void>(never_set);
  }
  if (vector == Cpu::timer_vector) co_await tick(ctx, task, before == Mode::user);
  if (vector == Cpu::timer_vector) co_await run_softirqs(ctx);
  if (before == Mode::user) co_await return_to_user(ctx);
  switch_mode(ctx, before);
}

Co<void> Kernel::tick(Context& ctx, Task& task, bool from_user) {
  const CpuId cpu = ctx.cpu().id();
  per_cpu_[cpu]->last_tick = ctx.now();
  ctx.cpu().spend(ctx.cycles(costs::tick_body));
  if (cpu == 0) co_await ctx.store(jiffies_, jiffies_.peek() + 1);
  if (task.is_user()) {
    ++(from_user ? task.group->charged.user_ticks : task.group->charged.system_ticks);
    co_await cpu_time_.account_tick(ctx, task, from_user);
  }
  co_await check_soft_lockup(ctx);
  co_await scheduler_tick(ctx, task);
  if (task.is_user()) co_await cpu_time_.check_timers(ctx, task);
}

// Interrupt exit: softirqs run with interrupts on. A tick that came due during a long handler is
// taken here, in kernel mode, and so charged as system time. Softirqs do not nest.
Co<void> Kernel::run_softirqs(Context& ctx) {
  PerCpu& own = *per_cpu_[ctx.cpu().id()];
  if (own.in_softirq) co_return;
  own.in_softirq = true;
  co_await ctx.irq_enable();
  co_await ctx.compute(costs::timer_softirq);
  ctx.irq_disable();
  own.in_softirq = false;
}

Co<void> Kernel::check_soft_lockup(Context& ctx) {
  const CpuId cpu = ctx.cpu().id();
  PerCpu& own = *per_cpu_[cpu];
  const std::uint64_t stamp = co_await ctx.load(own.watchdog_stamp);
  const auto now = static_cast<std::uint64_t>((ctx.now() - SimTime{}) / tick_period());
  if (now < stamp + config_.hz) co_return;
  co_await wake_up(ctx, *own.watchdog);
  const auto limit = static_cast<std::uint64_t>(config_.soft_lockup_after / tick_period());
  if (now < stamp + limit || own.soft_lockup_reported) co_return;
  own.soft_lockup_reported = true;
  const std::string number = std::to_string(cpu);
  report({FindingKind::soft_lockup, ctx.now(), static_cast<std::int32_t>(cpu),
          "CPU " + number + " did not run its watchdog thread for " +
              std::to_string(config_.soft_lockup_after / seconds(1)) + " s",
          "BUG: soft lockup detected on CPU#" + number + "!\n" + describe_cpus()});
}

}  // namespace tickstorm
