// The prime program on tiny machines: threads, work, clocks.

#include <catch2/catch.hpp>

#include "support/kernel_run.h"
#include "tickstorm/workload/workload.h"

using namespace tickstorm;
using support::KernelRun;

namespace {

workload::WorkloadConfig config_of(std::uint32_t threads, std::uint64_t max_prime) {
  workload::WorkloadConfig config;
  config.threads = threads;
  config.max_prime = max_prime;
  return config;
}

}  // namespace

TEST_CASE("the table of workloads makes each of its rows, and nothing else", "[workload]") {
  for (const workload::WorkloadInfo& info : workload::workloads()) {
    workload::WorkloadConfig config;
    config.kind = std::string(info.name);
    CHECK(workload::make_workload(config) != nullptr);
  }
  workload::WorkloadConfig unknown;
  unknown.kind = "squares";
  CHECK(workload::make_workload(unknown) == nullptr);
}

// 99 cycles of 1 ns a division and 40 a number, as src/workload/primes.cpp says.
TEST_CASE("each thread of the prime program computes the whole range", "[workload]") {
  const std::uint32_t threads = GENERATE(1U, 3U, 10U);
  KernelRun run(2, support::kernel_config(1000));
  const auto primes = workload::make_workload(config_of(threads, 5000));
  primes->boot(run.kernel);
  run.simulate();
  REQUIRE(run.kernel.finished());
  CHECK(run.group().threads_created == threads);
  const auto divisions = static_cast<std::int64_t>(workload::trial_divisions(5000));
  const SimDuration work = nanoseconds(99 * divisions + 40 * 5000) * threads;
  // Beside the work only system calls' user parts and the creation of threads run in user mode.
  CHECK(run.group().true_user > work);
  CHECK(run.group().true_user < work + microseconds(10) * (threads + 2));
  CHECK(primes->elapsed() >= work / 2);
  CHECK(primes->elapsed() <= run.kernel.end() - SimTime{});
}

TEST_CASE("the prime program takes signals only with its timer armed", "[workload]") {
  workload::WorkloadConfig config = config_of(4, 5000);
  const bool armed = GENERATE(false, true);
  if (armed) config.itimer_prof = milliseconds(10);
  KernelRun run(2, support::kernel_config(1000));
  const auto primes = workload::make_workload(config);
  primes->boot(run.kernel);
  run.simulate();
  REQUIRE(run.kernel.finished());
  CHECK((run.group().signals_delivered > 0) == armed);
  CHECK((run.group().prof_expires.peek() != 0) == armed);
}

TEST_CASE("the timer's interval may differ from its first expiry", "[workload]") {
  workload::WorkloadConfig config = config_of(1, 5000);
  config.itimer_prof = milliseconds(10);
  config.itimer_prof_interval = milliseconds(2);
  KernelRun run(1, support::kernel_config(1000));
  const auto primes = workload::make_workload(config);
  primes->boot(run.kernel);
  run.simulate();
  REQUIRE(run.kernel.finished());
  CHECK(run.group().prof_interval.peek() == to_ticks(milliseconds(2), 1000));
}
