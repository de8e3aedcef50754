// The table of CPU accountings, the lines that its per-CPU rows allocate, and the sums on which all
// rows agree to the tick.

#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <typeinfo>
#include <utility>
#include <vector>

#include "support/kernel_run.h"
#include "support/watched_cpu_time.h"
#include "tickstorm/itimer/cpu_accounting.h"

using namespace tickstorm;
using support::Crowd;
using support::kernel_config;
using support::KernelRun;

namespace {

// Finds out how many lines were allocated up to the creation of its threads.
class CountLines final : public Crowd {
 public:
  using Crowd::Crowd;
  LineId lines = 0;

 private:
  Co<void> after_creation(Context&) override {
    lines = host.fresh_line();
    co_return;
  }
};

LineId lines_with(std::string_view accounting, std::uint32_t cpus) {
  KernelRun run(cpus, kernel_config(1000), itimer::make_cpu_accounting(accounting));
  CountLines crowd(run, 1);
  crowd.run();
  return crowd.lines;
}

// Adds up the run times that it passes on.
class CountRuns final : public support::WatchedCpuTime {
 public:
  using WatchedCpuTime::WatchedCpuTime;
  Co<void> account_run(Context& ctx, Task& task, std::uint64_t ns) override {
    co_await WatchedCpuTime::account_run(ctx, task, ns);
    ran_ns += ns;
  }
  std::uint64_t ran_ns = 0;
};

// What a sample says, between what was charged before and after it.
struct Sample {
  CpuTimes before;
  CpuTimes times;
  CpuTimes after;
};

// The main thread computes in user and in system mode, then three threads do. The process looks at
// its clocks before there are any others, while they compute, and when they are gone.
class Samples final : public Crowd {
 public:
  Samples(KernelRun& bench, const CountRuns& runs) : Crowd(bench, 3), runs_(runs) {}
  Sample alone;
  Sample half_way;
  Sample at_the_end;

 private:
  Co<void> before(Context& ctx) override {
    co_await compute(ctx);
    co_await sample(ctx, alone);
  }
  Co<void> thread(Context& ctx, std::uint32_t) override { co_await compute(ctx); }
  Co<void> after_creation(Context& ctx) override {
    co_await run_user(ctx, milliseconds(250), microseconds(1));
    co_await sample(ctx, half_way);
  }
  Co<void> at_end(Context& ctx) override { co_await sample(ctx, at_the_end); }

  static Co<void> compute(Context& ctx) {
    co_await run_user(ctx, milliseconds(130), microseconds(1));
    co_await enter_syscall(ctx);
    co_await ctx.compute(milliseconds(70));
    co_await exit_syscall(ctx);
  }
  CpuTimes charged() const {
    const CpuTimes& ticks = host.group().charged;
    return {ticks.user_ticks, ticks.system_ticks, runs_.ran_ns};
  }
  Co<void> sample(Context& ctx, Sample& sample) {
    co_await enter_syscall(ctx);
    sample.before = charged();
    sample.times = co_await host.kernel.cpu_time().sample_group(ctx);
    sample.after = charged();
    co_await exit_syscall(ctx);
  }
  const CountRuns& runs_;
};

void check_ticks(const Sample& sample) {
  REQUIRE(sample.before.prof() == sample.after.prof());  // Nothing was charged in between.
  REQUIRE(sample.before.ran_ns == sample.after.ran_ns);
  REQUIRE(sample.before.user_ticks > 100);
  REQUIRE(sample.before.system_ticks > 10);
  CHECK(sample.times.user_ticks == sample.before.user_ticks);
  CHECK(sample.times.system_ticks == sample.before.system_ticks);
}

}  // namespace

TEST_CASE("the table of CPU accountings is complete and says what each row is", "[itimer]") {
  std::vector<std::string> names;
  for (const itimer::CpuAccountingVariant& variant : itimer::cpu_accounting_variants()) {
    names.emplace_back(variant.info.name);
    CAPTURE(variant.info.name);
    CHECK_FALSE(variant.info.kernel.empty());
    CHECK_FALSE(variant.info.sources.empty());
    REQUIRE_FALSE(variant.info.summary.empty());
    CHECK(variant.info.summary.back() != '.');
    CHECK(variant.info.summary.find('\n') == std::string_view::npos);
  }
  CHECK(names == std::vector<std::string>{"none", "sum_threads_unclamped", "sum_threads",
                                          "percpu_unpadded", "percpu_totals"});
}

TEST_CASE("an accounting is found by its exact name alone", "[itimer]") {
  for (const itimer::CpuAccountingVariant& variant : itimer::cpu_accounting_variants()) {
    CAPTURE(variant.info.name);
    const auto by_row = variant.make();
    const auto by_name = itimer::make_cpu_accounting(variant.info.name);
    REQUIRE(by_row != nullptr);
    REQUIRE(by_name != nullptr);
    const CpuTime& expected = *by_row;
    const CpuTime& found = *by_name;
    CHECK(typeid(found) == typeid(expected));
  }
  CHECK(itimer::make_cpu_accounting("") == nullptr);
  CHECK(itimer::make_cpu_accounting("sum_thread") == nullptr);
  CHECK(itimer::make_cpu_accounting("sum_threads ") == nullptr);
  CHECK(itimer::make_cpu_accounting("percpu") == nullptr);
}

TEST_CASE("per-CPU slots have a line each, unpadded ones a line for two", "[itimer]") {
  const LineId cpus = GENERATE(2U, 4U, 5U);
  const LineId without = lines_with("sum_threads", cpus);
  const LineId table = 1;  // Of the pointers to the slots.
  CAPTURE(cpus, without);
  CHECK(lines_with("percpu_totals", cpus) == without + table + cpus);
  CHECK(lines_with("percpu_unpadded", cpus) == without + table + (cpus + 1) / 2);
}

// Run time may be charged to a thread that has been handed over already, so it is compared only
// while all threads live.
TEST_CASE("every accounting gives user ticks, system ticks and run time as charged", "[itimer]") {
  for (const itimer::CpuAccountingVariant& variant : itimer::cpu_accounting_variants()) {
    CAPTURE(variant.info.name);
    auto counting = std::make_unique<CountRuns>(variant.make());
    const CountRuns& runs = *counting;
    KernelRun run(1, kernel_config(1000), std::move(counting));
    Samples crowd(run, runs);
    crowd.run();
    check_ticks(crowd.alone);
    CHECK(crowd.alone.times.ran_ns == crowd.alone.before.ran_ns);
    CHECK(crowd.half_way.times.prof() > crowd.alone.times.prof());
    check_ticks(crowd.half_way);
    CHECK(crowd.half_way.times.ran_ns == crowd.half_way.before.ran_ns);
    check_ticks(crowd.at_the_end);
    CHECK(crowd.at_the_end.times.prof() > crowd.half_way.times.prof());
  }
}
