// The private caches of one CPU: which copies it holds, and whether a finite capacity lost them.
//
// A table of copies, found by line; no tag arrays. A copy is valid while its stamp equals the
// line's stamp (coherence.h changes it when a write is granted). Capacity is Poisson-LRU: a copy
// survives in a cache of S sets and A ways if fewer than A of the n distinct lines touched since
// its last use fell into its set. The draw is made from (seed, line, cpu, time of last use), so a
// run repeats to the bit. A line counts once per window: a window begins with each entry into the
// kernel.
//
// Deviation: the directory does not learn of a lost copy; its holder still answers for it.

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "tickstorm/machine/config.h"
#include "tickstorm/machine/types.h"

namespace tickstorm {

// How many touches of other lines a copy survives, by a uniform draw of 0..255.
class Lifetimes {
 public:
  Lifetimes() = default;
  // For lines that fall in `sixtyfourths` 64ths of the level's sets, as do those they compete with.
  Lifetimes(const CacheLevel& level, CapacityModel model, std::uint8_t sixtyfourths);

  std::uint32_t of(std::uint8_t draw) const { return touches_[draw]; }
  std::uint32_t least() const { return touches_[255]; }
  std::uint32_t most() const { return touches_[0]; }

 private:
  std::array<std::uint32_t, 256> touches_{};  // Falls with the draw.
};

// Both levels' lifetimes for one placement of lines (Layout::placement()).
struct LevelLifetimes {
  Lifetimes l1;
  Lifetimes l2;
};

// Between these ages of a copy no draw is needed: it has left the first level and not the second.
struct LifetimeBounds {
  std::uint32_t l1_most = 0;
  std::uint32_t l2_least = 0;
};

// Lifetimes for every placement that occurs, shared by all CPUs of a machine.
class LifetimeTables {
 public:
  explicit LifetimeTables(const MachineConfig& config) : config_(config) { add(64); }

  // Makes a placement known. Needs 1 <= sixtyfourths <= 64.
  void add(std::uint8_t sixtyfourths);
  const LevelLifetimes& of(std::uint8_t sixtyfourths) const { return *tables_[sixtyfourths]; }
  const LifetimeBounds& bounds(std::uint8_t sixtyfourths) const { return bounds_[sixtyfourths]; }

 private:
  const MachineConfig& config_;
  std::array<LifetimeBounds, 65> bounds_{};
  std::array<std::unique_ptr<LevelLifetimes>, 65> tables_;
};

enum class HitLevel : std::uint8_t { l1, l2, none };

class PrivateCache {
 public:
  struct Copy {
    LineId line = no_line;
    std::uint32_t stamp = 0;
    std::uint32_t touched = 0;  // Value of the touch counter at the last use.
    std::uint32_t placement = 64;
  };

  PrivateCache(const LifetimeTables& lifetimes, std::uint64_t seed);

  // The copy of `line`, or null. Valid until the next insert().
  Copy* find(LineId line) {
    Copy& first = likely(line);
    if (first.line == line) [[likely]]
      return &first;
    return find_elsewhere(line);
  }

  // Where the copy of `line` is, nearly always, if there is one.
  Copy& likely(LineId line) { return copies_[bucket(line) + (line & 3U)]; }

  // Whether a copy hits the first level without a draw.
  bool is_young(const Copy& copy) const { return touches_ - copy.touched < l1_least_; }

  // Where an access to the copy would hit now.
  HitLevel level(const Copy& copy) const {
    const std::uint32_t age = touches_ - copy.touched;
    if (age < l1_least_) [[likely]]
      return HitLevel::l1;
    const LifetimeBounds& bounds = lifetimes_->bounds(static_cast<std::uint8_t>(copy.placement));
    if (age >= bounds.l1_most && age < bounds.l2_least) [[likely]]
      return HitLevel::l2;
    return drawn_level(copy, age);
  }
  // As level(), for walks over many lines, where most copies are old.
  [[gnu::always_inline]] HitLevel level_of_old(const Copy& copy) const {
    const std::uint32_t age = touches_ - copy.touched;
    const LevelLifetimes& lifetimes = lifetimes_->of(static_cast<std::uint8_t>(copy.placement));
    if (age < lifetimes.l1.most()) return level(copy);
    if (age < lifetimes.l2.least()) return HitLevel::l2;
    return age < lifetimes.l2.of(draw(copy.line, copy.touched)) ? HitLevel::l2 : HitLevel::none;
  }
  // A line pushes others towards the end once per window; without windows only by being filled.
  void count_use(Copy& copy) {
    touches_ += new_in_window(copy) ? 1U : 0U;
    copy.touched = touches_;
  }
  // As level(), and counts the use if it hits.
  HitLevel touch(Copy& copy) {
    const HitLevel found = level(copy);
    if (found != HitLevel::none) [[likely]]
      count_use(copy);
    return found;
  }

  // Begins a window: from here on each line counts anew.
  void begin_window() {
    window_ = touches_;
    windowed_ = true;
  }

  // Notes a fresh copy and its first use; `copy` is what find() gives for the line.
  // `is_alive(copy)` tells whether a copy can still serve; dead ones are dropped when space is
  // short.
  template <class Alive>
  void insert(Copy* copy, LineId line, std::uint32_t stamp, std::uint8_t placement,
              const Alive& is_alive) {
    if (copy == nullptr) {
      if (4 * (used_ + 1) > 3 * places()) rebuild(is_alive);
      copy = &free_place(line);
      ++used_;
    }
    const bool counted = windowed_ && copy->line == line && !new_in_window(*copy);
    if (!counted) ++touches_;
    *copy = {line, stamp, touches_, placement};
  }

  // Whether the finite capacity has lost the copy.
  bool lost(const Copy& copy) const;

  std::uint32_t touches() const { return touches_; }
  std::size_t places() const { return copies_.size(); }

 private:
  std::size_t bucket(LineId line) const {
    return static_cast<std::size_t>(((line >> 2) * 0x9e3779b1U) >> shift_) * 4;
  }
  bool new_in_window(const Copy& copy) const {
    return static_cast<std::int32_t>(copy.touched - window_) <= 0;
  }
  Copy* find_elsewhere(LineId line);
  HitLevel drawn_level(const Copy& copy, std::uint32_t age) const;
  Copy& free_place(LineId line);
  // Two multiplications spread (line, last use) well enough for a draw, and cost less than mix64().
  std::uint8_t draw(LineId line, std::uint32_t touched) const {
    std::uint64_t x =
        (seed_ ^ (static_cast<std::uint64_t>(line) << 32 | touched)) * 0xff51afd7ed558ccdU;
    x = (x ^ x >> 32) * 0xc4ceb9fe1a85ec53U;
    return static_cast<std::uint8_t>(x >> 56);
  }
  void refill(const std::vector<Copy>& kept);
  // Drops what no access can tell from a copy that is not there: neither a hit nor counted in this
  // window.
  template <class Alive>
  void rebuild(const Alive& is_alive) {
    std::vector<Copy> kept;
    for (const Copy& copy : copies_) {
      if (copy.line == no_line) continue;
      const bool counted = windowed_ && !new_in_window(copy);
      if (counted || (is_alive(copy) && !lost(copy))) kept.push_back(copy);
    }
    refill(kept);
  }

  std::vector<Copy> copies_;  // Buckets of four; a line sits in its bucket or the next ones.
  unsigned shift_ = 32;
  std::uint32_t used_ = 0;  // Places that are not free.
  std::uint32_t touches_ = 1;
  std::uint32_t window_ = 0;  // Before the first touch: nothing is new.
  bool windowed_ = false;
  std::uint32_t l1_least_;
  const LifetimeTables* lifetimes_;
  std::uint64_t seed_;
};

}  // namespace tickstorm
