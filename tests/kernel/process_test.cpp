// Rounding of intervals, futexes, the barrier, the end of threads.

#include "tickstorm/kernel/process.h"

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

// Three threads sleep in the order of their numbers; each waking lets one go.
TEST_CASE("a futex wakes its sleepers in the order of their coming", "[kernel]") {
  KernelRun run(4, kernel_config(100));
  Futex futex(run.kernel, 0);
  std::vector<std::uint32_t> order;
  Crowd crowd(run, 3, [&](Context& ctx, std::uint32_t index) -> Co<void> {
    co_await ctx.compute(microseconds(100) * (index + 1));
    co_await futex.wait(ctx, 0);
    order.push_back(index);
  });
  crowd.after_creation = [&](Context& ctx) -> Co<void> {
    co_await ctx.compute(milliseconds(2));
    CHECK(order.empty());
    for (std::size_t i = 0; i < 3; ++i) {
      co_await futex.set_and_wake(ctx, 1, 1);
      co_await ctx.compute(milliseconds(1));
      CHECK(order.size() == i + 1);
    }
  };
  crowd.run();
  CHECK(order == std::vector<std::uint32_t>{0, 1, 2});
}

TEST_CASE("a futex wait returns at once if the word has changed", "[kernel]") {
  KernelRun run(2, kernel_config(100));
  Futex futex(run.kernel, 0);
  futex.word.poke(7);
  bool through = false;
  Crowd crowd(run, 1, [&](Context& ctx, std::uint32_t) -> Co<void> {
    co_await futex.wait(ctx, 0);
    through = true;
  });
  crowd.run(seconds(2));
  CHECK(through);
}

TEST_CASE("a barrier lets nobody through before the last one comes", "[kernel]") {
  const std::uint32_t cpus = GENERATE(1U, 2U, 4U);
  KernelRun run(cpus, kernel_config(1000));
  Barrier barrier(run.kernel, 0, 5);
  std::uint32_t came = 0;
  std::uint32_t early = 0;
  std::uint32_t through = 0;
  Crowd crowd(run, 5, [&](Context& ctx, std::uint32_t index) -> Co<void> {
    co_await ctx.compute(microseconds(700) * index);
    ++came;
    co_await barrier.wait(ctx);
    if (came != 5) ++early;
    ++through;
  });
  crowd.run();
  CHECK(early == 0);
  CHECK(through == 5);
}

TEST_CASE("threads that end leave the ring and hand their times to the process", "[kernel]") {
  KernelRun run(2, kernel_config(1000));
  std::size_t most = 0;
  Crowd crowd(run, 6, [&](Context& ctx, std::uint32_t) -> Co<void> {
    co_await run_user(ctx, milliseconds(20), microseconds(1));
    most = std::max(most, run.group().threads.size());
  });
  crowd.run();
  REQUIRE(run.kernel.finished());
  ThreadGroup& group = run.group();
  CHECK(most == 7);
  CHECK(group.threads.size() == 1);
  CHECK(group.live.peek() == 1);
  CHECK(group.threads_created == 6);
  CHECK(group.dead.prof() > 100);
  CHECK(group.dead.prof() + group.leader->prof_ticks() == group.charged.prof());
  CHECK(group.dead_times.peek() == group.dead.prof());
  // An idle task and a watchdog per CPU, and the main thread.
  CHECK(run.kernel.tasks_alive() == 2 * 2 + 1);
}
