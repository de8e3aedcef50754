// The program of the 2008 report: N threads each find all primes below P by trial division and meet
// at a barrier; the profile timer may be armed around it.
//
// The main thread reads the clocks, arms the timer, creates the threads, waits at the barrier with
// them, joins them, and reads the clocks again.

#include <vector>

#include "tickstorm/kernel/process.h"
#include "tickstorm/workload/workload.h"

namespace tickstorm::workload {
namespace {

// fitted: to the user time of the old kernel with its timer off (Mayhar 2008, first run: 356.001 s
// for 1300 threads and primes to 200,000). One iteration of the inner loop: a 64-bit division and a
// comparison.
constexpr Cycles trial_division{99};
// assumed: the square root and the loop around it, per number.
constexpr Cycles per_number{40};

class Primes final : public Workload {
 public:
  explicit Primes(const WorkloadConfig& config) : config_(config) {}

  void boot(Kernel& kernel) override {
    const auto numbers = static_cast<std::int64_t>(config_.max_prime);
    const auto divisions = static_cast<std::int64_t>(trial_divisions(config_.max_prime));
    work_ = kernel.machine().cycles(trial_division * divisions + per_number * numbers);
    barrier_ = std::make_unique<Barrier>(kernel, 0, config_.threads + 1);
    all_gone_ = std::make_unique<Futex>(kernel, 0);
    layout_ = Layout(kernel.machine().config().line_bytes, {0});
    gone_.place(kernel.machine().allocate(layout_, 0).first);
    kernel.boot(&Primes::main, this);
  }
  CpuTimes charged() const override { return charged_; }
  SimDuration elapsed() const override { return elapsed_; }

 private:
  static Co<void> main(Context& ctx, void* self) {
    auto& primes = *static_cast<Primes*>(self);
    const SimTime begin = ctx.now();
    if (primes.config_.itimer_prof.ps > 0) co_await primes.arm(ctx);
    for (std::uint32_t i = 0; i < primes.config_.threads; ++i) {
      co_await create_thread(ctx, &Primes::thread, self);
    }
    co_await primes.barrier_->wait(ctx);
    co_await primes.join(ctx);
    primes.elapsed_ = ctx.now() - begin;
    co_await enter_syscall(ctx);
    primes.charged_ = co_await ctx.kernel().cpu_time().sample_group(ctx);
    co_await exit_syscall(ctx);
  }

  static Co<void> thread(Context& ctx, void* self) {
    auto& primes = *static_cast<Primes*>(self);
    co_await run_user(ctx, primes.work_, ctx.cycles(trial_division));
    co_await primes.barrier_->wait(ctx);
    const std::uint32_t before = co_await ctx.fetch_add(primes.gone_, 1);
    const bool last = before + 1 == primes.config_.threads;
    if (last) co_await primes.all_gone_->set_and_wake(ctx, 1, 1);
  }

  Co<void> arm(Context& ctx) {
    const SimDuration interval =
        config_.itimer_prof_interval.ps > 0 ? config_.itimer_prof_interval : config_.itimer_prof;
    co_await set_itimer_prof(ctx, config_.itimer_prof, interval);
  }

  // Sleeps once at most: by the time the barrier lets the main thread go, most threads are gone.
  Co<void> join(Context& ctx) {
    const std::uint32_t gone = co_await ctx.load(gone_);
    if (gone < config_.threads) co_await all_gone_->wait(ctx, 0);
  }

  WorkloadConfig config_;
  SimDuration work_{};
  SimDuration elapsed_{};
  CpuTimes charged_;
  Layout layout_;
  Cell<std::uint32_t> gone_;
  std::unique_ptr<Barrier> barrier_;
  std::unique_ptr<Futex> all_gone_;
};

std::unique_ptr<Workload> make_primes(const WorkloadConfig& config) {
  return std::make_unique<Primes>(config);
}

constexpr WorkloadInfo table[] = {
    {"primes", "N threads find primes by trial division and meet at a barrier", make_primes},
};

}  // namespace

std::span<const WorkloadInfo> workloads() {
  return table;
}

std::unique_ptr<Workload> make_workload(const WorkloadConfig& config) {
  for (const WorkloadInfo& info : table) {
    if (info.name == config.kind) return info.make(config);
  }
  return nullptr;
}

}  // namespace tickstorm::workload
