// The sharers of one line in the MESI loop: a bit per CPU, full map, up to 4096 CPUs. A summary
// word says which words of the map are not zero, so that a walk costs what there are sharers.

#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace tickstorm::bench::reference {

class SharerMap {
 public:
  // A map for `cpus` CPUs, 1 to 4096.
  explicit SharerMap(std::uint32_t cpus) : words_((cpus + 63) / 64) {}

  void add(std::uint32_t cpu) {
    words_[cpu / 64] |= bit(cpu);
    summary_ |= bit(cpu / 64);
  }

  void remove(std::uint32_t cpu) {
    words_[cpu / 64] &= ~bit(cpu);
    if (words_[cpu / 64] == 0) summary_ &= ~bit(cpu / 64);
  }

  bool has(std::uint32_t cpu) const { return (words_[cpu / 64] & bit(cpu)) != 0; }
  bool is_empty() const { return summary_ == 0; }

  // Calls visit(cpu) for every sharer in ascending order and empties the map.
  template <typename Visit>
  void drain(Visit visit) {
    for (; summary_ != 0; summary_ &= summary_ - 1) {
      const auto index = static_cast<std::uint32_t>(std::countr_zero(summary_));
      for (std::uint64_t rest = words_[index]; rest != 0; rest &= rest - 1) {
        visit(index * 64 + static_cast<std::uint32_t>(std::countr_zero(rest)));
      }
      words_[index] = 0;
    }
  }

 private:
  static constexpr std::uint64_t bit(std::uint32_t n) { return std::uint64_t{1} << (n % 64); }

  std::uint64_t summary_ = 0;
  std::vector<std::uint64_t> words_;
};

}  // namespace tickstorm::bench::reference
