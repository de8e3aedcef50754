// The programs, and the arithmetic of the expiries that must have been noticed.

#include "contract/accounting_bench.h"

#include "support/kernel_run.h"
#include "support/watched_cpu_time.h"

namespace tickstorm::contract {
namespace {

using support::arm;
using support::Crowd;
using support::KernelRun;
using support::WatchedCpuTime;

constexpr SimDuration tick = milliseconds(1);
constexpr SimDuration work = milliseconds(30);

// A program under a watched accounting, with what must hold at the end of each.
class Program : public Crowd {
 public:
  Program(KernelRun& bench, std::uint32_t threads)
      : Crowd(bench, threads), watched(static_cast<WatchedCpuTime&>(*bench.accounting)) {}

  Broken verdict() {
    run(seconds(20));
    const ThreadGroup& group = host.group();
    expect(host.kernel.finished(), "the program does not end");
    expect(group.signals_posted == group.signals_delivered + host.pending(),
           "I2: signals posted are not signals delivered and pending");
    expect(sum_at_end_.prof() + host.kernel.online_cpus() >= charged_at_end_ &&
               sum_at_end_.prof() <= charged_at_end_,
           "I1: the sum at the end is not the ticks charged");
    check();
    for (const Finding& finding : host.kernel.findings())
      watched.broken.insert("finding: " + finding.sentence);
    return watched.broken;
  }

  WatchedCpuTime& watched;

 protected:
  // What must hold at the end of this program.
  virtual void check() {}

  void expect(bool holds, const char* promise) {
    if (!holds) watched.broken.insert(promise);
  }
  std::uint64_t attempts() { return WatchedCpuTime::attempts_of(host.group()); }
  std::uint64_t charged() { return host.group().charged.prof(); }

 private:
  // Reads the clocks as getrusage() does.
  Co<void> at_end(Context& ctx) final {
    co_await enter_syscall(ctx);
    sum_at_end_ = co_await host.kernel.cpu_time().sample_group(ctx);
    charged_at_end_ = charged();
    co_await exit_syscall(ctx);
  }

  CpuTimes sum_at_end_;
  std::uint64_t charged_at_end_ = 0;
};

template <class Kind, class... Arguments>
Broken broken_by(std::unique_ptr<CpuTime> accounting, std::uint32_t cpus, Arguments... arguments) {
  KernelRun bench(cpus, support::kernel_config(1000),
                  std::make_unique<WatchedCpuTime>(std::move(accounting)));
  Kind program(bench, arguments...);
  return program.verdict();
}

Co<void> compute(Context& ctx, SimDuration d) {
  co_await run_user(ctx, d, microseconds(1));
}

// Threads wait at a gate until all are there, so that none has any time of its own before the
// timer is armed.
class ComputeGated final : public Program {
 public:
  ComputeGated(KernelRun& bench, std::uint32_t threads, bool armed)
      : Program(bench, threads), armed_(armed), gate_(bench.kernel, 0) {}

 private:
  Co<void> thread(Context& ctx, std::uint32_t) override {
    co_await gate_.wait(ctx, 0);
    co_await compute(ctx, work);
    if (++done_ != count()) co_return;
    ran_ = charged() - charged_before_;
    noticed_ = attempts();
  }
  Co<void> after_creation(Context& ctx) override {
    co_await compute(ctx, tick / 2);
    if (armed_) co_await arm(ctx, interval_ticks, interval_ticks);
    charged_before_ = charged();
    co_await gate_.set_and_wake(ctx, 1, count());
  }
  void check() override {
    if (!armed_) {
      expect(attempts() == 0, "a signal without a timer");
      return;
    }
    // Each CPU may add two ticks before an expiry is seen, and the next one counts from there.
    const std::uint64_t period = interval_ticks + 1 + 2 * host.kernel.online_cpus();
    expect((noticed_ + 1) * period >= ran_, "I3: expiries were lost");
    expect(noticed_ * interval_ticks <= ran_, "I4: an expiry was noticed more than once");
  }

  bool armed_;
  Futex gate_;
  std::uint32_t done_ = 0;
  std::uint64_t charged_before_ = 0;
  std::uint64_t ran_ = 0;
  std::uint64_t noticed_ = 0;
};

class Disarm final : public Program {
 public:
  using Program::Program;

 private:
  Co<void> thread(Context& ctx, std::uint32_t) override { co_await compute(ctx, work * 4); }
  Co<void> after_creation(Context& ctx) override {
    co_await arm(ctx, interval_ticks, interval_ticks);
    co_await compute(ctx, work);
    co_await arm(ctx, 0, 0);
    while_armed_ = attempts();
    co_await compute(ctx, work);
  }
  void check() override {
    expect(while_armed_ > 0, "I3: expiries were lost");
    expect(attempts() == while_armed_, "I7: a disarmed timer posts");
  }
  std::uint64_t while_armed_ = 0;
};

class ArmAndExit final : public Program {
 public:
  using Program::Program;

 private:
  static Co<void> arm_only(Context& ctx, void*) {
    co_await arm(ctx, interval_ticks, interval_ticks);
  }
  Co<void> before(Context& ctx) override {
    co_await create_thread(ctx, &arm_only, nullptr);
    co_await compute(ctx, work * 10);  // Longer than a slice, so that the other thread runs too.
    expect(host.group().threads.size() == 1, "the thread that armed does not end");
  }
  Co<void> thread(Context& ctx, std::uint32_t index) override {
    co_await compute(ctx, work);
    const std::uint64_t so_far = attempts();
    co_await compute(ctx, work * 4);
    if (index == 0) expect(attempts() > so_far + 3, "I7: arming ends with its thread");
  }
};

class OneShot final : public Program {
 public:
  using Program::Program;

 private:
  Co<void> before(Context& ctx) override {
    co_await arm(ctx, interval_ticks, 0);
    co_await compute(ctx, tick * (static_cast<std::int64_t>(interval_ticks) - 2));
    expect(attempts() == 0, "I4: an expiry came early");
    co_await compute(ctx, work);
    expect(attempts() == 1, "I4: a one-shot timer did not post once");
    expect(host.group().prof_expires.peek() == 0, "I4: a one-shot timer stays armed");
  }
};

class QuietTicks final : public Program {
 public:
  using Program::Program;

 private:
  Co<void> before(Context& ctx) override { co_await arm(ctx, interval_ticks, interval_ticks); }
  Co<void> thread(Context& ctx, std::uint32_t) override { co_await compute(ctx, work); }
  void check() override {
    expect(watched.checks > 100, "the program has no ticks");
    expect(watched.locked_for_nothing == 0, "a tick before the expiry took siglock");
  }
};

}  // namespace

Broken compute_armed(std::unique_ptr<CpuTime> accounting, Crowding crowding) {
  return broken_by<ComputeGated>(std::move(accounting), crowding.cpus, crowding.threads, true);
}

Broken compute_unarmed(std::unique_ptr<CpuTime> accounting, Crowding crowding) {
  return broken_by<ComputeGated>(std::move(accounting), crowding.cpus, crowding.threads, false);
}

Broken disarm(std::unique_ptr<CpuTime> accounting, Crowding crowding) {
  return broken_by<Disarm>(std::move(accounting), crowding.cpus, crowding.threads);
}

Broken arm_and_exit(std::unique_ptr<CpuTime> accounting, Crowding crowding) {
  return broken_by<ArmAndExit>(std::move(accounting), crowding.cpus, crowding.threads);
}

Broken one_shot(std::unique_ptr<CpuTime> accounting) {
  return broken_by<OneShot>(std::move(accounting), 1, 0U);
}

Broken quiet_ticks(std::unique_ptr<CpuTime> accounting) {
  return broken_by<QuietTicks>(std::move(accounting), 1, 4U);
}

}  // namespace tickstorm::contract
