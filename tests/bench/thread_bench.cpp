// Simulated threads: creating them, putting them to sleep and reaping them, and what one that
// sleeps occupies.

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
  explicit ThreadSubject(std::uint32_t threads)
      : threads_(threads), bytes_each_(bytes_each(threads, &bytes_of)) {}

  std::int64_t run() {
    bytes_of(threads_);
    return threads_;
  }
  void describe(benchmark::State& state) const { state.counters["bytes_per_thread"] = bytes_each_; }

 private:
  static std::size_t bytes_of(std::uint32_t threads) {
    KernelRun bench(4, kernel_config(1000));
    Sleepers sleepers(bench, threads);
    sleepers.run();
    return sleepers.bytes();
  }

  std::uint32_t threads_;
  double bytes_each_;
};

}  // namespace

void register_threads() {
  register_family<ThreadSubject>("ours/threads", 1, [](auto& subject) { return subject.run(); });
}

}  // namespace tickstorm::bench
