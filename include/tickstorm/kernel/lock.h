// Spin locks and reader-writer locks of the era, each on its own simulated line, with the
// contention statistics of their class.
//
// Byte spin lock (to 2.6.24): a locked decrement takes it; a loser polls with plain reads and tries
// again when it looks free; a plain store releases it. No order among waiters. Ticket lock
// (2.6.25): a locked add draws a number, waiters poll until it is called, the release calls the
// next: first come, first served.
//
// Counting reader-writer lock (2.6): one counter that starts at a bias; a reader takes one, a
// writer takes the bias. A writer succeeds only at an instant without any reader, and no reader
// ever waits for a waiting writer. Queued: one queue for readers and writers, also for readers in
// interrupts (the later kernel's qrwlock lets those pass): the fair counterpart, for ablations.

#pragma once

#include <cstdint>
#include <string>

#include "tickstorm/kernel/config.h"
#include "tickstorm/kernel/context.h"
#include "tickstorm/machine/cell.h"

namespace tickstorm {

// Statistics over all locks of one class. Waiting counts from the first failed try.
struct LockClass {
  std::string name;
  std::uint64_t acquisitions = 0;
  std::uint64_t contentions = 0;
  SimDuration wait_total{};
  SimDuration wait_max{};
  SimDuration hold_total{};
  SimDuration hold_max{};
};

// What a CPU waits for at a lock; kept per CPU for the findings.
struct LockWait {
  const LockClass* lock = nullptr;
  const char* mode = "";  // "lock", "read" or "write"
  SimTime since{};
};

class SpinLock {
 public:
  SpinLock(LockClass& lock_class, SpinLockKind kind) : class_(&lock_class), kind_(kind) {}
  // Puts the lock's words on a line, unlocked.
  void place(LineId line);

  // Takes the lock. Needs interrupts off if an interrupt handler ever takes it.
  Co<void> lock(Context& ctx);
  // Needs to hold it.
  Co<void> unlock(Context& ctx);
  bool held() const { return held_; }

 private:
  Co<void> wait_byte(Context& ctx);
  Co<void> lock_ticket(Context& ctx);

  LockClass* class_;
  SpinLockKind kind_;
  bool held_ = false;
  SimTime since_{};
  Cell<std::int32_t> word_;  // Byte: 1 free, below 1 taken. Ticket: the number now served.
  Cell<std::int32_t> next_;  // Ticket: the next number to draw.
};

class RwLock {
 public:
  RwLock(LockClass& lock_class, RwLockKind kind) : class_(&lock_class), kind_(kind) {}
  void place(LineId line);

  // Needs interrupts off where an interrupt handler may take the lock for writing; never recursive
  // with the queued kind.
  Co<void> read_lock(Context& ctx);
  Co<void> read_unlock(Context& ctx);
  Co<void> write_lock(Context& ctx);
  Co<void> write_unlock(Context& ctx);

  // Readers that hold it now, and whether a writer does: for findings.
  std::uint32_t readers() const { return readers_; }
  bool written() const { return written_; }

 private:
  static constexpr std::int32_t bias = 0x01000000;
  Co<void> wait_read(Context& ctx);
  Co<void> wait_write(Context& ctx);

  LockClass* class_;
  RwLockKind kind_;
  std::uint32_t readers_ = 0;
  bool written_ = false;
  SimTime read_since_{};
  SimTime write_since_{};
  Cell<std::int32_t> count_;  // Counting: bias - readers. Queued: tickets drawn.
  Cell<std::int32_t> read_;   // Queued: tickets that may read.
  Cell<std::int32_t> write_;  // Queued: tickets that may write.
};

}  // namespace tickstorm
