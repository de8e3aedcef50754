// The plain loop that coroutine wake-ups are compared with: the smallest C++20 coroutine that waits
// for simulated time, and a std::priority_queue of 16-byte entries that says whom to resume.

#pragma once

#include <coroutine>
#include <cstdint>
#include <exception>
#include <queue>
#include <utility>
#include <vector>

#include "bench/workload.h"

namespace tickstorm::bench::reference {

class CoroutineHoldLoop {
 public:
  // Starts `processes` coroutines, each of which waits again and again. Needs processes > 0.
  explicit CoroutineHoldLoop(std::uint32_t processes) {
    std::vector<Entry> storage;
    storage.reserve(processes + 1);
    queue_ = Queue(Later{}, std::move(storage));
    processes_.reserve(processes);
    for (std::uint32_t i = 0; i < processes; ++i)
      processes_.push_back(wait_for_ever(*this));
  }

  CoroutineHoldLoop(const CoroutineHoldLoop&) = delete;
  CoroutineHoldLoop& operator=(const CoroutineHoldLoop&) = delete;

  ~CoroutineHoldLoop() {
    for (const Process& process : processes_)
      process.handle.destroy();
  }

  // Resumes `count` times.
  void run(std::uint64_t count) {
    for (std::uint64_t i = 0; i < count; ++i) {
      const Entry entry = queue_.top();
      queue_.pop();
      now_ = entry.time;
      entry.handle.resume();
    }
  }

  std::uint64_t now() const { return now_; }
  std::size_t pending() const { return queue_.size(); }

 private:
  struct Entry {
    std::uint64_t time;
    std::coroutine_handle<> handle;
  };

  struct Later {
    bool operator()(const Entry& a, const Entry& b) const { return a.time > b.time; }
  };
  using Queue = std::priority_queue<Entry, std::vector<Entry>, Later>;

  struct Process {
    struct promise_type {
      Process get_return_object() {
        return {std::coroutine_handle<promise_type>::from_promise(*this)};
      }
      std::suspend_never initial_suspend() noexcept { return {}; }
      std::suspend_always final_suspend() noexcept { return {}; }
      void return_void() {}
      void unhandled_exception() noexcept { std::terminate(); }
    };
    std::coroutine_handle<promise_type> handle;
  };

  struct Wait {
    CoroutineHoldLoop* loop;
    std::uint64_t until;
    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> handle) const { loop->queue_.push({until, handle}); }
    void await_resume() const noexcept {}
  };

  static Process wait_for_ever(CoroutineHoldLoop& loop) {
    for (;;) {
      co_await Wait{&loop, loop.now_ + loop.increments_.draw(loop.random_)};
    }
  }

  Increments increments_;
  XorShift random_{1};
  std::uint64_t now_ = 0;
  Queue queue_;
  std::vector<Process> processes_;
};

}  // namespace tickstorm::bench::reference
