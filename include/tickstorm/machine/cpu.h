// Cpu: one hardware thread. It runs a Strand (a line of execution with the interrupts nested on
// it), keeps a local clock, and serves accesses from its private cache or through the coherence
// model.
//
// The clock may run ahead of the engine as long as nothing can reach the CPU: hits are served at
// once while the clock is below a bound, which is the earliest event of anybody else plus the least
// time that a request sent there needs to take effect (of a line that is requested already: that a
// grant there needs), and never past an interrupt that is already on its way.
// Everything else becomes an event at the local clock. Switched off, every access is an event, and
// the results are the same.
//
// An interrupt is taken at an instruction boundary: between two accesses, or inside compute().

#pragma once

#include <algorithm>
#include <array>
#include <coroutine>
#include <cstdint>
#include <vector>

#include "tickstorm/machine/coherence.h"
#include "tickstorm/machine/private_cache.h"
#include "tickstorm/sim/co.h"
#include "tickstorm/sim/engine.h"

namespace tickstorm {

class Cpu;
class Machine;

enum class AccessKind : std::uint8_t { load, store, locked };

// What an access does when the line is there. `park`: the value is not the awaited one; wait for a
// change.
enum class Verdict : std::uint8_t { done, park };

struct Operation {
  LineId line = no_line;
  AccessKind kind = AccessKind::load;
  Verdict (*execute)(void* awaiter) = nullptr;
  void* awaiter = nullptr;
  bool independent = false;  // Of the last miss: may overlap with it (Burst).
};

enum class Stage : std::uint8_t {
  running,            // Its coroutine is on the host's stack.
  ready,              // To be resumed at the CPU's clock.
  compute,            // Busy until `until`, interruptible.
  suspended_compute,  // An interrupt runs; `rest` is left to do.
  replay,             // An access to be tried at the CPU's clock, which is in global order.
  wait_replay,        // The same, as an event at `until`.
  arriving,           // The request reaches its ordering point at `until`.
  queued,             // The request waits in a line's queue (drain arbitration).
  completing,         // The line arrives at `until`.
  parked,             // Spins on a line that nobody has written since.
  wait_order,         // Goes on as an event at `until`, when global order has caught up.
  wait_enable,        // The same, and interrupts are enabled then.
  wait_halt,          // The same, and the CPU halts then.
  halted,
};

// One level of a strand: what is to be done next on it.
struct Frame {
  std::coroutine_handle<> handle;
  Root root;
  Operation op;
  SimTime until{};
  SimDuration rest{};
  SimDuration grain{};    // Of compute: interrupts are taken at whole grains before its end.
  SimDuration overlap{};  // How much earlier than its turn an independent miss was sent.
  std::uint32_t stamp = 0;
  Stage stage = Stage::ready;
  bool at_home = false;
  bool holds = false;
  bool announced = false;  // Others know of the request.
  Frame* below = nullptr;  // What it interrupted.
};

// A line of execution: a root coroutine and the interrupts that arrived on top of it. What a kernel
// stack holds. Runs on one CPU at a time and can be switched out at any depth. The frame of the
// root coroutine is part of it; those of interrupts come from the pool of coroutine frames.
class Strand {
 public:
  static constexpr unsigned levels = 5;

  Strand() = default;
  ~Strand();
  Strand(const Strand&) = delete;
  Strand& operator=(const Strand&) = delete;

  // Begins with `body`, which must not end before the strand is abandoned or the simulation over.
  void start(Co<void> body, ReadySlot& ready);
  Frame& top() { return *top_; }
  const Frame& top() const { return *top_; }
  unsigned depth() const { return depth_; }
  Frame& push();
  void pop();

 private:
  Frame* top_ = nullptr;
  unsigned depth_ = 0;
  Frame base_;
};

// Who handles interrupts: the kernel.
class InterruptSink {
 public:
  virtual ~InterruptSink() = default;
  // The handler of `vector` on `cpu`; begins with interrupts off, after the entry cost.
  virtual Co<void> interrupt(Cpu& cpu, unsigned vector) = 0;
};

struct CpuStats {
  std::uint64_t l1_hits = 0;
  std::uint64_t l2_hits = 0;
  std::array<std::uint64_t, 5> misses{};  // By Source.
  SimDuration stalled{};                  // Waiting for lines.
  std::uint64_t interrupts = 0;
};

class alignas(64) Cpu {
 public:
  static constexpr unsigned timer_vector = 0;  // The local timer; others are the kernel's to name.

  Cpu(Machine& machine, CpuId id);
  Cpu(const Cpu&) = delete;
  Cpu& operator=(const Cpu&) = delete;

  CpuId id() const { return id_; }
  SimTime clock() const { return clock_; }
  bool interrupts_on() const { return interrupts_on_; }
  bool pending(unsigned vector) const { return (pending_ >> vector & 1U) != 0; }
  const CpuStats& stats() const { return stats_; }
  Machine& machine() { return machine_; }
  Strand* strand() { return strand_; }

  // Puts the CPU to work on `strand` at the engine's present time. Only for an unused CPU.
  void boot(Strand& strand);

  // Serves an access from the private cache if that is exact now, and advances the clock.
  // `independent`: of the accesses before it in its group, so that it overlaps with them.
  template <AccessKind kind>
  [[gnu::always_inline]] bool try_hit(LineId line, bool independent = false) {
    if (clock_ >= bound_) return false;
    const LineState state = coherence_.state(line);
    PrivateCache::Copy& copy = cache_.likely(line);
    const bool usual = copy.line == line && copy.stamp == state.mark && cache_.is_young(copy) &&
                       (kind == AccessKind::load || state.owner == id_);
    if (!usual) [[unlikely]]
      return try_unusual_hit(kind, line, independent);
    cache_.count_use(copy);
    ++stats_.l1_hits;
    clock_ += l1_[static_cast<unsigned>(kind)];
    return true;
  }

  // Asks the host for what an access to one of the `lines` lines from `first` on will look at soon.
  void fetch_ahead(LineId first, std::uint32_t lines) {
    for (LineId line = first; line < first + lines; line += 4) {
      __builtin_prefetch(&cache_.likely(line));
    }
    __builtin_prefetch(&cache_.likely(first + lines - 1));
  }
  // As try_hit() of a load, for walks over many lines, most of which have left the first level.
  enum class Served : std::uint8_t { hit, lost, unknown };  // lost: a miss, below the bound.
  [[gnu::always_inline]] Served try_hit_in_walk(LineId line, bool independent) {
    if (clock_ >= bound_) return Served::unknown;
    PrivateCache::Copy& copy = cache_.likely(line);
    if (copy.line != line || copy.stamp != coherence_.state(line).mark) [[unlikely]] {
      const bool hit = try_unusual_hit(AccessKind::load, line, independent);
      return hit ? Served::hit : Served::unknown;
    }
    const HitLevel level = cache_.level_of_old(copy);
    if (level == HitLevel::none) return Served::lost;
    cache_.count_use(copy);
    serve(AccessKind::load, level, independent);
    return Served::hit;
  }

  // Adds straight-line work that no interrupt splits (interrupts off, or a few cycles between
  // accesses).
  void spend(SimDuration d) { clock_ += d; }

  // Makes an access the slow way. False if it is done already, because it ended before anybody
  // else's next event; else the running coroutine must suspend and say who it is with go_on_as().
  bool begin(const Operation& op);
  bool begin(const Operation& op, std::coroutine_handle<> self) {
    const bool waits = begin(op);
    if (waits) go_on_as(self);
    return waits;
  }
  // As begin(), of a load that try_hit_in_walk() found lost.
  bool begin_lost(const Operation& op);
  // Who goes on when what begin() began is done.
  void go_on_as(std::coroutine_handle<> self) { top().handle = self; }
  // Busy for `d`; true if that needed no waiting.
  bool compute_now(SimDuration d);
  void begin_compute(SimDuration d, SimDuration grain, std::coroutine_handle<> self);
  // Global order: true if no event of anybody else lies before the local clock.
  bool in_order() const { return clock_ < horizon_; }
  void wait(Stage stage, std::coroutine_handle<> self);

  void disable_interrupts() {
    interrupts_on_ = false;
    set_bound();
  }
  // True if interrupts are on now and none is waiting; else wait(Stage::wait_enable).
  bool enable_interrupts_now();

  // Goes on with `next` instead of the running strand, which is ready to be switched back to.
  void switch_to(Strand& next, std::coroutine_handle<> self);

  // The periodic local timer: first interrupt at `first`, then every `period`.
  void start_timer(SimTime first, SimDuration period);
  // Sends `vector` to `target`. Needs in_order().
  void send_interrupt(Cpu& target, unsigned vector);

  PrivateCache& cache() { return cache_; }
  // Called when the horizon may have come nearer by this CPU's own doing.
  void refresh_horizon();

 private:
  friend class Machine;

  Frame& top() { return strand_->top(); }
  bool try_unusual_hit(AccessKind kind, LineId line, bool independent);
  // Whether an access to a line in this state is exact now.
  bool is_exact(LineState state) const {
    return clock_ < (state.is_requested() ? requested_bound_ : bound_);
  }
  bool serve(AccessKind kind, HitLevel level, bool independent) {
    if (level == HitLevel::none) return false;
    const SimDuration l1 = l1_[static_cast<unsigned>(kind)];
    if (level == HitLevel::l1) {
      ++stats_.l1_hits;
      clock_ += l1;
    } else {
      ++stats_.l2_hits;
      clock_ += std::max(l1, l2_[static_cast<unsigned>(kind)] - sent_earlier(independent));
    }
    return true;
  }
  // How long ago the access could have been sent: at once with the first of its group if it is
  // independent and the group is not full, else it begins a group now.
  SimDuration sent_earlier(bool independent) {
    if (independent && group_size_ < parallelism_) {
      ++group_size_;
      return clock_ - group_sent_;
    }
    group_sent_ = clock_;
    group_size_ = 1;
    return {};
  }
  void set_bound();

  static void on_event(void* self);
  static void on_timer(void* self);
  static void on_interrupt(void* self);
  void step();
  void advance();
  struct Found {
    PrivateCache::Copy* copy = nullptr;
    bool hits = false;
    bool holds = false;  // The copy is valid, though not enough for the write.
  };
  Found look_up(const Operation& op);
  void begin_early(Frame& frame);
  bool waits(Frame& frame, bool done);
  bool interrupted() const { return pending_ != 0 && interrupts_on_; }
  bool attempt(Frame& frame);
  void issue(Frame& frame, bool holds);
  void announce(Frame& frame);
  bool travel(Frame& frame);
  bool go_on(Frame& frame);
  void arrive(Frame& frame);
  void grant(Frame& frame);
  void complete(Frame& frame);
  void settle(Frame& frame);
  void wake_parked(SimTime dies);
  void raise(unsigned vector);
  void take_interrupt();
  bool resume(Frame& frame);
  void set_interrupt_at();

  // What every hit needs comes first, then what every event needs.
  SimTime clock_{};
  SimTime bound_{INT64_MIN};            // Accesses are exact below;
  SimTime requested_bound_{INT64_MIN};  // to lines that somebody has requested, below this.
  Coherence& coherence_;
  CpuId id_;
  bool interrupts_on_ = true;
  bool look_ahead_;
  std::array<SimDuration, 3> l1_{};  // Latency of a hit by AccessKind.
  Strand* strand_ = nullptr;
  PrivateCache cache_;
  CpuStats stats_;
  Engine& engine_;
  Machine& machine_;
  SimTime horizon_{INT64_MIN};    // Earliest event of anybody else when last looked.
  SimTime interrupt_at_ = never;  // Earliest interrupt on its way.
  Engine::Slot slot_;
  PrivateCache::Copy* copy_ = nullptr;  // What the access under way found of its line.
  std::uint32_t pending_ = 0;           // Interrupt vectors that arrived, a bit each.
  std::array<SimDuration, 3> l2_{};
  SimTime group_sent_{};          // When the first access of the present group was sent.
  std::uint32_t group_size_ = 0;  // Overlapping accesses so far.
  std::uint32_t parallelism_;
  Engine::Slot timer_slot_ = Engine::no_slot;  // Made when the timer is first started.
  SimDuration timer_period_{};
  SimTime timer_at_ = never;
  struct InFlight {
    SimTime at;
    unsigned vector;
  };
  std::vector<InFlight> in_flight_;
};

}  // namespace tickstorm
