// Simulated threads: creating them, putting them to sleep and reaping them, and what one that sleeps
// occupies.

#include "bench/families.h"
#include "bench/memory.h"
#include "support/kernel_run.h"
#include "tickstorm/kernel/process.h"

namespace tickstorm::bench {
namespace {

using support::Crowd;
using support::kernel_config;
using support::KernelRun;

// Threads that all sleep on one futex before they end.
class Sleepers final : public Crowd {
 public:
  Sleepers(KernelRun& bench, std::uint32_t count) : Crowd(bench, count), gate_(bench.kernel, 0) {}
  std::size_t bytes() const { return bytes_; }

 private:
  Co<void> thread(Context& ctx, std::uint32_t) override {
    ++asleep_;
    co_await gate_.wait(ctx, 0);
  }
  Co<void> before(Context&) override {
    bytes_ = allocated();
    co_return;
  }
  Co<void> after_creation(Context& ctx) override {
    while (asleep_ < count())
      co_await run_user(ctx, milliseconds(1), microseconds(1));
    co_await run_user(ctx, milliseconds(1), microseconds(1));  // The last one goes to sleep.
    bytes_ = allocated() - bytes_;
    co_await gate_.set_and_wake(ctx, 1, count());
  }

  Futex gate_;
  std::uint32_t asleep_ = 0;
  std::size_t bytes_ = 0;
};

class ThreadSubject {
 public:
  explicit ThreadSubject(std::uint32_t threads) : threads_(threads) {}

  std::int64_t run() {
    KernelRun bench(4, kernel_config(1000));
    Sleepers sleepers(bench, threads_);
    sleepers.run();
    if (bytes_ == 0) bytes_ = sleepers.bytes();  // Later ones get frames that were freed before.
    return threads_;
  }
  void describe(benchmark::State& state) const {
    state.counters["bytes_per_thread"] = static_cast<double>(bytes_) / threads_;
  }

 private:
  std::uint32_t threads_;
  std::size_t bytes_ = 0;
};

}  // namespace

void register_threads() {
  register_family<ThreadSubject>("ours/threads", 1, [](auto& subject) { return subject.run(); });
}

}  // namespace tickstorm::bench
