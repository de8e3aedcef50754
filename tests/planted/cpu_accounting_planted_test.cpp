// CPU accountings with a known fault. Each must fail the check of the contract that it was planted
// for, and its sound counterpart must pass the same check.

#include <catch2/catch.hpp>

#include "contract/accounting_bench.h"
#include "itimer/percpu.h"
#include "support/watched_cpu_time.h"
#include "tickstorm/itimer/cpu_accounting.h"
#include "tickstorm/kernel/signal.h"

using namespace tickstorm;
using namespace tickstorm::contract;

namespace {

// Sound accounting with one fault each, in what the class overrides. Built on the watcher, whose
// own notes nobody reads here.
class Faulty : public support::WatchedCpuTime {
 public:
  Faulty() : WatchedCpuTime(itimer::make_percpu_totals()) {}
};

class IgnoresDisarming final : public Faulty {
  Co<void> set_itimer_prof(Context& ctx, std::uint64_t value, std::uint64_t interval) override {
    if (value != 0) co_await Faulty::set_itimer_prof(ctx, value, interval);
  }
};

// Whenever a thread goes, the timer goes with it.
class DisarmsAtExit final : public Faulty {
  Co<void> thread_unlinked(Context& ctx, Task& task) override {
    task.group->prof_expires.poke(0);
    co_await Faulty::thread_unlinked(ctx, task);
  }
};

class EnablesInterrupts final : public Faulty {
  Co<void> check_timers(Context& ctx, Task& task) override {
    co_await Faulty::check_timers(ctx, task);
    co_await ctx.irq_enable();
  }
};

class LosesEveryFourthTick final : public Faulty {
  Co<void> account_tick(Context& ctx, Task& task, bool user) override {
    if (++ticks_ % 4 != 0) co_await Faulty::account_tick(ctx, task, user);
  }
  std::uint64_t ticks_ = 0;
};

class PostsAtEveryTick final : public Faulty {
  Co<void> check_timers(Context& ctx, Task& task) override {
    if (task.group->prof_expires.peek() != 0) {
      co_await task.group->siglock.lock(ctx);
      co_await send_group_sigprof(ctx, *task.group);
      co_await task.group->siglock.unlock(ctx);
    }
  }
};

constexpr Crowding few{2, 3};

}  // namespace

// More fresh threads than ticks to the expiry: their share is nothing, so their cached expiry says
// "unset", and none of them ever looks at the process's timer.
TEST_CASE("a share of nothing loses expiries", "[planted]") {
  const Crowding crowding{1, 32};
  CHECK(compute_armed(itimer::make_sum_threads(), crowding) == Broken{});
  CHECK(compute_armed(itimer::make_sum_threads_unclamped(), crowding)
            .count("I3: expiries were lost") == 1);
}

// A cache of the expiry that is only ever lowered says "expired" for ever after the first one.
TEST_CASE("a stale expiry cache takes siglock at every tick", "[planted]") {
  const itimer::PerCpuOptions stale{.padded = true, .stale_cache = true};
  CHECK(quiet_ticks(std::make_unique<itimer::PerCpuTotals>(itimer::PerCpuOptions{})) == Broken{});
  CHECK(quiet_ticks(std::make_unique<itimer::PerCpuTotals>(stale))
            .count("a tick before the expiry took siglock") == 1);
}

TEST_CASE("a timer that goes on when disarmed is caught", "[planted]") {
  CHECK(disarm(itimer::make_percpu_totals(), few) == Broken{});
  CHECK(disarm(std::make_unique<IgnoresDisarming>(), few).count("I7: a disarmed timer posts") == 1);
}

TEST_CASE("a timer that ends with a thread is caught", "[planted]") {
  CHECK(arm_and_exit(itimer::make_percpu_totals(), few) == Broken{});
  CHECK(arm_and_exit(std::make_unique<DisarmsAtExit>(), few)
            .count("I7: arming ends with its thread") == 1);
}

TEST_CASE("a check that lets interrupts in is caught", "[planted]") {
  CHECK(compute_armed(std::make_unique<EnablesInterrupts>(), few)
            .count("I5: a check ends with interrupts on") == 1);
}

TEST_CASE("lost ticks are caught", "[planted]") {
  CHECK(compute_armed(std::make_unique<LosesEveryFourthTick>(), few)
            .count("I1: the sum at the end is not the ticks charged") == 1);
}

TEST_CASE("an expiry that is posted more than once is caught", "[planted]") {
  CHECK(compute_armed(std::make_unique<PostsAtEveryTick>(), few)
            .count("I4: an expiry was noticed more than once") == 1);
}
