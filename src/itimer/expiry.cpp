// Charging and expiry.

#include "itimer/expiry.h"

#include "tickstorm/kernel/kernel.h"

namespace tickstorm::itimer {

Co<void> charge_own(Context& ctx, Task& task, bool user) {
  Cell<std::uint64_t>& ticks = user ? task.user_ticks : task.system_ticks;
  const std::uint64_t before = co_await ctx.load(ticks);
  co_await ctx.store(ticks, before + 1);
}

Co<void> charge_own_run(Context& ctx, Task& task, std::uint64_t ns) {
  const std::uint64_t before = co_await ctx.load(task.ran_ns);
  co_await ctx.store(task.ran_ns, before + ns);
}

Co<void> add_to_dead(Context& ctx, Task& task) {
  const std::uint64_t user = co_await ctx.load(task.user_ticks);
  const std::uint64_t system = co_await ctx.load(task.system_ticks);
  const std::uint64_t ran = co_await ctx.load(task.ran_ns);
  task.group->dead += CpuTimes{user, system, ran};
  co_await ctx.store(task.group->dead_times, task.group->dead.prof());
}

Co<std::uint64_t> expire_prof(Context& ctx, ThreadGroup& group, std::uint64_t now) {
  const std::uint64_t expires = co_await ctx.load(group.prof_expires);
  if (expires == 0 || now < expires) co_return expires;
  const std::uint64_t interval = co_await ctx.load(group.prof_interval);
  const std::uint64_t next = interval == 0 ? 0 : now + interval;
  co_await ctx.store(group.prof_expires, next);
  co_await send_group_sigprof(ctx, group);
  co_return next;
}

void check_sum(Context& ctx, const ThreadGroup& group, const CpuTimes& sum) {
  const std::uint64_t charged = group.charged.prof();
  const std::uint64_t in_flight = ctx.kernel().online_cpus();
  ctx.kernel().expect(sum.prof() <= charged && charged - sum.prof() <= in_flight, ctx,
                      "the group's time differs from the ticks charged to its members");
}

}  // namespace tickstorm::itimer
