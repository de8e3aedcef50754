// What arming a timer leaves behind: the expiry and interval of the process, and the expiries that
// walks over threads cache in each. Programs run on one CPU, where new threads wait in the queue
// until the main thread has done its part, so that they have no time of their own.

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "support/kernel_run.h"
#include "tickstorm/itimer/cpu_accounting.h"

using namespace tickstorm;
using support::arm;
using support::Crowd;
using support::kernel_config;
using support::KernelRun;

namespace {

using Ticks = std::vector<std::uint64_t>;

constexpr std::uint64_t far_off = 1'000'000;  // An expiry that no program here comes to.

// Arms the timer before or after it creates three threads, and looks at their cached expiries.
class ArmThree final : public Crowd {
 public:
  ArmThree(KernelRun& bench, std::uint64_t before, std::uint64_t after)
      : Crowd(bench, 3), before_(before), after_(after) {}
  Ticks cached;  // Of the three threads.

 private:
  Co<void> before(Context& ctx) override {
    if (before_ != 0) co_await arm(ctx, before_, far_off);
  }
  Co<void> after_creation(Context& ctx) override {
    if (after_ != 0) co_await arm(ctx, after_, far_off);
    for (const Task& task : host.group().threads) {
      if (&task != host.group().leader) cached.push_back(task.prof_expires.peek());
    }
  }
  std::uint64_t before_;
  std::uint64_t after_;
};

Ticks armed_after_creation(std::string_view accounting, std::uint64_t value) {
  KernelRun run(1, kernel_config(1000), itimer::make_cpu_accounting(accounting));
  ArmThree crowd(run, 0, value);
  crowd.run();
  return crowd.cached;
}

Ticks armed_before_creation(std::string_view accounting) {
  KernelRun run(1, kernel_config(1000), itimer::make_cpu_accounting(accounting));
  ArmThree crowd(run, far_off, 0);
  crowd.run();
  return crowd.cached;
}

// Arms and disarms a timer after 20 ms, and looks at it each time.
class SetTimer final : public Crowd {
 public:
  using Crowd::Crowd;
  std::uint64_t charged = 0;  // Before and after all this.
  std::uint64_t charged_after = 0;
  Ticks expires;
  Ticks interval;

 private:
  Co<void> before(Context& ctx) override {
    co_await run_user(ctx, milliseconds(20), microseconds(1));
  }
  Co<void> after_creation(Context& ctx) override {
    charged = host.group().charged.prof();
    co_await set(ctx, 40, 300);
    co_await set(ctx, 5'000, 0);
    co_await set(ctx, 0, 0);
    charged_after = host.group().charged.prof();
  }
  Co<void> set(Context& ctx, std::uint64_t value, std::uint64_t then) {
    co_await arm(ctx, value, then);
    expires.push_back(host.group().prof_expires.peek());
    interval.push_back(host.group().prof_interval.peek());
  }
};

}  // namespace

TEST_CASE("a timer counts from the group's time and the tick under way", "[itimer]") {
  const std::uint32_t threads = GENERATE(0U, 2U);
  for (const itimer::CpuAccountingVariant& variant : itimer::cpu_accounting_variants()) {
    if (variant.info.name == "none") continue;
    CAPTURE(variant.info.name, threads);
    KernelRun run(1, kernel_config(1000), variant.make());
    SetTimer crowd(run, threads);
    crowd.run();
    REQUIRE(crowd.charged > 0);
    REQUIRE(crowd.charged_after == crowd.charged);  // No tick came in between.
    CHECK(crowd.expires == Ticks{crowd.charged + 41, crowd.charged + 5'001, 0});
    CHECK(crowd.interval == Ticks{300, 0, 0});
  }
}

// A timer of `value` leaves value + 1 ticks for four threads.
TEST_CASE("both walks over threads split the time left evenly, rounded down", "[itimer]") {
  const std::string name = GENERATE("sum_threads_unclamped", "sum_threads");
  CAPTURE(name);
  CHECK(armed_after_creation(name, 19) == Ticks{5, 5, 5});
  CHECK(armed_after_creation(name, 22) == Ticks{5, 5, 5});
  CHECK(armed_after_creation(name, 3) == Ticks{1, 1, 1});
}

TEST_CASE("a share below a tick is a tick with the clamp and leaves expiries unset without",
          "[itimer]") {
  CHECK(armed_after_creation("sum_threads", 2) == Ticks{1, 1, 1});
  CHECK(armed_after_creation("sum_threads_unclamped", 2) == Ticks{0, 0, 0});
}

TEST_CASE("only walks over threads have a thread of an armed process check at its first tick",
          "[itimer]") {
  CHECK(armed_before_creation("sum_threads") == Ticks{1, 1, 1});
  CHECK(armed_before_creation("sum_threads_unclamped") == Ticks{1, 1, 1});
  CHECK(armed_before_creation("percpu_totals") == Ticks{0, 0, 0});
  CHECK(armed_before_creation("percpu_unpadded") == Ticks{0, 0, 0});
  CHECK(armed_before_creation("none") == Ticks{0, 0, 0});
}
