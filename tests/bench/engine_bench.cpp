// The engine on the hold model: callback events in permanent slots, callback events that are posted
// once, and coroutine processes.

#include <deque>
#include <vector>

#include "bench/families.h"
#include "bench/workload.h"
#include "tickstorm/sim/engine.h"
#include "tickstorm/sim/process.h"

namespace tickstorm::bench {
namespace {

// What the three have in common: one engine, one stream of increments, and a count of events after
// which the engine stops.
class Hold {
 public:
  void run(std::int64_t count) {
    left_ = count;
    engine_.run();
  }
  SimTime now() const { return engine_.now(); }

 protected:
  SimDuration next_increment() { return picoseconds(increments_.draw(random_)); }
  void count_event() {
    if (--left_ == 0) engine_.stop();
  }

  Engine engine_;
  Increments increments_;
  XorShift random_{1};
  std::int64_t left_ = 0;
};

// Each source of events has its slot, as CPUs and local timers do.
class SlotHold : public Hold {
 public:
  explicit SlotHold(std::uint32_t pending) : sources_(pending) {
    for (std::uint32_t i = 0; i < pending; ++i) {
      Source& source = sources_[i];
      source = {this, engine_.add_slot(EventClass::cpu, i, &SlotHold::happen, &source)};
      engine_.set(source.slot, SimTime{} + next_increment());
    }
  }

 private:
  struct Source {
    SlotHold* hold = nullptr;
    Engine::Slot slot = 0;
  };

  static void happen(void* self) {
    const Source source = *static_cast<Source*>(self);
    SlotHold& hold = *source.hold;
    hold.engine_.set(source.slot, hold.engine_.now() + hold.next_increment());
    hold.count_event();
  }

  std::vector<Source> sources_;
};

// Each event posts one successor and is gone.
class PostHold : public Hold {
 public:
  explicit PostHold(std::uint32_t pending) {
    for (std::uint32_t i = 0; i < pending; ++i)
      post();
  }

 private:
  void post() {
    engine_.post(engine_.now() + next_increment(), EventClass::line, 0, &PostHold::happen, this);
  }

  static void happen(void* self) {
    auto& hold = *static_cast<PostHold*>(self);
    hold.post();
    hold.count_event();
  }
};

// Each process is a coroutine that sleeps again and again.
class ProcessHold : public Hold {
 public:
  explicit ProcessHold(std::uint32_t processes) {
    for (std::uint32_t i = 0; i < processes; ++i) {
      Process& process = processes_.emplace_back(engine_, i);
      process.start(sleep_for_ever(process), SimTime{} + next_increment());
    }
  }

 private:
  Co<void> sleep_for_ever(Process& process) {
    for (;;) {
      co_await process.sleep(next_increment());
      count_event();
    }
  }

  std::deque<Process> processes_;
};

}  // namespace

void register_engine() {
  const auto run_batch = [](auto& hold) {
    constexpr std::int64_t batch = 4096;
    hold.run(batch);
    benchmark::DoNotOptimize(hold.now());
    return batch;
  };
  register_family<SlotHold>("ours/hold", 16, run_batch);
  register_family<PostHold>("ours/post", 16, run_batch);
  register_family<ProcessHold>("ours/coroutine_hold", 16, run_batch);
}

}  // namespace tickstorm::bench
