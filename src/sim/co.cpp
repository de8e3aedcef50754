// Free lists of coroutine frames by size, per host thread. Under AddressSanitizer every frame is a
// fresh allocation, so that the sanitizer sees a use after the end.

#include "tickstorm/sim/co.h"

#include <array>
#include <cstdlib>
#include <new>

namespace tickstorm {
namespace {

constexpr std::size_t step = 32;
constexpr std::size_t classes = 64;  // Frames above 2 KiB go to the global allocator.

struct FreeFrame {
  FreeFrame* next;
};

struct FramePool {
  std::array<FreeFrame*, classes> free{};

  ~FramePool() {
    for (FreeFrame* head : free) {
      while (head != nullptr) {
        FreeFrame* next = head->next;
        ::operator delete(head);
        head = next;
      }
    }
  }
};

#if defined(__SANITIZE_ADDRESS__)
constexpr bool pooled = false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
constexpr bool pooled = false;
#else
constexpr bool pooled = true;
#endif
#else
constexpr bool pooled = true;
#endif

FramePool& pool() {
  thread_local FramePool instance;  // An allocator's cache: never part of a result.
  return instance;
}

}  // namespace

void* allocate_frame(std::size_t bytes) {
  const std::size_t index = (bytes + step - 1) / step;
  if (!pooled || index >= classes) return ::operator new(bytes);
  FreeFrame*& head = pool().free[index];
  if (head == nullptr) return ::operator new(index* step);
  return std::exchange(head, head->next);
}

void free_frame(void* frame, std::size_t bytes) noexcept {
  const std::size_t index = (bytes + step - 1) / step;
  if (!pooled || index >= classes) {
    ::operator delete(frame);
    return;
  }
  FreeFrame*& head = pool().free[index];
  head = ::new (frame) FreeFrame{head};
}

}  // namespace tickstorm
