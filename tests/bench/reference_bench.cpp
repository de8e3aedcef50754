// The plain loops as benchmarks.

#include "bench/families.h"
#include "bench/reference/coroutine_hold_loop.h"
#include "bench/reference/hold_loop.h"
#include "bench/reference/mesi_loop.h"

namespace tickstorm::bench {

void register_reference() {
  const auto run_batch = [](auto& loop) {
    constexpr std::int64_t batch = 4096;
    loop.run(batch);
    benchmark::DoNotOptimize(loop.now());
    return batch;
  };
  register_family<reference::HoldLoop>("reference/hold", 16, run_batch);
  register_family<reference::CoroutineHoldLoop>("reference/coroutine_hold", 16, run_batch);

  // 256 rounds of 10 accesses touch all shared lines often enough to reach the steady state.
  register_family<reference::MesiLoop>("reference/mesi", 256, [](reference::MesiLoop& loop) {
    loop.run_one_per_turn();
    benchmark::DoNotOptimize(loop.clock(0));
    return std::int64_t{10} * loop.cpus();
  });
  register_family<reference::MesiLoop>("reference/mesi_30_per_turn", 86,
                                       [](reference::MesiLoop& loop) {
                                         loop.run_thirty_per_turn();
                                         benchmark::DoNotOptimize(loop.clock(0));
                                         return std::int64_t{30} * loop.cpus();
                                       });
}

}  // namespace tickstorm::bench
