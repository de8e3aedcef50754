// Spin locks and reader-writer locks under contention: exclusion, order, starvation, statistics.

#include "tickstorm/kernel/lock.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "support/kernel_run.h"
#include "tickstorm/sim/rng.h"

using namespace tickstorm;
using support::Crowd;
using support::kernel_config;
using support::KernelRun;

namespace {

// 10 ms between ticks: what a test does in the first of them is not interrupted.
constexpr std::uint32_t slow_hz = 100;

// User code up to a point in time.
Co<void> wait_until(Context& ctx, SimTime when) {
  const SimDuration rest = when - ctx.now();
  if (rest.ps > 0) co_await ctx.compute(rest);
}

Co<void> random_pause(Context& ctx, Rng& rng) {
  co_await ctx.compute(nanoseconds(static_cast<std::int64_t>(rng.below(300))));
}

struct SpinBench {
  SpinBench(KernelRun& run, SpinLockKind kind) : lock(lock_class, kind) {
    lock.place(run.fresh_line());
    counter.place(run.fresh_line());
  }
  LockClass lock_class{"test"};
  SpinLock lock;
  Cell<std::uint64_t> counter;
};

struct RwBench {
  RwBench(KernelRun& run, RwLockKind kind) : lock(lock_class, kind) {
    lock.place(run.fresh_line());
    counter.place(run.fresh_line());
  }
  LockClass lock_class{"test"};
  RwLock lock;
  Cell<std::uint64_t> counter;
};

}  // namespace

// Each thread adds to a counter in two steps under the lock. An addition is lost as soon as two
// threads are inside together.
TEST_CASE("a spin lock lets one CPU in at a time", "[kernel]") {
  const SpinLockKind kind = GENERATE(SpinLockKind::byte, SpinLockKind::ticket);
  const std::uint64_t seed = GENERATE(1U, 2U, 3U, 4U, 5U);
  CAPTURE(static_cast<int>(kind), seed);
  constexpr std::uint64_t rounds = 100;
  KernelRun run(4, kernel_config(1000));
  SpinBench bench(run, kind);
  Crowd crowd(run, 3, [&](Context& ctx, std::uint32_t index) -> Co<void> {
    Rng rng(seed * 100 + index);
    co_await wait_until(ctx, SimTime{} + milliseconds(1));  // All threads begin together.
    for (std::uint64_t i = 0; i < rounds; ++i) {
      ctx.irq_disable();
      co_await bench.lock.lock(ctx);
      const std::uint64_t seen = co_await ctx.load(bench.counter);
      co_await random_pause(ctx, rng);
      co_await ctx.store(bench.counter, seen + 1);
      co_await bench.lock.unlock(ctx);
      co_await ctx.irq_enable();
      co_await random_pause(ctx, rng);
    }
  });
  crowd.run();
  CHECK(bench.counter.peek() == 3 * rounds);
  CHECK(bench.lock_class.acquisitions == 3 * rounds);
  CHECK(bench.lock_class.contentions > 0);
  CHECK_FALSE(bench.lock.held());
}

// Thread 0 holds the lock while the others come 2 us apart, the last one first.
TEST_CASE("a ticket lock serves its waiters in the order of their coming", "[kernel]") {
  KernelRun run(5, kernel_config(slow_hz));
  SpinBench bench(run, SpinLockKind::ticket);
  std::vector<std::uint32_t> order;
  Crowd crowd(run, 4, [&](Context& ctx, std::uint32_t index) -> Co<void> {
    const std::int64_t place = index == 0 ? 0 : 4 - index;
    co_await wait_until(ctx, SimTime{} + milliseconds(5) + microseconds(2) * place);
    ctx.irq_disable();
    co_await bench.lock.lock(ctx);
    order.push_back(index);
    co_await ctx.compute(microseconds(20));
    co_await bench.lock.unlock(ctx);
    co_await ctx.irq_enable();
  });
  crowd.run();
  CHECK(order == std::vector<std::uint32_t>{0, 3, 2, 1});
}

// Three CPUs take the lock again at once after each release. The longest row of takes by one CPU
// while others wait shows whether there is an order.
TEST_CASE("a byte lock may be taken again by its owner before a waiter, a ticket lock may not",
          "[kernel]") {
  const auto longest_row = [](SpinLockKind kind) {
    KernelRun run(4, kernel_config(slow_hz));
    SpinBench bench(run, kind);
    std::vector<std::uint32_t> order;
    Crowd crowd(run, 3, [&](Context& ctx, std::uint32_t index) -> Co<void> {
      co_await wait_until(ctx, SimTime{} + milliseconds(5));
      ctx.irq_disable();
      for (int i = 0; i < 50; ++i) {
        co_await bench.lock.lock(ctx);
        order.push_back(index);
        co_await ctx.compute(microseconds(1));
        co_await bench.lock.unlock(ctx);
      }
      co_await ctx.irq_enable();
    });
    crowd.run();
    // The last rounds of the last CPU meet nobody.
    std::size_t row = 0;
    std::size_t longest = 0;
    for (std::size_t i = 0; i < order.size() * 2 / 3; ++i) {
      row = i > 0 && order[i] == order[i - 1] ? row + 1 : 1;
      longest = std::max(longest, row);
    }
    return longest;
  };
  CHECK(longest_row(SpinLockKind::ticket) == 1);
  CHECK(longest_row(SpinLockKind::byte) > 1);
}

TEST_CASE("lock statistics of one contention are exact", "[kernel]") {
  const SpinLockKind kind = GENERATE(SpinLockKind::byte, SpinLockKind::ticket);
  KernelRun run(3, kernel_config(slow_hz));
  SpinBench bench(run, kind);
  Crowd crowd(run, 2, [&](Context& ctx, std::uint32_t index) -> Co<void> {
    co_await wait_until(ctx, SimTime{} + milliseconds(5) + microseconds(10) * index);
    ctx.irq_disable();
    co_await bench.lock.lock(ctx);
    co_await ctx.compute(microseconds(50));
    co_await bench.lock.unlock(ctx);
    co_await ctx.irq_enable();
  });
  crowd.run();
  const LockClass& stats = bench.lock_class;
  CHECK(stats.acquisitions == 2);
  CHECK(stats.contentions == 1);
  CHECK(stats.hold_total == microseconds(100));
  CHECK(stats.hold_max == microseconds(50));
  CHECK(stats.wait_total == stats.wait_max);
  // It came 10 us after the owner; the hand-over itself takes some line transfers.
  CHECK(stats.wait_max > microseconds(39));
  CHECK(stats.wait_max < microseconds(41));
}

// Writers add in two steps; readers look twice, some time apart, and must see no half addition.
TEST_CASE("a reader-writer lock keeps writers alone and readers together", "[kernel]") {
  const RwLockKind kind = GENERATE(RwLockKind::counting, RwLockKind::queued);
  const std::uint64_t seed = GENERATE(1U, 2U, 3U, 4U, 5U);
  CAPTURE(static_cast<int>(kind), seed);
  KernelRun run(5, kernel_config(1000));
  RwBench bench(run, kind);
  std::uint64_t written = 0;
  std::uint64_t torn = 0;
  std::uint32_t together = 0;
  Crowd crowd(run, 4, [&](Context& ctx, std::uint32_t index) -> Co<void> {
    Rng rng(seed * 100 + index);
    co_await wait_until(ctx, SimTime{} + milliseconds(1));  // All threads begin together.
    for (int i = 0; i < 60; ++i) {
      ctx.irq_disable();
      if (rng.below(4) == 0) {
        co_await bench.lock.write_lock(ctx);
        const std::uint64_t seen = co_await ctx.load(bench.counter);
        co_await random_pause(ctx, rng);
        co_await ctx.store(bench.counter, seen + 1);
        ++written;
        co_await bench.lock.write_unlock(ctx);
      } else {
        co_await bench.lock.read_lock(ctx);
        const std::uint64_t first = co_await ctx.load(bench.counter);
        co_await random_pause(ctx, rng);
        const std::uint64_t second = co_await ctx.load(bench.counter);
        if (first != second) ++torn;
        together = std::max(together, bench.lock.readers());
        co_await bench.lock.read_unlock(ctx);
      }
      co_await ctx.irq_enable();
      co_await random_pause(ctx, rng);
    }
  });
  crowd.run();
  CHECK(bench.counter.peek() == written);
  CHECK(written > 20);
  CHECK(torn == 0);
  CHECK(together > 1);
  CHECK(bench.lock_class.acquisitions == 4 * 60);
  CHECK(bench.lock.readers() == 0);
  CHECK_FALSE(bench.lock.written());
}

// Three readers overlap without a gap for 100 reads each; the writer comes after some of them.
TEST_CASE("overlapping readers starve the writer of a counting lock, not of a queued one",
          "[kernel]") {
  const auto reads_before_writer = [](RwLockKind kind) {
    KernelRun run(5, kernel_config(slow_hz));
    RwBench bench(run, kind);
    std::uint32_t reads = 0;
    std::uint32_t at_writer = 0;
    Crowd crowd(run, 4, [&](Context& ctx, std::uint32_t index) -> Co<void> {
      co_await wait_until(ctx, SimTime{} + milliseconds(3) + microseconds(3) * index);
      ctx.irq_disable();
      if (index == 3) {
        co_await bench.lock.write_lock(ctx);
        at_writer = reads;
        co_await bench.lock.write_unlock(ctx);
      }
      for (int i = 0; i < 100 && index != 3; ++i) {
        co_await bench.lock.read_lock(ctx);
        ++reads;
        co_await ctx.compute(microseconds(10));
        co_await bench.lock.read_unlock(ctx);
      }
      co_await ctx.irq_enable();
    });
    crowd.run();
    CHECK(reads == 300);
    return at_writer;
  };
  CHECK(reads_before_writer(RwLockKind::counting) == 300);
  CHECK(reads_before_writer(RwLockKind::queued) <= 6);
}
