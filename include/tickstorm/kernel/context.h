// Context: what running kernel or user code can do. One per task; it follows the task from CPU to
// CPU, so that code holds a Context and never a Cpu. Interrupt handlers use the context of the task
// they interrupted, as they use its stack.

#pragma once

#include <type_traits>

#include "tickstorm/machine/access.h"
#include "tickstorm/machine/cpu.h"
#include "tickstorm/machine/machine.h"

namespace tickstorm {

class Kernel;
class Task;

struct SetBits {
  template <class T>
  static T apply(T old, T operand, T) {
    return old | operand;
  }
};
struct ClearBits {
  template <class T>
  static T apply(T old, T operand, T) {
    return old & ~operand;
  }
};

class Context {
 public:
  Context(Kernel& kernel, Task& task) : kernel_(&kernel), task_(&task) {}
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  Kernel& kernel() const { return *kernel_; }
  // The task whose stack this is.
  Task& task() const { return *task_; }
  // The CPU it runs on now; may change across schedule().
  Cpu& cpu() const { return *cpu_; }
  void set_cpu(Cpu& cpu) { cpu_ = &cpu; }
  SimTime now() const { return cpu_->clock(); }
  SimDuration cycles(Cycles n) const { return cpu_->machine().cycles(n); }

  template <class T>
  Load<T> load(Cell<T>& cell) const {
    return {cpu_, &cell};
  }
  template <class T>
  Store<T> store(Cell<T>& cell, std::type_identity_t<T> value) const {
    return {cpu_, &cell, value};
  }
  // A store to some bytes of a word, such as the locked byte of a queued spin lock: the bits of
  // `mask` become those of `value`.
  template <class T>
  StorePart<T> store_part(Cell<T>& cell, std::type_identity_t<T> mask,
                          std::type_identity_t<T> value) const {
    return {cpu_, &cell, mask, value};
  }
  // Gives the old value.
  template <class T>
  Locked<T, Exchange> xchg(Cell<T>& cell, std::type_identity_t<T> value) const {
    return {cpu_, &cell, value};
  }
  // Locked add; gives the old value.
  template <class T>
  Locked<T, AddTo> fetch_add(Cell<T>& cell, std::type_identity_t<T> operand) const {
    return {cpu_, &cell, operand};
  }
  // Gives the old value; stored if that was `expected`.
  template <class T>
  Locked<T, CompareExchange> cmpxchg(Cell<T>& cell, std::type_identity_t<T> expected,
                                     std::type_identity_t<T> value) const {
    return {cpu_, &cell, value, expected};
  }
  // Locked bit operations; give the old value.
  template <class T>
  Locked<T, SetBits> set_bits(Cell<T>& cell, std::type_identity_t<T> bits) const {
    return {cpu_, &cell, bits};
  }
  template <class T>
  Locked<T, ClearBits> clear_bits(Cell<T>& cell, std::type_identity_t<T> bits) const {
    return {cpu_, &cell, bits};
  }
  // Polls until Wanted::holds(value, argument).
  template <class Wanted, class T>
  SpinUntil<T, Wanted> spin_until(Cell<T>& cell, std::type_identity_t<T> argument) const {
    return {cpu_, &cell, argument};
  }
  // A run of loads; see Burst. Needs interrupts off.
  template <class Walker>
  Burst<Walker> burst(Walker& walker) const {
    return {cpu_, &walker, cpu_->machine().config().bulk};
  }
  Compute compute(Cycles n) const { return {cpu_, cycles(n)}; }
  Compute compute(SimDuration d) const { return {cpu_, d}; }
  InOrder in_order() const { return {cpu_}; }
  void irq_disable() const { cpu_->disable_interrupts(); }
  EnableInterrupts irq_enable() const { return {cpu_}; }

 private:
  Kernel* kernel_;
  Task* task_;
  Cpu* cpu_ = nullptr;
};

}  // namespace tickstorm
