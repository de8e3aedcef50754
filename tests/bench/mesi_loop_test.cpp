// The MESI loop is a yardstick, so it must be right before it is fast.
//
// Method: random accesses, then every CPU's caches and the directory are compared line by line.

#include "bench/reference/mesi_loop.h"

#include <catch2/catch.hpp>
#include <cstdint>

namespace tickstorm::bench::reference {
namespace {

std::uint32_t holders_in(const MesiLoop& loop, std::uint32_t line, Mesi state) {
  std::uint32_t found = 0;
  for (std::uint32_t cpu = 0; cpu < loop.cpus(); ++cpu)
    found += loop.state(cpu, line) == state;
  return found;
}

// An owned line has one copy, and the directory knows exactly the CPUs that have one.
void check_coherent(const MesiLoop& loop, std::uint32_t lines) {
  for (std::uint32_t line = 0; line < lines; ++line) {
    const std::uint32_t owners =
        holders_in(loop, line, Mesi::modified) + holders_in(loop, line, Mesi::exclusive);
    const std::uint32_t sharers = holders_in(loop, line, Mesi::shared);
    CAPTURE(line, owners, sharers);
    REQUIRE(owners <= 1);
    REQUIRE((owners == 0 || sharers == 0));
    for (std::uint32_t cpu = 0; cpu < loop.cpus(); ++cpu) {
      CAPTURE(cpu);
      REQUIRE((loop.state(cpu, line) != Mesi::invalid) == loop.is_holder(cpu, line));
    }
  }
}

TEST_CASE("the MESI loop stays coherent under its own mix", "[bench]") {
  const std::uint32_t cpus = GENERATE(4U, 70U);
  MesiLoop loop(cpus);
  for (int i = 0; i < 100; ++i)
    loop.run_one_per_turn();
  check_coherent(loop, cpus * private_lines + shared_lines);
  for (int i = 0; i < 30; ++i)
    loop.run_thirty_per_turn();
  check_coherent(loop, cpus * private_lines + shared_lines);
}

TEST_CASE("the MESI loop stays coherent when lines fall out of both levels", "[bench]") {
  MesiLoop loop(2);
  XorShift random(7);
  // 9 lines compete for the 8 ways of each of two L2 sets, and all 18 for one L1 set.
  const auto pick = [&] {
    const auto bits = static_cast<std::uint32_t>(random.next() >> 40);
    return bits / 2 % 9 * 512 + bits % 2 * 64;
  };
  for (int i = 0; i < 20'000; ++i) {
    const auto cpu = static_cast<std::uint32_t>(random.next() >> 33) % 2;
    if (random.next() % 3 == 0) {
      loop.access<true>(cpu, pick());
    } else {
      loop.access<false>(cpu, pick());
    }
  }
  check_coherent(loop, 2 * private_lines + shared_lines);
}

TEST_CASE("the MESI loop charges hits, misses, upgrades and invalidations", "[bench]") {
  MesiLoop loop(8);              // One CPU per socket.
  const std::uint32_t line = 0;  // Home on the socket of CPU 0.
  loop.access<false>(0, line);
  CHECK(loop.clock(0) == 4 + 60 + 40);
  CHECK(loop.state(0, line) == Mesi::exclusive);
  loop.access<true>(0, line);
  CHECK(loop.clock(0) == 104 + 4);
  CHECK(loop.state(0, line) == Mesi::modified);
  loop.access<false>(1, line);  // Remote home, remote owner.
  CHECK(loop.clock(1) == 4 + 60 + 40 + 20 + 20);
  CHECK(loop.state(0, line) == Mesi::shared);
  CHECK(loop.state(1, line) == Mesi::shared);
  loop.access<true>(0, line);  // Upgrade at the own home, one copy to invalidate.
  CHECK(loop.clock(0) == 108 + 4 + 60 + 40 + 10);
  CHECK(loop.state(0, line) == Mesi::modified);
  CHECK(loop.state(1, line) == Mesi::invalid);
}

TEST_CASE("a set of tags drops the line that was not used for longest", "[bench]") {
  TagSet set{};
  for (std::uint32_t line = 0; line < 8; ++line)
    move_to_front(set, ways - 1, key_of(line));
  const std::uint32_t oldest = find_way(set, key_of(0));
  REQUIRE(oldest == 7);
  move_to_front(set, oldest, set.way[oldest]);
  move_to_front(set, ways - 1, key_of(8));
  CHECK(find_way(set, key_of(0)) == 1);
  CHECK(find_way(set, key_of(1)) == not_found);
  CHECK(find_way(set, key_of(2)) == 7);
}

}  // namespace
}  // namespace tickstorm::bench::reference
