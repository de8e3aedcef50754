// A kernel on a tiny machine that runs one test program to its end.

#pragma once

#include <functional>
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

// A process whose main thread creates `count` threads, meets them at a barrier when their bodies
// are through, and stays until they are gone. With as many CPUs as threads and main thread, thread
// i runs alone on CPU i + 1.
class Crowd {
 public:
  using Body = std::function<Co<void>(Context& ctx, std::uint32_t index)>;

  Crowd(KernelRun& run, std::uint32_t count, Body body)
      : run_(run), count_(count), body_(std::move(body)), end_(run.kernel, 0, count + 1) {}

  // What the main thread does before it creates the first thread, after the last one, and when all
  // of them are gone. Optional.
  std::function<Co<void>(Context& ctx)> before;
  std::function<Co<void>(Context& ctx)> after_creation;
  std::function<Co<void>(Context& ctx)> at_end;

  void run(SimDuration at_most = seconds(120)) { run_.run(&Crowd::main, this, at_most); }

 private:
  // More than two slices, so that each thread on the main thread's CPU gets its turn to exit.
  static constexpr SimDuration settle = milliseconds(250);

  static Co<void> main(Context& ctx, void* self) {
    auto& crowd = *static_cast<Crowd*>(self);
    if (crowd.before) co_await crowd.before(ctx);
    for (std::uint32_t i = 0; i < crowd.count_; ++i)
      co_await create_thread(ctx, &Crowd::thread, self);
    if (crowd.after_creation) co_await crowd.after_creation(ctx);
    co_await crowd.end_.wait(ctx);
    co_await run_user(ctx, settle, microseconds(1));
    if (crowd.at_end) co_await crowd.at_end(ctx);
  }
  static Co<void> thread(Context& ctx, void* self) {
    auto& crowd = *static_cast<Crowd*>(self);
    const std::uint32_t index = crowd.started_++;
    co_await crowd.body_(ctx, index);
    co_await crowd.end_.wait(ctx);
  }

  KernelRun& run_;
  std::uint32_t count_;
  Body body_;
  std::uint32_t started_ = 0;
  Barrier end_;
};

}  // namespace tickstorm::support
