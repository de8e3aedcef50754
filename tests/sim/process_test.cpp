// Processes: coroutines that sleep.

#include "tickstorm/sim/process.h"

#include <catch2/catch.hpp>
#include <stdexcept>
#include <string>

using namespace tickstorm;

namespace {

Co<void> tick(Process& process, Engine& engine, SimDuration period, int times, char name,
              std::string& log) {
  for (int i = 0; i < times; ++i) {
    co_await process.sleep(period);
    log += name + std::to_string(engine.now().ps / 1000) + " ";
  }
}

Co<void> break_down(Process& process) {
  co_await process.sleep(nanoseconds(5));
  throw std::runtime_error("broke down");
}

}  // namespace

TEST_CASE("processes sleep in simulated time and wake in the order of their CPUs", "[sim]") {
  Engine engine;
  std::string log;
  Process second(engine, 1);
  Process first(engine, 0);
  second.start(tick(second, engine, nanoseconds(20), 2, 'b', log), SimTime{});
  first.start(tick(first, engine, nanoseconds(10), 4, 'a', log), SimTime{});
  engine.run();
  CHECK(log == "a10 a20 b20 a30 a40 b40 ");
}

TEST_CASE("a process starts when it is told to", "[sim]") {
  Engine engine;
  std::string log;
  Process process(engine, 0);
  process.start(tick(process, engine, nanoseconds(1), 1, 'a', log), SimTime{} + nanoseconds(41));
  engine.run();
  CHECK(log == "a42 ");
}

TEST_CASE("an exception that ends a process leaves the engine's loop", "[sim]") {
  Engine engine;
  Process process(engine, 0);
  process.start(break_down(process), SimTime{});
  CHECK_THROWS_WITH(engine.run(), "broke down");
}
