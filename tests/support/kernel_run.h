// A kernel on a tiny machine that runs one test program to its end.

#pragma once

#include <memory>
#include <utility>

#include "support/tiny_machine.h"
#include "tickstorm/itimer/cpu_accounting.h"
#include "tickstorm/kernel/kernel.h"
#include "tickstorm/kernel/process.h"
#include "tickstorm/kernel/signal.h"

namespace tickstorm::support {

inline KernelConfig kernel_config(std::uint32_t hz) {
  KernelConfig config;
  config.hz = hz;
  return config;
}

// A machine of one socket with `cpus` CPUs, its kernel and its accounting.
struct KernelRun {
  KernelRun(std::uint32_t cpus, const KernelConfig& config,
            std::unique_ptr<CpuTime> cpu_time = itimer::make_sum_threads())
      : machine(tiny_config(1, cpus)),
        accounting(std::move(cpu_time)),
        kernel(machine, config, *accounting),
        line(machine.config().line_bytes, {0}) {}

  // Boots `body` as the first task and simulates until it ends, or for `at_most`.
  void run(ThreadBody body, void* argument, SimDuration at_most = seconds(120)) {
    kernel.boot(body, argument);
    simulate(at_most);
  }
  // The same for a kernel that something else has booted.
  void simulate(SimDuration at_most = seconds(120)) {
    machine.engine().post(SimTime{} + at_most, EventClass::observer, 0, &end_at_limit, &kernel);
    machine.engine().run();
  }
  // A fresh line on node 0.
  LineId fresh_line() { return machine.allocate(line, 0).first; }
  ThreadGroup& group() { return kernel.init_group(); }
  std::uint64_t pending() { return (group().shared_pending.peek() & sigprof_bit) != 0 ? 1 : 0; }
  const LockClass& lock_class(std::string_view name) const {
    for (const LockClass* lock : kernel.lock_classes()) {
      if (lock->name == name) return *lock;
    }
    throw InternalError("no lock class of that name");
  }

  Machine machine;
  std::unique_ptr<CpuTime> accounting;
  Kernel kernel;
  Layout line;

 private:
  static void end_at_limit(void* self) {
    auto& kernel = *static_cast<Kernel*>(self);
    kernel.end_run(kernel.machine().engine().now());
  }
};

// Sets the profiling timer of the process, in ticks, as setitimer() does.
inline Co<void> arm(Context& ctx, std::uint64_t value, std::uint64_t interval) {
  co_await enter_syscall(ctx);
  co_await ctx.kernel().cpu_time().set_itimer_prof(ctx, value, interval);
  co_await exit_syscall(ctx);
}

// A process whose main thread creates `count` threads, meets them at a barrier when they are
// through, and stays until they are gone. With as many CPUs as threads and main thread, thread i
// runs alone on CPU i + 1. A test says in a subclass what its threads do.
class Crowd {
 public:
  Crowd(KernelRun& bench, std::uint32_t count)
      : host(bench), count_(count), end_(bench.kernel, 0, count + 1) {}
  virtual ~Crowd() = default;
  Crowd(const Crowd&) = delete;
  Crowd& operator=(const Crowd&) = delete;

  void run(SimDuration at_most = seconds(120)) { host.run(&Crowd::main, this, at_most); }

  KernelRun& host;

 protected:
  std::uint32_t count() const { return count_; }
  // Threads are numbered in the order in which they begin.
  virtual Co<void> thread(Context&, std::uint32_t) { co_return; }
  // What the main thread does before it creates the first thread, after the last one, and when all
  // of them are gone.
  virtual Co<void> before(Context&) { co_return; }
  virtual Co<void> after_creation(Context&) { co_return; }
  virtual Co<void> at_end(Context&) { co_return; }

 private:
  // More than two slices, so that each thread on the main thread's CPU gets its turn to exit.
  static constexpr SimDuration settle = milliseconds(250);

  static Co<void> main(Context& ctx, void* self) {
    auto& crowd = *static_cast<Crowd*>(self);
    co_await crowd.before(ctx);
    for (std::uint32_t i = 0; i < crowd.count_; ++i)
      co_await create_thread(ctx, &Crowd::one_thread, self);
    co_await crowd.after_creation(ctx);
    co_await crowd.end_.wait(ctx);
    co_await run_user(ctx, settle, microseconds(1));
    co_await crowd.at_end(ctx);
  }
  static Co<void> one_thread(Context& ctx, void* self) {
    auto& crowd = *static_cast<Crowd*>(self);
    const std::uint32_t index = crowd.started_++;
    co_await crowd.thread(ctx, index);
    co_await crowd.end_.wait(ctx);
  }

  std::uint32_t count_;
  std::uint32_t started_ = 0;
  Barrier end_;
};

// `count` threads that each compute for a while, or none and the main thread does, first.
class Computing final : public Crowd {
 public:
  Computing(KernelRun& bench, std::uint32_t count, SimDuration each)
      : Crowd(bench, count), each_(each) {}

 private:
  Co<void> thread(Context& ctx, std::uint32_t) override {
    co_await run_user(ctx, each_, microseconds(1));
  }
  Co<void> before(Context& ctx) override {
    if (count() == 0) co_await run_user(ctx, each_, microseconds(1));
  }

  SimDuration each_;
};

}  // namespace tickstorm::support
