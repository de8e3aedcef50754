// Tasks and thread groups: the records that the kernel keeps of a thread and of a process, on the
// lines where 2.6.18 on x86-64 has them.
//
// The distances between fields follow from their order in 2.6.18; the
// absolute offsets are estimates. Records come from a slab: two to a page, each page shifted by a
// colour, so that their fields fall on some lines of a page only and crowd a part of every cache's
// sets.

#pragma once

#include <boost/intrusive/list.hpp>
#include <cstdint>
#include <memory>

#include "tickstorm/kernel/context.h"
#include "tickstorm/kernel/lock.h"
#include "tickstorm/machine/cell.h"
#include "tickstorm/machine/cpu.h"

namespace tickstorm {

class Kernel;
struct ThreadGroup;

enum class TaskState : std::uint8_t { running, interruptible, uninterruptible, dead };
// What a thread executes: `argument` is owned by whoever creates the threads.
using ThreadBody = Co<void> (*)(Context& ctx, void* argument);

enum class Mode : std::uint8_t { user, system, idle };

// Bits of the thread-info flag word.
inline constexpr std::uint32_t tif_need_resched = 1;
inline constexpr std::uint32_t tif_sigpending = 2;

// Clock readings of a task or group, in ticks charged and nanoseconds really run.
struct CpuTimes {
  std::uint64_t user_ticks = 0;
  std::uint64_t system_ticks = 0;
  std::uint64_t ran_ns = 0;

  CpuTimes& operator+=(const CpuTimes& o) {
    user_ticks += o.user_ticks;
    system_ticks += o.system_ticks;
    ran_ns += o.ran_ns;
    return *this;
  }
  std::uint64_t prof() const { return user_ticks + system_ticks; }
};

// Fields of the thread record that the simulation touches, and how its slab is laid out.
struct TaskFields {
  enum Field : std::uint32_t { state, sched, link, times, expires };
  // assumed: bytes of a thread record, recalled from slab statistics of distribution kernels of
  // 2.6.18 on x86-64, not re-read.
  static constexpr std::uint32_t object_bytes = 1888;
  // assumed: records on a page, from the same statistics.
  static constexpr std::uint32_t per_page = 2;
  // assumed: bytes of the slab's header in front of them.
  static constexpr std::uint32_t header_bytes = 64;
  static constexpr std::uint32_t page_bytes = 4096;
  // fitted: to the elapsed time of the old kernel with its timer on (Mayhar 2008, second run:
  // 131.457 s), which visit_record then fits finely. What is left of a page makes four colours at
  // most. The fewer, the fewer sets of a cache the records crowd, and the fewer threads it takes
  // until every visit misses: two give over 150 s even at fifteen cycles a visit, four 114 s even
  // at sixty.
  static constexpr std::uint32_t colours = 3;
  // The layout of a record in place 0 or 1 of its page.
  static Layout layout(std::uint32_t line_bytes, std::uint32_t place);
};

class alignas(64) Task {
 public:
  // Hooks that leave their list with the task.
  using Hook = boost::intrusive::list_member_hook<
      boost::intrusive::link_mode<boost::intrusive::auto_unlink>>;

  Task(Kernel& kernel, std::uint32_t id, NodeId node);
  ~Task();
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;

  std::uint32_t id() const { return id_; }
  // Its body starts at schedule_tail().
  void start(Co<void> body);
  bool is_user() const { return group != nullptr; }
  std::uint64_t prof_ticks() const { return user_ticks.peek() + system_ticks.peek(); }

  // What walks over the ring read comes first, in two lines of the host.
  Hook thread_hook;                // In the ring of the group. Task-list lock.
  Cell<std::uint64_t> user_ticks;  // times line
  Cell<std::uint64_t> system_ticks;
  Cell<std::uint64_t> ran_ns;  // sched line
  // expires line: cached PROF expiry in ticks of own time; 0 unset.
  Cell<std::uint64_t> prof_expires;
  Cell<Task*> next_thread;    // link line
  Cell<bool> exiting;         // state line
  Cell<TaskState> state;      // state line
  Cell<std::uint32_t> flags;  // thread-info flag word, in the stack page

  Context ctx;
  Strand strand;
  ThreadGroup* group = nullptr;  // Null for kernel threads and idle tasks.

  Hook run_hook;   // On a run queue's array. Run-queue lock.
  Hook wait_hook;  // On a futex queue. Futex lock.

  Mode mode = Mode::system;
  bool real_time = false;
  bool sigprof_blocked = false;  // siglock.
  CpuId home_cpu = 0;            // Whose run queue it is on, or was last.
  std::int32_t slice = 0;        // Ticks left. Own run-queue lock.
  SimTime run_since{};           // Start of the stretch not yet added to ran_ns.

 private:
  std::uint32_t id_;
  Block record_;
  Block stack_;
};

// A list of tasks through one of their hooks.
template <Task::Hook Task::*hook>
using TaskList = boost::intrusive::list<Task, boost::intrusive::member_hook<Task, Task::Hook, hook>,
                                        boost::intrusive::constant_time_size<false>>;

// Data that an accounting variant keeps per process.
struct GroupAccounting {
  virtual ~GroupAccounting() = default;
};

// A process: its threads, signal state and interval timer.
struct ThreadGroup {
  ThreadGroup(Kernel& kernel, NodeId node);

  using ThreadList = TaskList<&Task::thread_hook>;

  SpinLock siglock;                    // sh.K, on its own line
  Cell<std::uint64_t> live;            // sg.A
  Cell<std::uint64_t> shared_pending;  // sg.P: bit per signal, in tickstorm only SIGPROF
  Cell<std::uint64_t> prof_expires;    // sg.I: absolute expiry in ticks of group time; 0: not armed
  Cell<std::uint64_t> prof_interval;   // sg.I: increment in ticks; 0: one shot
  Cell<std::uint64_t> timer_lists;     // sg.T: heads of the process-wide lists; always empty here
  Cell<std::uint64_t> cpu_limit;       // sg.R: 0: none
  Cell<std::uint64_t> dead_times;      // sg.D: stands for the three totals below
  CpuTimes dead;                       // Times of reaped threads, written on sg.D's line.
  ThreadList threads;                  // The ring. Task-list lock.
  Task* leader = nullptr;
  std::unique_ptr<GroupAccounting> accounting;

  // Statistics of signals and switches; see the invariants I2 and I4.
  std::uint64_t signals_posted = 0;
  std::uint64_t signals_dropped = 0;
  std::uint64_t signals_delivered = 0;
  std::uint64_t voluntary_switches = 0;
  std::uint64_t involuntary_switches = 0;
  std::uint64_t clone_restarts = 0;
  std::uint64_t threads_created = 0;
  SimDuration true_user{};  // What really ran, beside what ticks charged.
  SimDuration true_system{};
  CpuTimes charged{};  // Every tick ever charged to a member: the yardstick of invariant I1.

 private:
  Layout layout_;
};

}  // namespace tickstorm
