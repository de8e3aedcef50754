// Process: a root coroutine with its own slot that sleeps in simulated time. For devices, load
// generators and tests; CPUs have their own, richer loop (machine/cpu.h).

#pragma once

#include "tickstorm/sim/co.h"
#include "tickstorm/sim/engine.h"

namespace tickstorm {

class Process {
 public:
  // A process that does nothing until start(). `cpu` orders processes that wake at one instant.
  Process(Engine& engine, std::uint32_t cpu)
      : engine_(engine), slot_(engine.add_slot(EventClass::cpu, cpu, &Process::wake, this)) {}
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  // Begins `body` at time `at`.
  void start(Co<void> body, SimTime at) {
    root_ = Root(std::move(body));
    resume_ = root_.start(engine_.ready());
    engine_.set(slot_, at);
  }

  struct Sleep {
    Process& process;
    SimTime until;
    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> self) const {
      process.resume_ = self;
      process.engine_.set(process.slot_, until);
      process.engine_.will_read(process.slot_, {self.address()});
    }
    void await_resume() const noexcept {}
  };
  // Lets `d` of simulated time pass. Needs d >= 0.
  Sleep sleep(SimDuration d) { return {*this, engine_.now() + d}; }

 private:
  static void wake(void* self) {
    auto& process = *static_cast<Process*>(self);
    process.engine_.ready().run(process.resume_);
    if (process.root_.done()) process.root_.rethrow();
  }

  Engine& engine_;
  Engine::Slot slot_;
  Root root_;
  std::coroutine_handle<> resume_;
};

}  // namespace tickstorm
