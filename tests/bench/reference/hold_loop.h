// The plain loop that callback events are compared with: std::priority_queue of 24-byte events,
// each of which calls a function pointer that schedules one successor (the "hold" model).

#pragma once

#include <cstdint>
#include <queue>
#include <vector>

#include "bench/workload.h"

namespace tickstorm::bench::reference {

class HoldLoop {
 public:
  // Starts with `pending` events; their number never changes. Needs pending > 0.
  explicit HoldLoop(std::uint32_t pending) {
    std::vector<Event> storage;
    storage.reserve(pending + 1);
    queue_ = Queue(Later{}, std::move(storage));
    for (std::uint32_t i = 0; i < pending; ++i) {
      queue_.push({increments_.draw(random_), &HoldLoop::again, i});
    }
  }

  // Runs `count` events.
  void run(std::uint64_t count) {
    for (std::uint64_t i = 0; i < count; ++i) {
      const Event event = queue_.top();
      queue_.pop();
      now_ = event.time;
      event.call(*this, event.argument);
    }
  }

  std::uint64_t now() const { return now_; }
  std::size_t pending() const { return queue_.size(); }

 private:
  struct Event {
    std::uint64_t time;
    void (*call)(HoldLoop&, std::uint64_t);
    std::uint64_t argument;
  };
  static_assert(sizeof(Event) == 24);

  struct Later {
    bool operator()(const Event& a, const Event& b) const { return a.time > b.time; }
  };
  using Queue = std::priority_queue<Event, std::vector<Event>, Later>;

  static void again(HoldLoop& loop, std::uint64_t argument) {
    loop.queue_.push({loop.now_ + loop.increments_.draw(loop.random_), &again, argument});
  }

  Increments increments_;
  XorShift random_{1};
  std::uint64_t now_ = 0;
  Queue queue_;
};

}  // namespace tickstorm::bench::reference
