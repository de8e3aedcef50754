// The event queue: a winner tree with one pending event per slot, ordered by (time, class, cpu,
// sequence).
//
// Every source of events owns a slot: a CPU has exactly one next thing to do, a local timer exactly
// one next tick. Events that happen once borrow a slot. Each node of the tree holds the 128-bit key
// of its winner, so a pop is one walk from leaf to root without a branch, and the earliest event of
// all *other* slots falls out of the same walk: that is the horizon of exact run-ahead.
//
// The order depends on nothing but times, classes, CPUs and the order in which one-shot events were
// posted.

#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tickstorm/sim/check.h"
#include "tickstorm/sim/co.h"
#include "tickstorm/sim/time.h"

namespace tickstorm {

// What comes first at one instant. An interrupt that arrives at the instant of an access comes
// first.
enum class EventClass : std::uint8_t { observer, interrupt, line, cpu };

class Engine {
 public:
  using Slot = std::uint32_t;
  using Handler = void (*)(void* self);
  static constexpr Slot no_slot = UINT32_MAX;

  Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // A slot for a permanent source of events; nothing is pending in it yet. Needs cpu < 8192.
  Slot add_slot(EventClass cls, std::uint32_t cpu, Handler handler, void* self);

  // Sets the one pending event of a permanent slot. Needs at >= now().
  void set(Slot slot, SimTime at) {
    TICKSTORM_CHECK(at >= now_, "an event was scheduled in the past");
    update(slot, {at.ps, leaves_[slot].order});
  }
  // Takes the pending event of a permanent slot back, if there is one.
  void clear(Slot slot) { update(slot, empty_key(slot)); }
  // What the handler of a slot will read besides its object: places in host memory.
  using Reads = std::array<const void*, 4>;
  // A hint that makes big simulations faster and changes nothing else.
  void will_read(Slot slot, const Reads& reads) { leaves_[slot].reads = reads; }
  SimTime pending(Slot slot) const { return {tree_[capacity_ + slot].time}; }

  // An event that happens once. Events of one (time, class, cpu) happen in the order of their
  // posting.
  void post(SimTime at, EventClass cls, std::uint32_t cpu, Handler handler, void* self);

  SimTime now() const { return now_; }
  // Goes on to `at` without an event. Needs now() <= at, and nothing pending before or at `at` but
  // the spent event that is being handled.
  void skip_to(SimTime at) { now_ = at; }
  // The time of the earliest event outside `slot`; `never` if there is none.
  SimTime earliest_other(Slot slot) {
    if (slot != handled_) return {best_other(slot).time};
    if (!second_known_) look_ahead();
    return {second_.time};
  }

  // Handles events in order until nothing is pending or stop() is called.
  void run();
  void stop() { stopped_ = true; }
  bool stopped() const { return stopped_; }
  std::uint64_t events() const { return events_; }

  // The resume loop of all coroutines of this engine.
  ReadySlot& ready() { return ready_; }

 private:
  // Compared as one number: time first, then class, cpu, sequence and slot packed into `order`.
  struct Key {
    std::int64_t time;
    std::uint64_t order;
  };
  struct alignas(64) Leaf {
    Handler handler = nullptr;
    void* self = nullptr;
    std::uint64_t order = 0;
    Reads reads{};
    bool once = false;
  };
  static constexpr unsigned slot_bits = 20;
  static constexpr unsigned sequence_bits = 28;
  static constexpr unsigned cpu_bits = 13;

  static bool earlier(Key a, Key b) {
    return (static_cast<Int128>(a.time) << 64 | a.order) <
           (static_cast<Int128>(b.time) << 64 | b.order);
  }
  static Key empty_key(Slot slot) { return {INT64_MAX, slot}; }
  static std::uint64_t pack(EventClass cls, std::uint32_t cpu, std::uint64_t sequence, Slot slot);

  void update(Slot slot, Key key) {
    std::size_t node = capacity_ + slot;
    tree_[node] = key;
    if (slot == stale_) stale_ = no_slot;
    if (slot != handled_) second_known_ = false;
    while (node > 1) {
      const Key other = tree_[node ^ 1];
      key = earlier(key, other) ? key : other;
      node >>= 1;
      tree_[node] = key;
    }
  }
  static Slot slot_of(Key key) { return static_cast<Slot>(key.order & ((1U << slot_bits) - 1)); }
  Key best_other(Slot slot) const;
  Slot take_slot();
  void look_ahead();
  void grow();
  void renumber();

  std::size_t capacity_ = 4;
  std::vector<Key> tree_;  // Node 1 is the root; leaf of slot s is node capacity_ + s.
  std::vector<Leaf> leaves_;
  std::vector<Slot> free_;
  std::uint64_t sequence_ = 0;
  SimTime now_{};
  std::uint64_t events_ = 0;
  Slot stale_ = no_slot;    // The slot whose event is being handled: its key in the tree is spent.
  Slot handled_ = no_slot;  // The slot of the latest event.
  Key second_{};            // The earliest event outside handled_.
  bool second_known_ = false;  // It has been looked for, and no other slot has changed since.
  bool stopped_ = false;
  ReadySlot ready_;
};

}  // namespace tickstorm
