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

// All threads begin together, 1 ms after boot.
constexpr SimTime common_start = SimTime{} + milliseconds(1);
// Later than all threads of a test are created, before the second tick at slow_hz.
constexpr SimTime start = SimTime{} + milliseconds(5);

class SpinCrowd : public Crowd {
 public:
  SpinCrowd(KernelRun& bench, std::uint32_t count, SpinLockKind kind)
      : Crowd(bench, count), lock(stats, kind) {
    lock.place(bench.fresh_line());
    counter.place(bench.fresh_line());
  }
  LockClass stats{"test"};
  SpinLock lock;
  Cell<std::uint64_t> counter;
  std::vector<std::uint32_t> order;  // Who took the lock, take by take.

 protected:
  // Takes the lock, notes it, and holds it for `d`. Needs interrupts off.
  Co<void> hold(Context& ctx, std::uint32_t index, SimDuration d) {
    co_await lock.lock(ctx);
    order.push_back(index);
    co_await ctx.compute(d);
    co_await lock.unlock(ctx);
  }
};

// Each thread adds to a counter in two steps under the lock. An addition is lost as soon as two
// threads are inside together.
class AddUnderLock final : public SpinCrowd {
 public:
  AddUnderLock(KernelRun& bench, SpinLockKind kind, std::uint64_t seed)
      : SpinCrowd(bench, 3, kind), seed_(seed) {}
  static constexpr std::uint64_t rounds = 100;

 private:
  Co<void> thread(Context& ctx, std::uint32_t index) override {
    Rng rng(seed_ * 100 + index);
    co_await wait_until(ctx, common_start);
    for (std::uint64_t i = 0; i < rounds; ++i) {
      ctx.irq_disable();
      co_await lock.lock(ctx);
      const std::uint64_t seen = co_await ctx.load(counter);
      co_await random_pause(ctx, rng);
      co_await ctx.store(counter, seen + 1);
      co_await lock.unlock(ctx);
      co_await ctx.irq_enable();
      co_await random_pause(ctx, rng);
    }
  }
  std::uint64_t seed_;
};

// Thread 0 holds the lock while the others come 2 us apart, the last one first.
class ComeInTurn final : public SpinCrowd {
 public:
  using SpinCrowd::SpinCrowd;

 private:
  Co<void> thread(Context& ctx, std::uint32_t index) override {
    const std::int64_t place = index == 0 ? 0 : 4 - index;
    co_await wait_until(ctx, start + microseconds(2) * place);
    ctx.irq_disable();
    co_await hold(ctx, index, microseconds(20));
    co_await ctx.irq_enable();
  }
};

// Each CPU takes the lock again at once after each release.
class TakeAgain final : public SpinCrowd {
 public:
  using SpinCrowd::SpinCrowd;

  // The longest row of takes by one CPU while others wait: the last rounds, in which a CPU may be
  // alone, do not count.
  std::size_t longest_row() const {
    std::size_t row = 0;
    std::size_t longest = 0;
    for (std::size_t i = 0; i < order.size() * 2 / 3; ++i) {
      row = i > 0 && order[i] == order[i - 1] ? row + 1 : 1;
      longest = std::max(longest, row);
    }
    return longest;
  }

 private:
  Co<void> thread(Context& ctx, std::uint32_t index) override {
    co_await wait_until(ctx, start);
    ctx.irq_disable();
    for (int i = 0; i < 50; ++i)
      co_await hold(ctx, index, microseconds(1));
    co_await ctx.irq_enable();
  }
};

// Thread 1 comes 10 us after thread 0, which holds the lock for 50 us.
class MeetOnce final : public SpinCrowd {
 public:
  using SpinCrowd::SpinCrowd;

 private:
  Co<void> thread(Context& ctx, std::uint32_t index) override {
    co_await wait_until(ctx, start + microseconds(10) * index);
    ctx.irq_disable();
    co_await hold(ctx, index, microseconds(50));
    co_await ctx.irq_enable();
  }
};

class RwCrowd : public Crowd {
 public:
  RwCrowd(KernelRun& bench, std::uint32_t count, RwLockKind kind)
      : Crowd(bench, count), lock(stats, kind) {
    lock.place(bench.fresh_line());
    counter.place(bench.fresh_line());
  }
  LockClass stats{"test"};
  RwLock lock;
  Cell<std::uint64_t> counter;
};

// Writers add in two steps; readers look twice, some time apart, and must see no half addition.
class ReadAndWrite final : public RwCrowd {
 public:
  ReadAndWrite(KernelRun& bench, RwLockKind kind, std::uint64_t seed)
      : RwCrowd(bench, 4, kind), seed_(seed) {}
  static constexpr std::uint64_t rounds = 60;
  std::uint64_t written = 0;
  std::uint64_t torn = 0;
  std::uint32_t together = 0;  // Most readers at once.

 private:
  Co<void> thread(Context& ctx, std::uint32_t index) override {
    Rng rng(seed_ * 100 + index);
    co_await wait_until(ctx, common_start);
    for (std::uint64_t i = 0; i < rounds; ++i) {
      const bool writes = rng.below(4) == 0;
      ctx.irq_disable();
      if (writes) {
        co_await write(ctx, rng);
      } else {
        co_await read(ctx, rng);
      }
      co_await ctx.irq_enable();
      co_await random_pause(ctx, rng);
    }
  }
  Co<void> write(Context& ctx, Rng& rng) {
    co_await lock.write_lock(ctx);
    const std::uint64_t seen = co_await ctx.load(counter);
    co_await random_pause(ctx, rng);
    co_await ctx.store(counter, seen + 1);
    ++written;
    co_await lock.write_unlock(ctx);
  }
  Co<void> read(Context& ctx, Rng& rng) {
    co_await lock.read_lock(ctx);
    const std::uint64_t first = co_await ctx.load(counter);
    co_await random_pause(ctx, rng);
    const std::uint64_t second = co_await ctx.load(counter);
    if (first != second) ++torn;
    together = std::max(together, lock.readers());
    co_await lock.read_unlock(ctx);
  }
  std::uint64_t seed_;
};

// Three readers overlap without a gap for 100 reads each; the writer comes after some of them.
class Overlap final : public RwCrowd {
 public:
  Overlap(KernelRun& bench, RwLockKind kind) : RwCrowd(bench, 4, kind) {}
  std::uint32_t reads = 0;
  std::uint32_t reads_before_writer = 0;

 private:
  Co<void> thread(Context& ctx, std::uint32_t index) override {
    co_await wait_until(ctx, start + microseconds(3) * index);
    ctx.irq_disable();
    if (index == 3) {
      co_await lock.write_lock(ctx);
      reads_before_writer = reads;
      co_await lock.write_unlock(ctx);
    }
    for (int i = 0; i < 100 && index != 3; ++i) {
      co_await lock.read_lock(ctx);
      ++reads;
      co_await ctx.compute(microseconds(10));
      co_await lock.read_unlock(ctx);
    }
    co_await ctx.irq_enable();
  }
};

}  // namespace

TEST_CASE("a spin lock lets one CPU in at a time", "[kernel]") {
  const SpinLockKind kind = GENERATE(SpinLockKind::byte, SpinLockKind::ticket);
  const std::uint64_t seed = GENERATE(1U, 2U, 3U, 4U, 5U);
  CAPTURE(static_cast<int>(kind), seed);
  KernelRun run(4, kernel_config(1000));
  AddUnderLock crowd(run, kind, seed);
  crowd.run();
  CHECK(crowd.counter.peek() == 3 * AddUnderLock::rounds);
  CHECK(crowd.stats.acquisitions == 3 * AddUnderLock::rounds);
  CHECK(crowd.stats.contentions > AddUnderLock::rounds);
  CHECK_FALSE(crowd.lock.held());
}

TEST_CASE("a ticket lock serves its waiters in the order of their coming", "[kernel]") {
  KernelRun run(5, kernel_config(slow_hz));
  ComeInTurn crowd(run, 4, SpinLockKind::ticket);
  crowd.run();
  CHECK(crowd.order == std::vector<std::uint32_t>{0, 3, 2, 1});
}

TEST_CASE("a byte lock may be taken again by its owner before a waiter, a ticket lock may not",
          "[kernel]") {
  const SpinLockKind kind = GENERATE(SpinLockKind::byte, SpinLockKind::ticket);
  KernelRun run(4, kernel_config(slow_hz));
  TakeAgain crowd(run, 3, kind);
  crowd.run();
  CHECK((crowd.longest_row() == 1) == (kind == SpinLockKind::ticket));
}

TEST_CASE("lock statistics of one contention are exact", "[kernel]") {
  const SpinLockKind kind = GENERATE(SpinLockKind::byte, SpinLockKind::ticket);
  KernelRun run(3, kernel_config(slow_hz));
  MeetOnce crowd(run, 2, kind);
  crowd.run();
  CHECK(crowd.stats.acquisitions == 2);
  CHECK(crowd.stats.contentions == 1);
  CHECK(crowd.stats.hold_total == microseconds(100));
  CHECK(crowd.stats.hold_max == microseconds(50));
  CHECK(crowd.stats.wait_total == crowd.stats.wait_max);
  // It came 10 us after the owner; the hand-over itself takes some line transfers.
  CHECK(crowd.stats.wait_max > microseconds(39));
  CHECK(crowd.stats.wait_max < microseconds(41));
}

TEST_CASE("a reader-writer lock keeps writers alone and readers together", "[kernel]") {
  const RwLockKind kind = GENERATE(RwLockKind::counting, RwLockKind::queued);
  const std::uint64_t seed = GENERATE(1U, 2U, 3U, 4U, 5U);
  CAPTURE(static_cast<int>(kind), seed);
  KernelRun run(5, kernel_config(1000));
  ReadAndWrite crowd(run, kind, seed);
  crowd.run();
  CHECK(crowd.counter.peek() == crowd.written);
  CHECK(crowd.written > 20);
  CHECK(crowd.torn == 0);
  CHECK(crowd.together > 1);
  CHECK(crowd.stats.acquisitions == 4 * ReadAndWrite::rounds);
  CHECK(crowd.lock.readers() == 0);
  CHECK_FALSE(crowd.lock.written());
}

TEST_CASE("overlapping readers starve the writer of a counting lock, not of a queued one",
          "[kernel]") {
  const RwLockKind kind = GENERATE(RwLockKind::counting, RwLockKind::queued);
  KernelRun run(5, kernel_config(slow_hz));
  Overlap crowd(run, kind);
  crowd.run();
  CHECK(crowd.reads == 300);
  if (kind == RwLockKind::counting) CHECK(crowd.reads_before_writer == 300);
  if (kind == RwLockKind::queued) CHECK(crowd.reads_before_writer <= 6);
}
