// Numbers with units: exact, bounded, shown in the largest whole unit.

#include "scenario/quantity.h"

#include <catch2/catch.hpp>

using namespace tickstorm::scenario;
using Problem = Quantity::Problem;

TEST_CASE("durations are read exactly in every unit", "[scenario]") {
  CHECK(read_quantity("7ps", duration_units()).value == 7);
  CHECK(read_quantity("1.5us", duration_units()).value == 1'500'000);
  CHECK(read_quantity("10ms", duration_units()).value == 10'000'000'000);
  CHECK(read_quantity("0.001ns", duration_units()).value == 1);
  CHECK(read_quantity("106s", duration_units()).value == 106'000'000'000'000);
  CHECK(read_quantity("0s", duration_units()).problem == Problem::none);
}

TEST_CASE("frequencies, sizes and cycles have their own units", "[scenario]") {
  CHECK(read_quantity("2.6GHz", frequency_units()).value == 2'600'000'000);
  CHECK(read_quantity("4KiB", size_units()).value == 4'096);
  CHECK(read_quantity("12cycles", cycle_units()).value == 12);
  CHECK(read_quantity("12cycles", duration_units()).problem == Problem::unit);
}

TEST_CASE("each way to get a quantity wrong has its own answer", "[scenario]") {
  CHECK(read_quantity("", duration_units()).problem == Problem::malformed);
  CHECK(read_quantity("ms", duration_units()).problem == Problem::malformed);
  CHECK(read_quantity("-1ms", duration_units()).problem == Problem::malformed);
  CHECK(read_quantity("1.ms", duration_units()).problem == Problem::malformed);
  CHECK(read_quantity("1e3ms", duration_units()).problem == Problem::unit);
  CHECK(read_quantity("10", duration_units()).problem == Problem::unit);
  CHECK(read_quantity("10 ms", duration_units()).problem == Problem::unit);
  CHECK(read_quantity("0.5ps", duration_units()).problem == Problem::fraction);
  CHECK(read_quantity("9223373s", duration_units()).problem == Problem::too_large);
  CHECK(read_quantity("1234567890123456789ps", duration_units()).problem == Problem::too_large);
}

TEST_CASE("a quantity is shown in the largest unit without a fraction", "[scenario]") {
  CHECK(show_quantity(10'000'000'000, duration_units()) == "10ms");
  CHECK(show_quantity(1'500'000, duration_units()) == "1500ns");
  CHECK(show_quantity(0, duration_units()) == "0s");
  CHECK(show_quantity(64, size_units()) == "64B");
  CHECK(unit_names(duration_units()) == "ps, ns, us, ms or s");
}
