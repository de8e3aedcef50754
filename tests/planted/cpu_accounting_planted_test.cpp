// CPU accountings with a known fault. Each must fail the check of the contract that it was planted
// for, and its sound counterpart must pass the same check.

#include <catch2/catch.hpp>

#include "contract/accounting_bench.h"
#include "itimer/percpu.h"
#include "tickstorm/itimer/cpu_accounting.h"

using namespace tickstorm;
using namespace tickstorm::contract;

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
