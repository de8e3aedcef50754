// The hand-written loop that coherent accesses are compared with: per CPU an L1 (32 KiB, 8 ways)
// and an inclusive L2 (256 KiB, 8 ways) with LRU, and a MESI directory that knows every sharer.
//
// CPUs take turns in a fixed order; there is no event queue, no order of simulated time between
// CPUs, no coroutine and no data. It computes each CPU's clock: a hit costs 4 cycles, a miss a
// request leg of 60, a response of 40, the distance between sockets and 10 for each copy that is
// invalidated.

#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "bench/reference/private_tags.h"
#include "bench/reference/sharer_map.h"
#include "bench/workload.h"

namespace tickstorm::bench::reference {

class MesiLoop {
 public:
  // `cpus` from 1 to 4096, spread over 8 sockets.
  explicit MesiLoop(std::uint32_t cpus)
      : l1_(std::size_t{cpus} * l1_sets),
        l2_(std::size_t{cpus} * l2_sets),
        directory_(std::size_t{cpus} * private_lines + shared_lines),
        cpus_per_socket_((cpus + sockets - 1) / sockets) {
    cpus_.reserve(cpus);
    for (std::uint32_t i = 0; i < cpus; ++i)
      cpus_.push_back({XorShift{i}, 0});
  }

  // The 10 operations of op_pattern for every CPU, one access per turn: 10 accesses per CPU.
  void run_one_per_turn() { run_each_op(std::make_index_sequence<op_pattern.size()>{}); }

  // The pattern three times for every CPU, all 30 accesses in one turn.
  void run_thirty_per_turn() {
    for (std::uint32_t cpu = 0; cpu < cpus_.size(); ++cpu) {
      for (int i = 0; i < 3; ++i)
        run_pattern(cpu, std::make_index_sequence<op_pattern.size()>{});
    }
  }

  // One access of `cpu` to `line`: line i of CPU c is c * private_lines + i, the shared ones
  // follow.
  template <bool is_write>
  void access(std::uint32_t cpu, std::uint32_t line) {
    TagSet& set = l1_[l1_index(cpu, line)];
    const TagWord key = key_of(line);
    cpus_[cpu].clock += hit_cycles;
    if ((set.way[0] & ~3U) == key) {
      if constexpr (is_write) write_front(cpu, line, set);
      return;
    }
    access_behind<is_write>(cpu, line, set);
  }

  std::uint32_t cpus() const { return static_cast<std::uint32_t>(cpus_.size()); }
  std::uint64_t clock(std::uint32_t cpu) const { return cpus_[cpu].clock; }
  // The state of `line` in the private caches of `cpu`, without counting as a use.
  Mesi state(std::uint32_t cpu, std::uint32_t line) const;
  // Whether the directory takes `cpu` for a holder of `line`.
  bool is_holder(std::uint32_t cpu, std::uint32_t line) const;

 private:
  static constexpr std::uint32_t sockets = 8;
  static constexpr std::uint32_t l1_sets = 32 * 1024 / 64 / ways;
  static constexpr std::uint32_t l2_sets = 256 * 1024 / 64 / ways;
  static constexpr std::uint64_t hit_cycles = 4;
  static constexpr std::uint64_t l2_cycles = 10;
  static constexpr std::uint64_t request_cycles = 60;
  static constexpr std::uint64_t response_cycles = 40;
  static constexpr std::uint64_t distance_cycles = 20;
  static constexpr std::uint64_t invalidate_cycles = 10;
  static constexpr std::uint32_t nobody = UINT32_MAX;

  struct Cpu {
    XorShift random;
    std::uint64_t clock;
  };

  // A line has one owner (exclusive or modified), or sharers, or no copy. The map of sharers is
  // made when a second CPU comes; most lines are private and never need one.
  struct Entry {
    std::uint32_t owner = nobody;
    std::uint32_t sharers = nobody;  // Index into sharers_.
  };

  static std::size_t l1_index(std::uint32_t cpu, std::uint32_t line) {
    return std::size_t{cpu} * l1_sets + line % l1_sets;
  }
  static std::size_t l2_index(std::uint32_t cpu, std::uint32_t line) {
    return std::size_t{cpu} * l2_sets + line % l2_sets;
  }

  template <std::size_t... index>
  void run_each_op(std::index_sequence<index...>) {
    (run_round<op_pattern[index] != Op::load>(), ...);
  }

  template <std::size_t... index>
  void run_pattern(std::uint32_t cpu, std::index_sequence<index...>) {
    (access_next<op_pattern[index] != Op::load>(cpu), ...);
  }

  template <bool is_write>
  void run_round() {
    for (std::uint32_t cpu = 0; cpu < cpus_.size(); ++cpu)
      access_next<is_write>(cpu);
  }

  template <bool is_write>
  void access_next(std::uint32_t cpu) {
    const LineChoice choice = choose_line(cpus_[cpu].random);
    const std::uint32_t base = choice.is_shared ? cpus() : cpu;
    access<is_write>(cpu, base * private_lines + choice.index);
  }

  // A store to the line in front of `set`: silent when it is owned, else an upgrade.
  void write_front(std::uint32_t cpu, std::uint32_t line, TagSet& set) {
    if (state_of(set.way[0]) == Mesi::shared) {
      upgrade(cpu, line);
    }
    set.way[0] |= static_cast<TagWord>(Mesi::modified);
  }

  template <bool is_write>
  [[gnu::noinline]] void access_behind(std::uint32_t cpu, std::uint32_t line, TagSet& set);
  template <bool is_write>
  void fill(std::uint32_t cpu, std::uint32_t line, TagSet& set);

  void upgrade(std::uint32_t cpu, std::uint32_t line);
  Mesi fetch_to_read(std::uint32_t cpu, std::uint32_t line);
  Mesi fetch_to_write(std::uint32_t cpu, std::uint32_t line);
  void evict(std::uint32_t cpu, TagWord victim);
  void set_state(std::uint32_t cpu, std::uint32_t line, Mesi state);
  void drop(std::uint32_t cpu, std::uint32_t line);
  SharerMap& sharers_of(Entry& entry);
  std::uint32_t home_of(std::uint32_t line) const;

  // Copies that are dropped by a write of `cpu`, which is a sharer itself or not; returns the cost.
  std::uint64_t invalidate_others(std::uint32_t cpu, std::uint32_t line, Entry& entry);

  std::uint64_t distance(std::uint32_t cpu, std::uint32_t socket) const {
    return cpu / cpus_per_socket_ == socket ? 0 : distance_cycles;
  }

  std::vector<TagSet> l1_;  // cpus x l1_sets
  std::vector<TagSet> l2_;  // cpus x l2_sets
  std::vector<Entry> directory_;
  std::vector<SharerMap> sharers_;
  std::vector<Cpu> cpus_;
  std::uint32_t cpus_per_socket_;
};

template <bool is_write>
void MesiLoop::access_behind(std::uint32_t cpu, std::uint32_t line, TagSet& set) {
  const std::uint32_t found = find_way(set, key_of(line));
  if (found != not_found) {
    move_to_front(set, found, set.way[found]);
  } else {
    fill<is_write>(cpu, line, set);
  }
  if constexpr (is_write) write_front(cpu, line, set);
}

template <bool is_write>
void MesiLoop::fill(std::uint32_t cpu, std::uint32_t line, TagSet& set) {
  TagSet& outer = l2_[l2_index(cpu, line)];
  const TagWord key = key_of(line);
  const std::uint32_t found = find_way(outer, key);
  TagWord word = 0;
  if (found != not_found) {
    word = outer.way[found];
    move_to_front(outer, found, word);
    cpus_[cpu].clock += l2_cycles;
  } else {
    if (outer.way[ways - 1] != 0) evict(cpu, outer.way[ways - 1]);
    const Mesi state = is_write ? fetch_to_write(cpu, line) : fetch_to_read(cpu, line);
    word = with_state(key, state);
    move_to_front(outer, ways - 1, word);
  }
  // The victim of L1 stays in L2, which has to learn that it was modified.
  const TagWord victim = set.way[ways - 1];
  if (state_of(victim) == Mesi::modified) {
    TagSet& home = l2_[l2_index(cpu, line_of(victim))];
    home.way[find_way(home, victim & ~3U)] = victim;
  }
  move_to_front(set, ways - 1, word);
}

}  // namespace tickstorm::bench::reference
