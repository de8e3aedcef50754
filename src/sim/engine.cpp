// The winner tree: growth, one-shot events and the main loop.

#include "tickstorm/sim/engine.h"

#include <algorithm>

namespace tickstorm {
namespace {

// The objects of thousands of CPUs do not fit the host's near caches, and each event reads one
// after another: the next event's are asked for while the present one is handled. Always inlined,
// because a compiler may drop a call that computes nothing.
[[gnu::always_inline]] inline void ask_for(const void* place, int lines) {
  const char* at = static_cast<const char*>(place);
  for (int i = 0; i < lines; ++i)
    __builtin_prefetch(at + i * 64);
}

}  // namespace

Engine::Engine() : tree_(2 * capacity_) {
  for (Slot slot = 0; slot < capacity_; ++slot)
    update(slot, empty_key(slot));
}

std::uint64_t Engine::pack(EventClass cls, std::uint32_t cpu, std::uint64_t sequence, Slot slot) {
  return static_cast<std::uint64_t>(cls) << (cpu_bits + sequence_bits + slot_bits) |
         static_cast<std::uint64_t>(cpu) << (sequence_bits + slot_bits) | sequence << slot_bits |
         slot;
}

Engine::Slot Engine::take_slot() {
  if (!free_.empty()) {
    const Slot slot = free_.back();
    free_.pop_back();
    return slot;
  }
  const Slot slot = static_cast<Slot>(leaves_.size());
  TICKSTORM_CHECK(slot < (1U << slot_bits), "more than a million events are pending");
  if (slot == capacity_) grow();
  leaves_.push_back({});
  return slot;
}

void Engine::grow() {
  const std::size_t old = capacity_;
  capacity_ *= 2;
  std::vector<Key> bigger(2 * capacity_);
  for (Slot slot = 0; slot < capacity_; ++slot) {
    bigger[capacity_ + slot] = slot < old ? tree_[old + slot] : empty_key(slot);
  }
  for (std::size_t node = capacity_ - 1; node >= 1; --node) {
    const Key left = bigger[2 * node];
    const Key right = bigger[2 * node + 1];
    bigger[node] = earlier(left, right) ? left : right;
  }
  tree_.swap(bigger);
}

Engine::Slot Engine::add_slot(EventClass cls, std::uint32_t cpu, Handler handler, void* self) {
  TICKSTORM_CHECK(cpu < (1U << cpu_bits), "more than 8192 CPUs");
  const Slot slot = take_slot();
  leaves_[slot] = {handler, self, pack(cls, cpu, 0, slot), {}, false};
  return slot;
}

void Engine::post(SimTime at, EventClass cls, std::uint32_t cpu, Handler handler, void* self) {
  TICKSTORM_CHECK(at >= now_, "an event was posted into the past");
  if (++sequence_ == (1U << sequence_bits)) renumber();
  const Slot slot = take_slot();
  Leaf& leaf = leaves_[slot];
  leaf.handler = handler;
  leaf.self = self;
  leaf.order = pack(cls, cpu, sequence_, slot);
  leaf.reads[0] = nullptr;
  leaf.once = true;
  update(slot, {at.ps, leaf.order});
}

// The sequence is full: number the pending one-shot events afresh, in their order.
void Engine::renumber() {
  std::vector<Slot> pending;
  for (Slot slot = 0; slot < leaves_.size(); ++slot) {
    if (leaves_[slot].once && tree_[capacity_ + slot].time != INT64_MAX && slot != stale_) {
      pending.push_back(slot);
    }
  }
  constexpr std::uint64_t mask = ((1ULL << sequence_bits) - 1) << slot_bits;
  std::sort(pending.begin(), pending.end(), [this](Slot a, Slot b) {
    return (leaves_[a].order & mask) < (leaves_[b].order & mask);
  });
  sequence_ = 0;
  for (const Slot slot : pending) {
    leaves_[slot].order = (leaves_[slot].order & ~mask) | ++sequence_ << slot_bits;
    update(slot, {tree_[capacity_ + slot].time, leaves_[slot].order});
  }
  ++sequence_;
}

Engine::Key Engine::best_other(Slot slot) const {
  std::size_t node = capacity_ + slot;
  Key best = empty_key(slot);
  while (node > 1) {
    const Key other = tree_[node ^ 1];
    best = earlier(other, best) ? other : best;
    node >>= 1;
  }
  return best;
}

// Finds the earliest event outside the slot that is handled, and asks the host for what it will
// read.
void Engine::look_ahead() {
  second_ = best_other(handled_);
  second_known_ = true;
  const Leaf& next = leaves_[slot_of(second_)];
  if (next.reads[0] == nullptr) return;
  ask_for(next.self, 4);
  for (const void* place : next.reads) {
    if (place != nullptr) ask_for(place, 2);
  }
}

void Engine::run() {
  stopped_ = false;
  while (!stopped_) {
    const Key key = tree_[1];
    if (key.time == INT64_MAX) return;
    const Slot slot = slot_of(key);
    now_ = {key.time};
    ++events_;
    const Leaf& leaf = leaves_[slot];
    __builtin_prefetch(leaf.reads[0]);
    // The spent key stays where it is: whoever sets this slot next replaces it in one walk.
    stale_ = slot;
    handled_ = slot;
    second_known_ = false;
    if (leaf.once) free_.push_back(slot);
    leaf.handler(leaf.self);
    if (stale_ == slot) update(slot, empty_key(slot));
  }
}

}  // namespace tickstorm
