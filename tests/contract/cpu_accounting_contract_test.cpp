// The contract of CPU accountings, on every row of the table; a row is left out only of what its
// own head comment says it does not promise.

#include <catch2/catch.hpp>

#include "contract/accounting_bench.h"
#include "support/kernel_run.h"
#include "support/watched_cpu_time.h"
#include "tickstorm/workload/workload.h"

using namespace tickstorm;
using namespace tickstorm::contract;
using support::KernelRun;
using support::WatchedCpuTime;

namespace {

// "none" watches no timer; "sum_threads_unclamped" loses expiries.
bool keeps_timers(const itimer::CpuAccountingVariant& variant) {
  return variant.info.name != "none" && variant.info.name != "sum_threads_unclamped";
}

// All rows, or those that promise to keep timers.
std::vector<const itimer::CpuAccountingVariant*> rows(bool with_timers) {
  std::vector<const itimer::CpuAccountingVariant*> found;
  for (const itimer::CpuAccountingVariant& variant : itimer::cpu_accounting_variants()) {
    if (!with_timers || keeps_timers(variant)) found.push_back(&variant);
  }
  return found;
}

constexpr Crowding crowdings[] = {{1, 1}, {1, 12}, {2, 3}, {2, 16}, {4, 40}};

}  // namespace

TEST_CASE("an armed accounting keeps its promises while threads compute", "[contract]") {
  for (const auto* variant : rows(true)) {
    for (const Crowding& crowding : crowdings) {
      CAPTURE(variant->info.name, crowding.cpus, crowding.threads);
      CHECK(compute_armed(variant->make(), crowding) == Broken{});
    }
  }
}

TEST_CASE("an accounting without a timer posts nothing and sums up right", "[contract]") {
  for (const auto* variant : rows(false)) {
    for (const Crowding& crowding : crowdings) {
      CAPTURE(variant->info.name, crowding.cpus, crowding.threads);
      CHECK(compute_unarmed(variant->make(), crowding) == Broken{});
    }
  }
}

TEST_CASE("disarming a timer stops its signals", "[contract]") {
  for (const auto* variant : rows(true)) {
    for (const Crowding crowding : {Crowding{1, 2}, Crowding{2, 3}, Crowding{4, 12}}) {
      CAPTURE(variant->info.name, crowding.cpus, crowding.threads);
      CHECK(disarm(variant->make(), crowding) == Broken{});
    }
  }
}

TEST_CASE("a timer outlives the thread that armed it", "[contract]") {
  for (const auto* variant : rows(true)) {
    for (const Crowding crowding : {Crowding{1, 2}, Crowding{2, 3}, Crowding{4, 12}}) {
      CAPTURE(variant->info.name, crowding.cpus, crowding.threads);
      CHECK(arm_and_exit(variant->make(), crowding) == Broken{});
    }
  }
}

TEST_CASE("a timer without an interval posts once", "[contract]") {
  for (const auto* variant : rows(true)) {
    CAPTURE(variant->info.name);
    CHECK(one_shot(variant->make()) == Broken{});
  }
}

TEST_CASE("per-CPU sums leave siglock alone until the expiry", "[contract]") {
  CHECK(quiet_ticks(itimer::make_percpu_totals()) == Broken{});
  CHECK(quiet_ticks(itimer::make_percpu_unpadded()) == Broken{});
}

// The whole program of the scenarios, small: no finding, and the clocks it reads at its end lack no
// tick but those in flight.
TEST_CASE("the prime program ends without a broken promise under every accounting", "[contract]") {
  for (const auto* variant : rows(false)) {
    for (const Crowding crowding : {Crowding{2, 8}, Crowding{4, 64}}) {
      CAPTURE(variant->info.name, crowding.cpus, crowding.threads);
      workload::WorkloadConfig config;
      config.threads = crowding.threads;
      config.max_prime = 3000;
      config.itimer_prof = milliseconds(10);
      KernelRun run(crowding.cpus, support::kernel_config(1000),
                    std::make_unique<WatchedCpuTime>(variant->make()));
      const auto primes = workload::make_workload(config);
      REQUIRE(primes != nullptr);
      primes->boot(run.kernel);
      run.simulate();
      CHECK(run.kernel.finished());
      CHECK(run.kernel.findings().empty());
      const auto& watched = static_cast<const WatchedCpuTime&>(*run.accounting);
      CHECK(watched.broken == Broken{});
      const ThreadGroup& group = run.group();
      CHECK(group.signals_posted == group.signals_delivered + run.pending());
      CHECK((group.signals_posted > 0) == (variant->info.name != "none"));
      CHECK(primes->charged().prof() <= group.charged.prof());
      CHECK(primes->charged().prof() + crowding.cpus + 1 >= group.charged.prof());
    }
  }
}
