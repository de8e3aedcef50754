// Co<T>: a coroutine that takes simulated time.
//
// Lazy: it starts when it is awaited. Move-only and [[nodiscard]]: forgetting to await is a
// warning. No symmetric transfer: a finished coroutine names its parent in the engine's ready slot,
// and the resume loop goes on from there, so that the host stack does not grow with the depth of
// calls.

#pragma once

#include <coroutine>
#include <cstddef>
#include <exception>
#include <utility>

#include "tickstorm/sim/check.h"

namespace tickstorm {

// The coroutine that runs next, or null when the running one waits for an event. One per engine.
struct ReadySlot {
  std::coroutine_handle<> next;

  // Resumes `first` and whatever it names as next, until one of them waits.
  void run(std::coroutine_handle<> first) {
    while (first) {
      next = nullptr;
      first.resume();
      first = next;
    }
  }
};

// Memory of coroutine frames: freed frames are kept by size for the next call. Per host thread;
// it holds no simulated state.
void* allocate_frame(std::size_t bytes);
void free_frame(void* frame, std::size_t bytes) noexcept;

class PromiseBase {
 public:
  static void* operator new(std::size_t bytes) { return allocate_frame(bytes); }
  static void operator delete(void* frame, std::size_t bytes) noexcept { free_frame(frame, bytes); }

  std::suspend_always initial_suspend() noexcept { return {}; }

  struct FinalAwaiter {
    bool await_ready() noexcept { return false; }
    template <class Promise>
    void await_suspend(std::coroutine_handle<Promise> self) noexcept {
      PromiseBase& promise = self.promise();
      promise.ready->next = promise.parent;
    }
    void await_resume() noexcept {}
  };
  FinalAwaiter final_suspend() noexcept { return {}; }
  void unhandled_exception() noexcept { error = std::current_exception(); }

  ReadySlot* ready = nullptr;  // Set when the coroutine is first awaited or started.
  std::coroutine_handle<> parent;
  std::exception_ptr error;
};

template <class T>
struct CoPromise;

template <class T = void>
class [[nodiscard]] Co {
 public:
  using promise_type = CoPromise<T>;
  using Handle = std::coroutine_handle<promise_type>;

  explicit Co(Handle handle) : handle_(handle) {}
  Co(Co&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Co& operator=(Co&&) = delete;
  ~Co() {
    if (handle_) handle_.destroy();
  }

  // Gives the bare handle away, for whoever starts a root coroutine; it must destroy it.
  Handle release() { return std::exchange(handle_, nullptr); }

  bool await_ready() const noexcept { return false; }
  template <class Promise>
  void await_suspend(std::coroutine_handle<Promise> parent) {
    PromiseBase& child = handle_.promise();
    child.ready = parent.promise().ready;
    child.parent = parent;
    child.ready->next = handle_;
  }
  T await_resume() {
    if (handle_.promise().error) std::rethrow_exception(handle_.promise().error);
    return handle_.promise().take();
  }

 private:
  Handle handle_;
};

template <class T>
struct CoPromise : PromiseBase {
  T value{};
  Co<T> get_return_object() { return Co<T>(std::coroutine_handle<CoPromise>::from_promise(*this)); }
  void return_value(T v) { value = std::move(v); }
  T take() { return std::move(value); }
};

template <>
struct CoPromise<void> : PromiseBase {
  Co<void> get_return_object() {
    return Co<void>(std::coroutine_handle<CoPromise>::from_promise(*this));
  }
  void return_void() {}
  void take() {}
};

// A root coroutine: started by hand, owned by whoever holds it.
class Root {
 public:
  Root() = default;
  explicit Root(Co<void> co) : handle_(co.release()) {}
  Root(Root&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Root& operator=(Root&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Root() {
    if (handle_) handle_.destroy();
  }

  // Binds the coroutine to a resume loop and gives the handle to resume first.
  std::coroutine_handle<> start(ReadySlot& ready) {
    handle_.promise().ready = &ready;
    return handle_;
  }
  bool valid() const { return static_cast<bool>(handle_); }
  bool done() const { return handle_ && handle_.done(); }
  // Throws again what ended the coroutine, if anything did.
  void rethrow() const {
    if (handle_ && handle_.promise().error) std::rethrow_exception(handle_.promise().error);
  }

 private:
  Co<void>::Handle handle_;
};

}  // namespace tickstorm
