// Poisson-LRU lifetimes and the table of copies.

#include "tickstorm/machine/private_cache.h"

#include <algorithm>
#include <bit>

#include "tickstorm/sim/rng.h"

namespace tickstorm {
namespace {

// e^-x with additions and multiplications only, so that every host computes the same bits.
double exp_minus(double x) {
  const double y = x / 1024;
  double term = 1;
  double sum = 1;
  for (int k = 1; k <= 12; ++k) {
    term = -term * y / k;
    sum += term;
  }
  for (int i = 0; i < 10; ++i)
    sum *= sum;
  return sum;
}

// Probability that fewer than `ways` of `touches` uniform lines fell into one of `sets` sets.
double survival(std::uint32_t touches, double sets, std::uint32_t ways) {
  const double mean = touches / sets;
  double term = exp_minus(mean);
  double sum = 0;
  for (std::uint32_t k = 0; k < ways; ++k) {
    sum += term;
    term = term * mean / (k + 1);
  }
  return sum;
}

}  // namespace

Lifetimes::Lifetimes(const CacheLevel& level, CapacityModel model, std::uint8_t sixtyfourths) {
  if (level.sets == 0) return;  // Lost at once: the level does not exist.
  if (model == CapacityModel::off) {
    touches_.fill(1U << 31);
    return;
  }
  const double sets = level.sets * (sixtyfourths / 64.0);
  std::uint32_t touches = 0;
  const std::uint32_t step = std::max(1U, level.sets * level.ways / 4096);
  for (int draw = 255; draw >= 0; --draw) {
    while (survival(touches, sets, level.ways) > (draw + 0.5) / 256)
      touches += step;
    touches_[static_cast<std::size_t>(draw)] = touches;
  }
}

void LifetimeTables::add(std::uint8_t sixtyfourths) {
  auto& table = tables_[sixtyfourths];
  if (table) return;
  table = std::make_unique<LevelLifetimes>(
      LevelLifetimes{Lifetimes(config_.l1, config_.capacity, sixtyfourths),
                     Lifetimes(config_.l2, config_.capacity, sixtyfourths)});
  bounds_[sixtyfourths] = {table->l1.most(), table->l2.least()};
}

PrivateCache::PrivateCache(const LifetimeTables& lifetimes, std::uint64_t seed)
    : l1_least_(lifetimes.of(64).l1.least()), lifetimes_(&lifetimes), seed_(seed) {
  refill({});
}

HitLevel PrivateCache::drawn_level(const Copy& copy, std::uint32_t age) const {
  const LevelLifetimes& lifetimes = lifetimes_->of(static_cast<std::uint8_t>(copy.placement));
  if (age < lifetimes.l1.most()) {
    if (age < lifetimes.l1.of(draw(copy.line, copy.touched))) return HitLevel::l1;
  }
  if (age >= lifetimes.l2.least() && age >= lifetimes.l2.of(draw(copy.line, copy.touched))) {
    return HitLevel::none;
  }
  return HitLevel::l2;
}

bool PrivateCache::lost(const Copy& copy) const {
  const LevelLifetimes& lifetimes = lifetimes_->of(static_cast<std::uint8_t>(copy.placement));
  const std::uint32_t age = touches_ - copy.touched;
  const std::uint8_t d = draw(copy.line, copy.touched);
  return age >= lifetimes.l1.of(d) && age >= lifetimes.l2.of(d);
}

PrivateCache::Copy* PrivateCache::find_elsewhere(LineId line) {
  const std::size_t mask = copies_.size() - 1;
  std::size_t at = bucket(line);
  for (std::size_t tries = 0; tries < copies_.size(); tries += 4) {
    bool full = true;
    for (std::size_t i = 0; i < 4; ++i) {
      Copy& copy = copies_[at + i];
      if (copy.line == line) return &copy;
      full = full && copy.line != no_line;
    }
    if (!full) return nullptr;
    at = (at + 4) & mask;
  }
  return nullptr;
}

// A place for a line that has no copy yet, preferring the one find() looks at first. A quarter of
// all places is free.
PrivateCache::Copy& PrivateCache::free_place(LineId line) {
  const std::size_t mask = copies_.size() - 1;
  for (std::size_t at = bucket(line);; at = (at + 4) & mask) {
    Copy& direct = copies_[at + (line & 3U)];
    if (direct.line == no_line) return direct;
    for (std::size_t i = 0; i < 4; ++i) {
      if (copies_[at + i].line == no_line) return copies_[at + i];
    }
  }
}

// Makes the table of `kept` only, of a size that leaves room for a while.
void PrivateCache::refill(const std::vector<Copy>& kept) {
  const std::size_t places = std::bit_ceil(std::max<std::size_t>(16, kept.size() * 7 / 4));
  copies_.assign(places, Copy{});
  if (copies_.capacity() > 2 * places) copies_.shrink_to_fit();
  used_ = static_cast<std::uint32_t>(kept.size());
  shift_ = 32U - static_cast<unsigned>(std::countr_zero(places / 4));
  for (const Copy& copy : kept)
    free_place(copy.line) = copy;
}

}  // namespace tickstorm
