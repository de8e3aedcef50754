// The O(1) scheduler: slices, arrays, placement, pulling, counts.

#include "tickstorm/kernel/sched.h"

#include <catch2/catch.hpp>

#include "support/kernel_run.h"

using namespace tickstorm;
using support::Crowd;
using support::kernel_config;
using support::KernelRun;

namespace {

Co<void> work(Context& ctx, SimDuration d) {
  co_await run_user(ctx, d, microseconds(1));
}

struct ForkLog {
  std::vector<std::int32_t> parent;  // Slice left to the main thread after each creation.
  std::vector<std::int32_t> child;   // Slice with which each thread begins.
};

Co<void> note_slice(Context& ctx, void* log) {
  static_cast<ForkLog*>(log)->child.push_back(ctx.task().slice);
  co_return;
}

Co<void> fork_four(Context& ctx, void* log) {
  for (int i = 0; i < 4; ++i) {
    co_await create_thread(ctx, &note_slice, log);
    static_cast<ForkLog*>(log)->parent.push_back(ctx.task().slice);
  }
}

// Notes the lengths of the run queues when all threads are there.
class Placement final : public Crowd {
 public:
  using Crowd::Crowd;
  std::vector<std::uint32_t> tasks;  // By CPU.

 private:
  Co<void> thread(Context& ctx, std::uint32_t) override { co_await work(ctx, milliseconds(5)); }
  Co<void> after_creation(Context&) override {
    for (CpuId cpu = 0; cpu < host.kernel.online_cpus(); ++cpu)
      tasks.push_back(host.kernel.per_cpu(cpu).rq.nr_running.peek());
    co_return;
  }
};

class Moving final : public Crowd {
 public:
  using Crowd::Crowd;
  SimTime last{};
  int moved = 0;

 private:
  Co<void> thread(Context& ctx, std::uint32_t) override {
    const CpuId start = ctx.cpu().id();
    co_await work(ctx, milliseconds(60));
    last = ctx.now();
    if (ctx.cpu().id() != start) ++moved;
  }
};

// Notes whose turn it is, every 5 ms.
class TakingTurns final : public Crowd {
 public:
  using Crowd::Crowd;
  std::vector<std::uint32_t> turns;

 private:
  Co<void> thread(Context& ctx, std::uint32_t index) override {
    for (int i = 0; i < 60; ++i) {
      co_await work(ctx, milliseconds(5));
      if (turns.empty() || turns.back() != index) turns.push_back(index);
    }
  }
};

class WakeItself final : public Crowd {
 public:
  using Crowd::Crowd;
  std::uint32_t before_waking = 0;
  std::uint32_t after_waking = 0;

 private:
  Co<void> thread(Context& ctx, std::uint32_t) override {
    co_await enter_syscall(ctx);
    before_waking = host.kernel.per_cpu(0).rq.nr_running.peek();
    co_await wake_up(ctx, ctx.task());
    after_waking = host.kernel.per_cpu(0).rq.nr_running.peek();
    co_await exit_syscall(ctx);
  }
};

}  // namespace

// HZ 100 on one CPU: a slice of ten ticks, all creations before the first tick. The fourth leaves
// the creator nothing, so it expires and returns with a new slice, after all children.
TEST_CASE("a creator shares its slice with its child and expires when it has none", "[kernel]") {
  KernelRun run(1, kernel_config(100));
  ForkLog log;
  run.run(&fork_four, &log);
  CHECK(log.parent == std::vector<std::int32_t>{5, 2, 1, 10});
  CHECK(log.child == std::vector<std::int32_t>{5, 3, 1, 1});
  CHECK(run.kernel.finished());
  CHECK(run.group().involuntary_switches == 1);
}

TEST_CASE("a full slice is 100 ms whatever HZ is", "[kernel]") {
  const std::uint32_t hz = GENERATE(100U, 250U, 1000U);
  KernelRun run(1, kernel_config(hz));
  CHECK(full_slice(run.kernel) == static_cast<std::int32_t>(hz / 10));
}

// The main thread counts as one on CPU 0. Six creations leave it a slice, and take no tick.
TEST_CASE("a new thread starts on the least loaded CPU, ties on its creator's", "[kernel]") {
  KernelRun run(4, kernel_config(1000));
  Placement crowd(run, 6);
  crowd.run();
  CHECK(crowd.tasks == std::vector<std::uint32_t>{2, 2, 2, 1});
}

// CPU 1 gets two threads of 60 ms, CPU 0 one: it is done first and takes one of the two over.
TEST_CASE("a CPU that runs dry pulls a waiting thread", "[kernel]") {
  KernelRun run(2, kernel_config(1000));
  Moving crowd(run, 3);
  crowd.run();
  CHECK(crowd.moved == 1);
  CHECK(crowd.last > SimTime{} + milliseconds(90));
  CHECK(crowd.last < SimTime{} + milliseconds(115));  // Without pulling: 120 ms.
}

// Two threads of 300 ms on one CPU take turns: each expires at 100, 200 and 300 ms of its own.
TEST_CASE("slices alternate between the threads of a CPU and count as involuntary switches",
          "[kernel]") {
  KernelRun run(1, kernel_config(1000));
  TakingTurns crowd(run, 2);
  crowd.run();
  CHECK(crowd.turns.size() >= 6);
  CHECK(crowd.turns.size() <= 8);
  // The main thread sleeps at the barrier, so does the thread that comes there first, and the main
  // thread leaves its CPU at its end.
  CHECK(run.group().voluntary_switches == 3);
  CHECK(run.group().involuntary_switches >= crowd.turns.size() - 1);
}

TEST_CASE("waking a running task has no effect", "[kernel]") {
  KernelRun run(1, kernel_config(100));
  WakeItself crowd(run, 1);
  crowd.run();
  CHECK(crowd.before_waking == 1);
  CHECK(crowd.after_waking == 1);
  CHECK(run.kernel.finished());
}
