// Rounding of intervals, futexes, the barrier, the end of threads.

#include "tickstorm/kernel/process.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "support/kernel_run.h"

using namespace tickstorm;
using support::Crowd;
using support::kernel_config;
using support::KernelRun;

// A tick of 2.6.18 is a little shorter than 1/HZ at 1000, a little longer at 100 and 250.
TEST_CASE("an interval is rounded up to ticks of their real length", "[kernel]") {
  CHECK(to_ticks(milliseconds(10), 100) == 1);
  CHECK(to_ticks(milliseconds(10), 250) == 3);
  CHECK(to_ticks(milliseconds(10), 1000) == 11);
  CHECK(to_ticks(SimDuration{}, 1000) == 0);
  CHECK(to_ticks(nanoseconds(1), 1000) == 1);
}

namespace {

// Three threads sleep in the order of their numbers; each waking lets one go.
class Sleepers final : public Crowd {
 public:
  explicit Sleepers(KernelRun& bench) : Crowd(bench, 3), futex_(bench.kernel, 0) {}
  std::vector<std::uint32_t> order;
  std::vector<std::size_t> awake;  // After each waking, the first time before any.

 private:
  Co<void> thread(Context& ctx, std::uint32_t index) override {
    co_await ctx.compute(microseconds(100) * (index + 1));
    co_await futex_.wait(ctx, 0);
    order.push_back(index);
  }
  Co<void> after_creation(Context& ctx) override {
    co_await ctx.compute(milliseconds(2));
    awake.push_back(order.size());
    for (std::size_t i = 0; i < 3; ++i) {
      co_await futex_.set_and_wake(ctx, 1, 1);
      co_await ctx.compute(milliseconds(1));
      awake.push_back(order.size());
    }
  }
  Futex futex_;
};

class WaitForChangedWord final : public Crowd {
 public:
  explicit WaitForChangedWord(KernelRun& bench) : Crowd(bench, 0), futex_(bench.kernel, 0) {
    futex_.word.poke(7);
  }
  bool through = false;

 private:
  Co<void> before(Context& ctx) override {
    co_await futex_.wait(ctx, 0);
    through = true;
  }
  Futex futex_;
};

class MeetAtBarrier final : public Crowd {
 public:
  explicit MeetAtBarrier(KernelRun& bench) : Crowd(bench, 5), barrier_(bench.kernel, 0, 5) {}
  std::uint32_t came = 0;
  std::uint32_t early = 0;
  std::uint32_t through = 0;

 private:
  Co<void> thread(Context& ctx, std::uint32_t index) override {
    co_await ctx.compute(microseconds(700) * index);
    ++came;
    co_await barrier_.wait(ctx);
    if (came != 5) ++early;
    ++through;
  }
  Barrier barrier_;
};

class ComeAndGo final : public Crowd {
 public:
  using Crowd::Crowd;
  std::size_t most = 0;  // Longest ring seen.

 private:
  Co<void> thread(Context& ctx, std::uint32_t) override {
    co_await run_user(ctx, milliseconds(20), microseconds(1));
    most = std::max(most, host.group().threads.size());
  }
};

}  // namespace

TEST_CASE("a futex wakes its sleepers in the order of their coming", "[kernel]") {
  KernelRun run(4, kernel_config(100));
  Sleepers crowd(run);
  crowd.run();
  CHECK(crowd.order == std::vector<std::uint32_t>{0, 1, 2});
  CHECK(crowd.awake == std::vector<std::size_t>{0, 1, 2, 3});
}

TEST_CASE("a futex wait returns at once if the word has changed", "[kernel]") {
  KernelRun run(2, kernel_config(100));
  WaitForChangedWord crowd(run);
  crowd.run(seconds(2));
  CHECK(crowd.through);
}

TEST_CASE("a barrier lets nobody through before the last one comes", "[kernel]") {
  const std::uint32_t cpus = GENERATE(1U, 2U, 4U);
  KernelRun run(cpus, kernel_config(1000));
  MeetAtBarrier crowd(run);
  crowd.run();
  CHECK(crowd.early == 0);
  CHECK(crowd.through == 5);
}

TEST_CASE("threads that end leave the ring and hand their times to the process", "[kernel]") {
  KernelRun run(2, kernel_config(1000));
  ComeAndGo crowd(run, 6);
  crowd.run();
  REQUIRE(run.kernel.finished());
  ThreadGroup& group = run.group();
  CHECK(crowd.most == 7);
  CHECK(group.threads.size() == 1);
  CHECK(group.live.peek() == 1);
  CHECK(group.threads_created == 6);
  CHECK(group.dead.prof() > 100);
  CHECK(group.dead.prof() + group.leader->prof_ticks() == group.charged.prof());
  CHECK(group.dead_times.peek() == group.dead.prof());
  // An idle task and a watchdog per CPU, and the main thread.
  CHECK(run.kernel.tasks_alive() == 2 * 2 + 1);
}
