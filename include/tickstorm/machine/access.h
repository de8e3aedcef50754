// Awaiters: one simulated step each. `co_await` them one per statement.

#pragma once

#include <coroutine>

#include "tickstorm/machine/cell.h"
#include "tickstorm/machine/cpu.h"

namespace tickstorm {

template <class T>
struct Load {
  Cpu* cpu;
  Cell<T>* cell;
  T result{};

  [[gnu::always_inline]] bool await_ready() {
    if (!cpu->try_hit<AccessKind::load>(cell->line())) return false;
    result = CellValue<T>::of(*cell);
    return true;
  }
  bool await_suspend(std::coroutine_handle<> self) {
    return cpu->begin({cell->line(), AccessKind::load, &execute, this}, self);
  }
  T await_resume() const { return result; }

 private:
  static Verdict execute(void* self) {
    auto& load = *static_cast<Load*>(self);
    load.result = CellValue<T>::of(*load.cell);
    return Verdict::done;
  }
};

template <class T>
struct Store {
  Cpu* cpu;
  Cell<T>* cell;
  T value;

  [[gnu::always_inline]] bool await_ready() {
    if (!cpu->try_hit<AccessKind::store>(cell->line())) return false;
    CellValue<T>::of(*cell) = value;
    return true;
  }
  bool await_suspend(std::coroutine_handle<> self) {
    return cpu->begin({cell->line(), AccessKind::store, &execute, this}, self);
  }
  void await_resume() const {}

 private:
  static Verdict execute(void* self) {
    auto& store = *static_cast<Store*>(self);
    CellValue<T>::of(*store.cell) = store.value;
    return Verdict::done;
  }
};

// A plain store to a part of a word: the bits of `mask` become those of `value`.
template <class T>
struct StorePart {
  Cpu* cpu;
  Cell<T>* cell;
  T mask;
  T value;

  [[gnu::always_inline]] bool await_ready() {
    if (!cpu->try_hit<AccessKind::store>(cell->line())) return false;
    apply();
    return true;
  }
  bool await_suspend(std::coroutine_handle<> self) {
    return cpu->begin({cell->line(), AccessKind::store, &execute, this}, self);
  }
  void await_resume() const {}

 private:
  void apply() {
    T& word = CellValue<T>::of(*cell);
    word = static_cast<T>((word & ~mask) | (value & mask));
  }
  static Verdict execute(void* self) {
    static_cast<StorePart*>(self)->apply();
    return Verdict::done;
  }
};

// A locked read-modify-write; Change::apply(value, operand, expected) gives the new value. Returns
// the old.
template <class T, class Change>
struct Locked {
  Cpu* cpu;
  Cell<T>* cell;
  T operand;
  T expected{};

  [[gnu::always_inline]] bool await_ready() {
    if (!cpu->try_hit<AccessKind::locked>(cell->line())) return false;
    apply();
    return true;
  }
  bool await_suspend(std::coroutine_handle<> self) {
    return cpu->begin({cell->line(), AccessKind::locked, &execute, this}, self);
  }
  T await_resume() const { return expected; }

 private:
  void apply() {
    T& value = CellValue<T>::of(*cell);
    const T old = value;
    value = Change::apply(old, operand, expected);
    expected = old;
  }
  static Verdict execute(void* self) {
    static_cast<Locked*>(self)->apply();
    return Verdict::done;
  }
};

struct AddTo {
  template <class T>
  static T apply(T old, T operand, T) {
    return static_cast<T>(old + operand);
  }
};
struct Exchange {
  template <class T>
  static T apply(T, T operand, T) {
    return operand;
  }
};
struct CompareExchange {
  template <class T>
  static T apply(T old, T operand, T expected) {
    return old == expected ? operand : old;
  }
};

// Polls a cell until Wanted::holds(value, argument); parks on the line in between. Returns the
// value.
template <class T, class Wanted>
struct SpinUntil {
  Cpu* cpu;
  Cell<T>* cell;
  T argument;
  T result{};

  bool await_ready() const { return false; }
  bool await_suspend(std::coroutine_handle<> self) {
    return cpu->begin({cell->line(), AccessKind::load, &execute, this}, self);
  }
  T await_resume() const { return result; }

 private:
  static Verdict execute(void* self) {
    auto& spin = *static_cast<SpinUntil*>(self);
    spin.result = CellValue<T>::of(*spin.cell);
    return Wanted::holds(spin.result, spin.argument) ? Verdict::done : Verdict::park;
  }
};

struct Equal {
  template <class T>
  static bool holds(T value, T argument) {
    return value == argument;
  }
};
struct AtLeast {
  template <class T>
  static bool holds(T value, T argument) {
    return value >= argument;
  }
};

// A run of loads over many lines. Walker gives done(), line(), starts_step(), and arrive(Cpu&),
// which reads the value at that moment, may spend() straight-line work, and goes to the next
// access. Loads of one step do not depend on each other: as many misses of a step overlap as the
// machine allows. One await serves loads until one must wait for others; `while (!walker.done())
// co_await ...` serves them all.
template <class Walker>
struct Burst {
  Cpu* cpu;
  Walker* walker;
  bool bulk;

  bool await_ready() {
    do {
      const LineId line = walker->line();
      const bool independent = !walker->starts_step();
      const Cpu::Served served = cpu->try_hit_in_walk(line, independent);
      if (served == Cpu::Served::hit) {
        walker->arrive(*cpu);
      } else {
        const Operation op{line, AccessKind::load, &execute, this, independent};
        const bool waits = served == Cpu::Served::lost ? cpu->begin_lost(op) : cpu->begin(op);
        if (waits) return false;
      }
    } while (bulk && !walker->done());
    return true;
  }
  void await_suspend(std::coroutine_handle<> self) { cpu->go_on_as(self); }
  void await_resume() const {}

 private:
  static Verdict execute(void* self) {
    auto& burst = *static_cast<Burst*>(self);
    burst.walker->arrive(*burst.cpu);
    return Verdict::done;
  }
};

// Straight-line work that interrupts may split: anywhere, or between instructions of `grain` each.
struct Compute {
  Cpu* cpu;
  SimDuration duration;
  SimDuration grain{};

  bool await_ready() const { return cpu->compute_now(duration); }
  void await_suspend(std::coroutine_handle<> self) const {
    cpu->begin_compute(duration, grain, self);
  }
  void await_resume() const {}
};

// Waits until everything before the local clock has happened everywhere. Takes no simulated time.
struct InOrder {
  Cpu* cpu;

  bool await_ready() const { return cpu->in_order(); }
  void await_suspend(std::coroutine_handle<> self) const { cpu->wait(Stage::wait_order, self); }
  void await_resume() const {}
};

// Enables interrupts; those that wait are taken before the next statement.
struct EnableInterrupts {
  Cpu* cpu;

  bool await_ready() const { return cpu->enable_interrupts_now(); }
  void await_suspend(std::coroutine_handle<> self) const { cpu->wait(Stage::wait_enable, self); }
  void await_resume() const {}
};

// Enables interrupts and sleeps until one was handled.
struct Halt {
  Cpu* cpu;

  bool await_ready() const { return false; }
  void await_suspend(std::coroutine_handle<> self) const { cpu->wait(Stage::wait_halt, self); }
  void await_resume() const {}
};

struct SwitchTo {
  Cpu* cpu;
  Strand* next;

  bool await_ready() const { return false; }
  void await_suspend(std::coroutine_handle<> self) const { cpu->switch_to(*next, self); }
  void await_resume() const {}
};

}  // namespace tickstorm
