// What the kernel's watchdogs would have said, and what only a simulator can: who starves whom, and
// that nothing will ever move again. Runs once a simulated second, outside simulated time.

#include <algorithm>
#include <string>

#include "tickstorm/kernel/kernel.h"

namespace tickstorm {
namespace {

// Tenths of a second, rounded down: "5.0 s".
std::string in_seconds(SimDuration d) {
  const std::int64_t tenths = d / milliseconds(100);
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " s";
}

const char* where(const LockWait& wait) {
  const std::string mode = wait.mode;
  return mode == "write"  ? "__write_lock_failed"
         : mode == "read" ? "__read_lock_failed"
                          : "_spin_lock";
}

const char* name_of(Mode mode) {
  return mode == Mode::user ? "user code" : mode == Mode::idle ? "idle" : "kernel code";
}

}  // namespace

const char* to_string(FindingKind kind) {
  switch (kind) {
    case FindingKind::soft_lockup:
      return "soft_lockup";
    case FindingKind::hard_lockup:
      return "hard_lockup";
    case FindingKind::lock_starvation:
      return "lock_starvation";
    case FindingKind::livelock:
      return "livelock";
    case FindingKind::deadlock:
      return "deadlock";
    case FindingKind::broken_invariant:
      return "broken_invariant";
  }
  return "unknown";
}

void Kernel::report(Finding finding) {
  if (!ending_) findings_.push_back(std::move(finding));
}

void Kernel::expect(bool holds, Context& ctx, const char* promise) {
  constexpr unsigned noted_max = 10;
  if (holds || broken_++ >= noted_max) return;
  report({FindingKind::broken_invariant, ctx.now(), static_cast<std::int32_t>(ctx.cpu().id()),
          promise, ""});
}

void Kernel::hang(Finding finding) {
  const SimTime now = finding.at;
  report(std::move(finding));
  hung_ = true;
  end_run(now);
}

std::string Kernel::describe_cpus() const {
  std::string text;
  for (CpuId cpu = 0; cpu < online_; ++cpu) {
    const PerCpu& own = *per_cpu_[cpu];
    const Task& task = *own.rq.current;
    const bool irqs = machine_.cpu(cpu).interrupts_on();
    text += "CPU " + std::to_string(cpu) + ": task " + std::to_string(task.id()) + ", " +
            name_of(task.mode) + ", interrupts " + (irqs ? "on" : "off");
    if (own.lock_wait.lock != nullptr) {
      text += ", spins for " + own.lock_wait.lock->name + " (" + own.lock_wait.mode + ")";
    }
    text += ", " + std::to_string(own.rq.nr_running.peek()) + " runnable\n";
  }
  return text;
}

// The lock that `cpu` waits for, who else is at it, and the splat of the NMI watchdog.
Finding Kernel::starvation(SimTime now, CpuId cpu) const {
  const LockWait& wait = per_cpu_[cpu]->lock_wait;
  const std::string number = std::to_string(cpu);
  Finding finding{FindingKind::hard_lockup, now, static_cast<std::int32_t>(cpu), "", ""};
  const std::string since = in_seconds(now - per_cpu_[cpu]->last_tick);
  finding.sentence = "CPU " + number + " took no timer interrupt for " + since;
  std::string place = "kernel code";
  if (wait.lock != nullptr) {
    finding.kind = FindingKind::lock_starvation;
    finding.sentence = "CPU " + number + " has waited " + in_seconds(now - wait.since) +
                       " with interrupts off for " + wait.lock->name + " (" + wait.mode + ")";
    place = where(wait);
  }
  if (wait.lock == &tasklist_class_) {
    finding.sentence +=
        ", which the timer ticks of the other CPUs keep read-locked without a gap (" +
        std::to_string(tasklist_lock_.readers()) + " readers now)";
  }
  finding.splat = "NMI Watchdog detected LOCKUP on CPU " + number + "\nCPU " + number +
                  "\nPid: " + std::to_string(per_cpu_[cpu]->rq.current->id()) + "\nRIP: " + place +
                  "\n" + describe_cpus();
  return finding;
}

void Kernel::on_observe(void* self) {
  auto& kernel = *static_cast<Kernel*>(self);
  const SimTime now = kernel.machine_.engine().now();
  kernel.machine_.engine().set(kernel.observe_slot_, now + seconds(1));
  if (kernel.observer_) kernel.observer_(now);
  if (!kernel.ending_) kernel.look_for_lockups(now);
  if (!kernel.ending_) kernel.look_for_standstill(now);
}

void Kernel::look_for_lockups(SimTime now) {
  for (CpuId cpu = 0; cpu < online_; ++cpu) {
    if (now - per_cpu_[cpu]->last_tick < config_.hard_lockup_after) continue;
    hang(starvation(now, cpu));
    return;
  }
}

// No user instruction anywhere: a deadlock if the CPUs sleep, a livelock if they are busy.
void Kernel::look_for_standstill(SimTime now) {
  SimDuration progress{};
  bool busy = false;
  for (CpuId cpu = 0; cpu < online_; ++cpu) {
    const PerCpu& own = *per_cpu_[cpu];
    progress += own.user;
    busy = busy || own.rq.current != own.rq.idle;
    if (own.rq.current->mode == Mode::user) progress += now - own.mode_since;
  }
  if (progress != progress_seen_) {
    progress_seen_ = progress;
    progress_at_ = now;
  }
  if (now - progress_at_ < config_.livelock_after) return;
  const std::string since = in_seconds(now - progress_at_);
  if (busy) {
    hang({FindingKind::livelock, now, -1, "the CPUs are busy, but no user code ran for " + since,
          describe_cpus()});
  } else {
    hang({FindingKind::deadlock, now, -1, "all CPUs sleep and nothing will wake them",
          describe_cpus()});
  }
}

}  // namespace tickstorm
