// Which fields of a structure share a line, and which lines a freed block gives back.

#include <catch2/catch.hpp>

#include "support/tiny_machine.h"

using namespace tickstorm;

TEST_CASE("fields share a line when their offsets do", "[machine]") {
  const Layout layout(64, {0, 8, 63, 64, 130, 1000});
  CHECK(layout.line_of(0) == layout.line_of(2));
  CHECK(layout.line_of(3) == 1);
  CHECK(layout.line_of(4) == 2);
  CHECK(layout.line_of(5) == 3);  // Lines without a field do not exist.
  CHECK(layout.lines() == 4);
}

TEST_CASE("lines of 128 bytes join what lines of 64 keep apart", "[machine]") {
  CHECK(Layout(64, {0, 64, 128}).lines() == 3);
  CHECK(Layout(128, {0, 64, 128}).lines() == 2);
  CHECK(Layout(128, {0, 64, 128}).line_of(1) == 0);
}

TEST_CASE("a structure that begins inside a line has its fields shifted", "[machine]") {
  CHECK(Layout(64, {0, 56}, 0).lines() == 1);
  const Layout shifted(64, {0, 56}, 16);
  CHECK(shifted.lines() == 2);
  CHECK(shifted.line_of(1) == 1);
}

TEST_CASE("freed lines are used again, and held by nobody", "[machine]") {
  Machine machine(support::tiny_config(2, 2));
  const Layout two(64, {0, 64});
  const Block first = machine.allocate(two, 0);
  const Block second = machine.allocate(two, 1);
  CHECK(first.line_of(1) == first.first + 1);
  CHECK(second.first >= first.first + 2);
  const std::uint32_t stamp = machine.coherence().state(first.first).stamp();
  machine.coherence().release(first);
  const Block again = machine.allocate(two, 1);
  CHECK(again.first == first.first);
  CHECK(machine.coherence().state(again.first).stamp() != stamp);
}
