// Lock paths. Each co_await is one priced access.

#include "tickstorm/kernel/lock.h"

#include <algorithm>

#include "tickstorm/kernel/costs.h"
#include "tickstorm/kernel/kernel.h"
#include "tickstorm/sim/check.h"

namespace tickstorm {
namespace {

// Notes on the CPU that it waits, for as long as the object lives.
class Waiting {
 public:
  Waiting(Context& ctx, LockClass& lock_class, const char* mode) : ctx_(ctx), class_(lock_class) {
    wait().lock = &lock_class;
    wait().mode = mode;
    wait().since = ctx.now();
    ++class_.contentions;
  }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;
  ~Waiting() {
    const SimDuration waited = ctx_.now() - wait().since;
    class_.wait_total += waited;
    class_.wait_max = std::max(class_.wait_max, waited);
    wait().lock = nullptr;
  }

 private:
  LockWait& wait() { return ctx_.kernel().per_cpu(ctx_.cpu().id()).lock_wait; }
  Context& ctx_;
  LockClass& class_;
};

void note_hold(LockClass& lock_class, SimDuration held) {
  lock_class.hold_total += held;
  lock_class.hold_max = std::max(lock_class.hold_max, held);
}

}  // namespace

void SpinLock::place(LineId line) {
  word_.place(line, kind_ == SpinLockKind::byte ? 1 : 0);
  next_.place(line, 0);
}

Co<void> SpinLock::lock(Context& ctx) {
  ctx.cpu().spend(ctx.cycles(costs::lock_path));
  if (kind_ == SpinLockKind::ticket) {
    co_await lock_ticket(ctx);
  } else {
    const std::int32_t seen = co_await ctx.fetch_add(word_, -1);
    if (seen != 1) co_await wait_byte(ctx);
  }
  TICKSTORM_CHECK(!held_, "a spin lock has two owners");
  held_ = true;
  since_ = ctx.now();
  ++class_->acquisitions;
}

Co<void> SpinLock::wait_byte(Context& ctx) {
  const Waiting waiting(ctx, *class_, "lock");
  for (;;) {
    const std::int32_t free = co_await ctx.spin_until<AtLeast>(word_, 1);
    static_cast<void>(free);
    const std::int32_t seen = co_await ctx.fetch_add(word_, -1);
    if (seen == 1) co_return;
  }
}

Co<void> SpinLock::lock_ticket(Context& ctx) {
  const std::int32_t mine = co_await ctx.fetch_add(next_, 1);
  const std::int32_t served = co_await ctx.load(word_);
  if (served == mine) co_return;
  const Waiting waiting(ctx, *class_, "lock");
  const std::int32_t called = co_await ctx.spin_until<Equal>(word_, mine);
  static_cast<void>(called);
}

Co<void> SpinLock::unlock(Context& ctx) {
  TICKSTORM_CHECK(held_, "a free spin lock was released");
  held_ = false;
  note_hold(*class_, ctx.now() - since_);
  const std::int32_t next = kind_ == SpinLockKind::byte ? 1 : word_.peek() + 1;
  co_await ctx.store(word_, next);
}

void RwLock::place(LineId line) {
  count_.place(line, kind_ == RwLockKind::counting ? bias : 0);
  read_.place(line, 0);
  write_.place(line, 0);
}

Co<void> RwLock::read_lock(Context& ctx) {
  ctx.cpu().spend(ctx.cycles(costs::lock_path));
  if (kind_ == RwLockKind::counting) {
    const std::int32_t seen = co_await ctx.fetch_add(count_, -1);
    if (seen <= 0) co_await wait_read(ctx);
  } else {
    const std::int32_t mine = co_await ctx.fetch_add(count_, 1);
    const std::int32_t may_read = co_await ctx.load(read_);
    if (may_read != mine) {
      const Waiting waiting(ctx, *class_, "read");
      const std::int32_t called = co_await ctx.spin_until<Equal>(read_, mine);
      static_cast<void>(called);
    }
    co_await ctx.store(read_, mine + 1);
  }
  TICKSTORM_CHECK(!written_, "a reader got in beside a writer");
  if (readers_++ == 0) read_since_ = ctx.now();
  ++class_->acquisitions;
}

Co<void> RwLock::wait_read(Context& ctx) {
  const Waiting waiting(ctx, *class_, "read");
  for (;;) {
    const std::int32_t undone = co_await ctx.fetch_add(count_, 1);
    static_cast<void>(undone);
    const std::int32_t free = co_await ctx.spin_until<AtLeast>(count_, 1);
    static_cast<void>(free);
    const std::int32_t seen = co_await ctx.fetch_add(count_, -1);
    if (seen > 0) co_return;
  }
}

Co<void> RwLock::read_unlock(Context& ctx) {
  TICKSTORM_CHECK(readers_ > 0, "a lock without readers was released by one");
  if (--readers_ == 0) note_hold(*class_, ctx.now() - read_since_);
  Cell<std::int32_t>& word = kind_ == RwLockKind::counting ? count_ : write_;
  const std::int32_t before = co_await ctx.fetch_add(word, 1);
  static_cast<void>(before);
}

Co<void> RwLock::write_lock(Context& ctx) {
  ctx.cpu().spend(ctx.cycles(costs::lock_path));
  if (kind_ == RwLockKind::counting) {
    const std::int32_t seen = co_await ctx.fetch_add(count_, -bias);
    if (seen != bias) co_await wait_write(ctx);
  } else {
    const std::int32_t mine = co_await ctx.fetch_add(count_, 1);
    const std::int32_t may_write = co_await ctx.load(write_);
    if (may_write != mine) {
      const Waiting waiting(ctx, *class_, "write");
      const std::int32_t called = co_await ctx.spin_until<Equal>(write_, mine);
      static_cast<void>(called);
    }
  }
  TICKSTORM_CHECK(!written_ && readers_ == 0, "a writer got in beside somebody else");
  written_ = true;
  write_since_ = ctx.now();
  ++class_->acquisitions;
}

Co<void> RwLock::wait_write(Context& ctx) {
  const Waiting waiting(ctx, *class_, "write");
  for (;;) {
    const std::int32_t undone = co_await ctx.fetch_add(count_, bias);
    static_cast<void>(undone);
    const std::int32_t free = co_await ctx.spin_until<Equal>(count_, bias);
    static_cast<void>(free);
    const std::int32_t seen = co_await ctx.fetch_add(count_, -bias);
    if (seen == bias) co_return;
  }
}

Co<void> RwLock::write_unlock(Context& ctx) {
  TICKSTORM_CHECK(written_, "a lock that nobody writes was released by a writer");
  written_ = false;
  note_hold(*class_, ctx.now() - write_since_);
  if (kind_ == RwLockKind::counting) {
    const std::int32_t before = co_await ctx.fetch_add(count_, bias);
    static_cast<void>(before);
    co_return;
  }
  co_await ctx.store(read_, read_.peek() + 1);
  co_await ctx.store(write_, write_.peek() + 1);
}

}  // namespace tickstorm
