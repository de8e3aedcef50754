// Booting, tasks, CPU-time bookkeeping.

#include "tickstorm/kernel/kernel.h"

#include <algorithm>

#include "tickstorm/kernel/costs.h"
#include "tickstorm/kernel/process.h"
#include "tickstorm/sim/check.h"

namespace tickstorm {
namespace {

constexpr SimDuration observe_period = seconds(1);

Co<void> idle_main(Context& ctx) {
  co_await idle_loop(ctx);
}

// The watchdog thread: shows that its CPU still schedules, then sleeps until the tick wakes it.
Co<void> watchdog_main(Context& ctx) {
  co_await schedule_tail(ctx);
  for (;;) {
    Kernel& kernel = ctx.kernel();
    PerCpu& own = kernel.per_cpu(ctx.cpu().id());
    const auto stamp = static_cast<std::uint64_t>((ctx.now() - SimTime{}) / kernel.tick_period());
    co_await ctx.store(own.watchdog_stamp, stamp);
    co_await ctx.store(ctx.task().state, TaskState::interruptible);
    co_await schedule(ctx);
  }
}

struct FirstTask {
  ThreadBody body;
  void* argument;
};

Co<void> first_main(Context& ctx, FirstTask first) {
  co_await schedule_tail(ctx);
  co_await exit_syscall(ctx);
  co_await first.body(ctx, first.argument);
  co_await ctx.in_order();
  ctx.kernel().finish(ctx);
  co_await enter_syscall(ctx);
  co_await ctx.store(ctx.task().state, TaskState::uninterruptible);
  co_await schedule(ctx);
}

}  // namespace

Kernel::Kernel(Machine& machine, const KernelConfig& config, CpuTime& cpu_time)
    : machine_(machine),
      config_(config),
      cpu_time_(cpu_time),
      online_(config.online_cpus == 0 ? machine.cpus() : config.online_cpus),
      task_layouts_{TaskFields::layout(machine.config().line_bytes, 0),
                    TaskFields::layout(machine.config().line_bytes, 1)},
      stack_layout_(machine.config().line_bytes, {16}),
      one_line_(machine.config().line_bytes, {0}),
      tasklist_lock_(tasklist_class_, config.rwlock),
      dead_(online_),
      observe_slot_(machine.engine().add_slot(EventClass::observer, 0, &Kernel::on_observe, this)) {
  TICKSTORM_CHECK(online_ <= machine.cpus(), "more CPUs online than there are");
  machine.set_interrupt_sink(*this);
  tasklist_lock_.place(machine.allocate(one_line_, 0).first);
  thaw_.place(machine.allocate(one_line_, 0).first);
  jiffies_.place(machine.allocate(one_line_, 0).first);
  for (CpuId cpu = 0; cpu < online_; ++cpu) {
    per_cpu_.push_back(std::make_unique<PerCpu>(rq_class_, config.spinlock));
    const NodeId node = machine.node_of(cpu);
    const LineId line = machine.allocate(one_line_, node).first;
    per_cpu_[cpu]->rq.lock.place(line);
    per_cpu_[cpu]->rq.nr_running.place(line);
    per_cpu_[cpu]->watchdog_stamp.place(machine.allocate(one_line_, node).first);
  }
}

std::vector<const LockClass*> Kernel::lock_classes() const {
  return {&tasklist_class_, &sighand_class_, &rq_class_, &futex_class_};
}

Task& Kernel::new_task(NodeId node) {
  std::uint32_t id = static_cast<std::uint32_t>(tasks_.size());
  if (free_ids_.empty()) {
    tasks_.emplace_back();
  } else {
    id = free_ids_.back();
    free_ids_.pop_back();
  }
  tasks_[id] = std::make_unique<Task>(*this, id, node);
  ++alive_;
  return *tasks_[id];
}

void Kernel::free_task(Task& task) {
  const std::uint32_t id = task.id();
  tasks_[id].reset();
  free_ids_.push_back(id);
  --alive_;
}

void Kernel::reap_dead(CpuId cpu) {
  if (dead_[cpu] == nullptr) return;
  free_task(*dead_[cpu]);
  dead_[cpu] = nullptr;
}

void Kernel::boot_cpu(CpuId cpu) {
  const NodeId node = machine_.node_of(cpu);
  RunQueue& rq = per_cpu_[cpu]->rq;
  Task& idle = new_task(node);
  idle.mode = Mode::system;
  idle.ctx.set_cpu(machine_.cpu(cpu));
  idle.start(idle_main(idle.ctx));
  rq.idle = &idle;
  rq.current = &idle;
  Task& watchdog = new_task(node);
  watchdog.real_time = true;
  watchdog.home_cpu = cpu;
  watchdog.start(watchdog_main(watchdog.ctx));
  per_cpu_[cpu]->watchdog = &watchdog;
  rq.real_time.push_back(watchdog);
  rq.nr_running.poke(1);
  const SimDuration period = tick_period();
  const SimDuration spread = config_.tick_phase == TickPhase::aligned ? SimDuration{}
                             : config_.tick_phase == TickPhase::half  ? period / 2
                                                                      : period;
  machine_.cpu(cpu).boot(idle.strand);
  machine_.cpu(cpu).start_timer(SimTime{} + period + spread * cpu / online_, period);
}

void Kernel::boot(ThreadBody body, void* argument) {
  for (CpuId cpu = 0; cpu < online_; ++cpu)
    boot_cpu(cpu);
  init_group_ = std::make_unique<ThreadGroup>(*this, machine_.node_of(0));
  Task& leader = new_task(machine_.node_of(0));
  leader.group = init_group_.get();
  leader.slice = full_slice(*this);
  init_group_->leader = &leader;
  init_group_->threads.push_back(leader);
  init_group_->live.poke(1);
  leader.start(first_main(leader.ctx, FirstTask{body, argument}));
  RunQueue& rq = per_cpu_[0]->rq;
  rq.arrays[rq.active].push_back(leader);
  rq.nr_running.poke(rq.nr_running.peek() + 1);
  machine_.engine().set(observe_slot_, SimTime{} + observe_period);
}

void Kernel::finish(Context& ctx) {
  finished_ = true;
  end_run(ctx.now());
}

void Kernel::end_run(SimTime now) {
  constexpr int ticks_waited = 20;
  if (ending_) return;
  ending_ = true;
  end_ = now;
  Engine& engine = machine_.engine();
  engine.post(
      now + tick_period() * ticks_waited, EventClass::observer, 0,
      [](void* self) { static_cast<Engine*>(self)->stop(); }, &engine);
}

void Kernel::switch_mode(Context& ctx, Mode mode) {
  PerCpu& own = *per_cpu_[ctx.cpu().id()];
  Task& task = ctx.task();
  const SimDuration stretch = ctx.now() - own.mode_since;
  own.mode_since = ctx.now();
  switch (task.mode) {
    case Mode::user:
      own.user += stretch;
      if (task.is_user()) task.group->true_user += stretch;
      break;
    case Mode::system:
      own.system += stretch;
      if (task.is_user()) task.group->true_system += stretch;
      break;
    case Mode::idle:
      own.idle += stretch;
      break;
  }
  task.mode = mode;
}

}  // namespace tickstorm
