// One level of a private set-associative LRU cache of the MESI loop: tags and states of one CPU.
//
// A set is 8 words in order of use, the latest first, so LRU needs no stamps: a hit moves its
// word to the front, a fill drops the last one. Most accesses find their line in front, at the
// price of one comparison; the other seven ways are compared together.

#pragma once

#include <bit>
#include <cstdint>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace tickstorm::bench::reference {

enum class Mesi : std::uint32_t { invalid = 0, shared = 1, exclusive = 2, modified = 3 };

// A tag word: (line + 1) << 2 | state. Zero is an empty way, which no key equals.
using TagWord = std::uint32_t;

constexpr TagWord key_of(std::uint32_t line) {
  return (line + 1) << 2;
}
constexpr std::uint32_t line_of(TagWord word) {
  return (word >> 2) - 1;
}
constexpr Mesi state_of(TagWord word) {
  return static_cast<Mesi>(word & 3U);
}
constexpr TagWord with_state(TagWord word, Mesi state) {
  return (word & ~3U) | static_cast<TagWord>(state);
}

inline constexpr std::uint32_t ways = 8;
inline constexpr std::uint32_t not_found = 32;

struct alignas(32) TagSet {
  TagWord way[ways];
};

// The way of `set` that holds `key`, or not_found.
inline std::uint32_t find_way(const TagSet& set, TagWord key) {
#ifdef __SSE2__
  const __m128i wanted = _mm_set1_epi32(static_cast<int>(key));
  const __m128i mask = _mm_set1_epi32(~3);
  const auto* words = reinterpret_cast<const __m128i*>(set.way);
  const __m128i low = _mm_cmpeq_epi32(_mm_and_si128(_mm_load_si128(words), mask), wanted);
  const __m128i high = _mm_cmpeq_epi32(_mm_and_si128(_mm_load_si128(words + 1), mask), wanted);
  const __m128i both = _mm_packs_epi16(_mm_packs_epi32(low, high), _mm_setzero_si128());
  const auto hits = static_cast<std::uint32_t>(_mm_movemask_epi8(both));
#else
  std::uint32_t hits = 0;
  for (std::uint32_t w = 0; w < ways; ++w) {
    hits |= static_cast<std::uint32_t>((set.way[w] & ~3U) == key) << w;
  }
#endif
  return static_cast<std::uint32_t>(std::countr_zero(hits));
}

// Puts `word` in front; the words before way `from` move back by one, the one at `from` is dropped.
inline void move_to_front(TagSet& set, std::uint32_t from, TagWord word) {
  TagWord carried = word;
  for (std::uint32_t w = 0; w <= from; ++w) {
    const TagWord next = set.way[w];
    set.way[w] = carried;
    carried = next;
  }
}

// Takes `key` out of the set, if it is there, and leaves no gap in front of older words.
inline void remove(TagSet& set, TagWord key) {
  const std::uint32_t found = find_way(set, key);
  if (found == not_found) return;
  for (std::uint32_t w = found; w + 1 < ways; ++w)
    set.way[w] = set.way[w + 1];
  set.way[ways - 1] = 0;
}

}  // namespace tickstorm::bench::reference
