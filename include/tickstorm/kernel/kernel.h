// Kernel: the simulated kernel of one machine. Boots idle tasks, ticks and watchdogs; owns tasks,
// locks and run queues; notices when nothing goes on any more.

#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tickstorm/kernel/config.h"
#include "tickstorm/kernel/cpu_time.h"
#include "tickstorm/kernel/finding.h"
#include "tickstorm/kernel/lock.h"
#include "tickstorm/kernel/sched.h"
#include "tickstorm/kernel/task.h"
#include "tickstorm/machine/machine.h"

namespace tickstorm {

// Interrupt vectors beside the local timer's.
inline constexpr unsigned reschedule_vector = 1;

// The kernel's data of one CPU.
struct PerCpu {
  PerCpu(LockClass& lock_class, SpinLockKind kind) : rq(lock_class, kind) {}
  RunQueue rq;
  Cell<std::uint64_t> watchdog_stamp;  // When the watchdog thread ran last, in ticks since boot.
  Task* watchdog = nullptr;
  LockWait lock_wait;    // What it spins for, if anything.
  SimTime last_tick{};   // When it last took its timer interrupt.
  SimTime mode_since{};  // Start of the present stretch of user, system or idle time.
  SimDuration user{};    // What really ran on it.
  SimDuration system{};
  SimDuration idle{};
  bool in_softirq = false;
  bool soft_lockup_reported = false;
};

class Kernel final : public InterruptSink {
 public:
  // `cpu_time` must outlive the kernel.
  Kernel(Machine& machine, const KernelConfig& config, CpuTime& cpu_time);

  Machine& machine() { return machine_; }
  const KernelConfig& config() const { return config_; }
  CpuTime& cpu_time() { return cpu_time_; }
  PerCpu& per_cpu(CpuId cpu) { return *per_cpu_[cpu]; }
  const PerCpu& per_cpu(CpuId cpu) const { return *per_cpu_[cpu]; }
  std::uint32_t online_cpus() const { return online_; }
  RwLock& tasklist_lock() { return tasklist_lock_; }
  SimDuration tick_period() const { return seconds(1) / config_.hz; }
  // Of a thread record in the first (0) or second (1) place of its slab page.
  const Layout& task_layout(std::uint32_t place) const { return task_layouts_[place]; }
  const Layout& stack_layout() const { return stack_layout_; }
  LockClass& sighand_class() { return sighand_class_; }
  LockClass& futex_class() { return futex_class_; }
  std::vector<const LockClass*> lock_classes() const;

  // Boots all online CPUs and starts the first task of a process on CPU 0. The run is over when
  // `body` returns or finish() is called.
  void boot(ThreadBody body, void* argument);
  // The process that boot() started.
  ThreadGroup& init_group() { return *init_group_; }
  // A task that is not on any run queue yet.
  Task& new_task(NodeId node);
  // Forgets a task that will never run again. It must be off its CPU.
  void free_task(Task& task);
  // A dead task still has to leave its CPU: it is freed by the task that follows it.
  void set_dead(CpuId cpu, Task& task) { dead_[cpu] = &task; }
  void reap_dead(CpuId cpu);
  std::uint64_t tasks_alive() const { return alive_; }

  // The workload is done, at the clock of `ctx`. Needs ctx.in_order().
  void finish(Context& ctx);
  bool finished() const { return finished_; }
  bool hung() const { return hung_; }
  // Ends the run at `now`: each CPU stops at its next timer interrupt, a place that does not depend
  // on how far ahead of global time it happens to be; some ticks later the engine stops.
  void end_run(SimTime now);
  // When the run ended, or where it is.
  SimTime end() const { return ending_ ? end_ : machine_.engine().now(); }

  // Closes the present stretch of CPU time of `ctx`'s CPU and task, and begins one in `mode`.
  void switch_mode(Context& ctx, Mode mode);

  const std::vector<Finding>& findings() const { return findings_; }
  void report(Finding finding);
  // A promise of the algorithm under test did not hold: noted as a finding, at most ten of them.
  void expect(bool holds, Context& ctx, const char* promise);
  // Ends the run as hung.
  void hang(Finding finding);
  // What every CPU does now, a line each.
  std::string describe_cpus() const;

  // InterruptSink.
  Co<void> interrupt(Cpu& cpu, unsigned vector) override;

  // Called once a simulated second by the engine, outside simulated time.
  using Observer = std::function<void(SimTime now)>;
  void set_observer(Observer observer) { observer_ = std::move(observer); }

 private:
  Co<void> tick(Context& ctx, Task& task, bool from_user);
  Co<void> run_softirqs(Context& ctx);
  Co<void> check_soft_lockup(Context& ctx);
  static void on_observe(void* self);
  void look_for_lockups(SimTime now);
  void look_for_standstill(SimTime now);
  Finding starvation(SimTime now, CpuId cpu) const;
  void boot_cpu(CpuId cpu);

  Machine& machine_;
  KernelConfig config_;
  CpuTime& cpu_time_;
  std::uint32_t online_;
  std::array<Layout, 2> task_layouts_;
  Layout stack_layout_;
  Layout one_line_;
  LockClass tasklist_class_{"tasklist_lock"};
  LockClass sighand_class_{"siglock"};
  LockClass rq_class_{"rq_lock"};
  LockClass futex_class_{"futex_bucket"};
  RwLock tasklist_lock_;
  Cell<std::uint64_t> jiffies_;
  std::vector<std::unique_ptr<PerCpu>> per_cpu_;
  std::vector<std::unique_ptr<Task>> tasks_;  // By id; null: gone.
  std::vector<std::uint32_t> free_ids_;
  std::uint64_t alive_ = 0;
  std::vector<Task*> dead_;  // By CPU: the task that exited there and still has to leave.
  std::unique_ptr<ThreadGroup> init_group_;
  std::vector<Finding> findings_;
  Observer observer_;
  Engine::Slot observe_slot_;
  SimDuration progress_seen_{};  // User time of all CPUs when it last grew.
  SimTime progress_at_{};
  Cell<std::uint32_t> thaw_;  // Never set: CPUs that have stopped wait for it.
  SimTime end_{};
  bool ending_ = false;
  bool finished_ = false;
  bool hung_ = false;
  unsigned broken_ = 0;
};

}  // namespace tickstorm
