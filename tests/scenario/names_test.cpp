// Which name was probably meant.

#include "scenario/names.h"

#include <catch2/catch.hpp>

using tickstorm::scenario::nearest;

TEST_CASE("the nearest name is found over one or two slips", "[scenario]") {
  const std::vector<std::string> names = {"hz", "tick_phase", "spinlock", "rwlock"};
  CHECK(nearest("tick_fase", names) == "tick_phase");
  CHECK(nearest("spinlok", names) == "spinlock");
  CHECK(nearest("rwlokc", names) == "rwlock");
  CHECK(nearest("zh", names) == "hz");
}

TEST_CASE("a swap of two letters is one slip, so it beats two changes", "[scenario]") {
  const std::vector<std::string> names = {"cold", "lod"};
  CHECK(nearest("old", {}) == "");
  CHECK(nearest("odl", std::vector<std::string>{"dlx", "old"}) == "old");
  CHECK(nearest("colt", names) == "cold");
}

TEST_CASE("nothing is suggested for a word without likeness", "[scenario]") {
  const std::vector<std::string> names = {"hz", "tick_phase", "spinlock"};
  CHECK(nearest("preemption", names) == "");
  CHECK(nearest("ab", names) == "");
  CHECK(nearest(std::string(1'000, 'x'), names) == "");
}

TEST_CASE("of equally near names the first one is suggested", "[scenario]") {
  CHECK(nearest("mc1", std::vector<std::string>{"mc2", "mc3"}) == "mc2");
}
