// Coroutines: values, exceptions, lifetime, and a host stack that does not grow.

#include "tickstorm/sim/co.h"

#include <catch2/catch.hpp>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

using namespace tickstorm;

namespace {

// Runs a body that never waits for an event.
void run(Co<void> body) {
  ReadySlot ready;
  Root root(std::move(body));
  ready.run(root.start(ready));
  REQUIRE(root.done());
  root.rethrow();
}

Co<int> answer(int value) {
  co_return value;
}

Co<void> add_up(int children, std::int64_t& sum) {
  for (int i = 0; i < children; ++i) {
    const int value = co_await answer(i);
    sum += value;
  }
}

Co<int> descend(int depth) {
  if (depth == 0) co_return 0;
  const int below = co_await descend(depth - 1);
  co_return below + 1;
}

Co<void> store_depth(int depth, int& result) {
  result = co_await descend(depth);
}

Co<int> fail(const char* reason) {
  if (reason != nullptr) throw std::runtime_error(reason);
  co_return 1;
}

Co<void> pass_on() {
  const int value = co_await fail("broken");
  static_cast<void>(value);
}

Co<void> catch_it(std::string& caught) {
  try {
    co_await pass_on();
  } catch (const std::runtime_error& error) {
    caught = error.what();
  }
}

Co<std::unique_ptr<int>> make(int value) {
  co_return std::make_unique<int>(value);
}

Co<void> take(int& result) {
  const std::unique_ptr<int> made = co_await make(7);
  result = *made;
}

Co<void> keep(std::shared_ptr<int> kept) {
  co_await std::suspend_always{};
  static_cast<void>(kept);
}

Co<void> set(bool& began) {
  began = true;
  co_return;
}

}  // namespace

TEST_CASE("a million children in a loop need no host stack", "[sim]") {
  std::int64_t sum = 0;
  run(add_up(1'000'000, sum));
  CHECK(sum == 499'999'500'000);
}

TEST_CASE("calls 100,000 deep need no host stack", "[sim]") {
  int depth = 0;
  run(store_depth(100'000, depth));
  CHECK(depth == 100'000);
}

TEST_CASE("an exception passes through coroutines to whoever catches it", "[sim]") {
  std::string caught;
  run(catch_it(caught));
  CHECK(caught == "broken");
  CHECK_THROWS_WITH(run(pass_on()), "broken");
}

TEST_CASE("a coroutine can return what can only be moved", "[sim]") {
  int result = 0;
  run(take(result));
  CHECK(result == 7);
}

TEST_CASE("a coroutine does not begin before it is awaited or started", "[sim]") {
  bool began = false;
  { const Co<void> unused = set(began); }
  CHECK_FALSE(began);
  run(set(began));
  CHECK(began);
}

TEST_CASE("an abandoned coroutine frees what it holds", "[sim]") {
  const auto kept = std::make_shared<int>(1);
  {
    ReadySlot ready;
    Root root(keep(kept));
    ready.run(root.start(ready));
    CHECK_FALSE(root.done());
    CHECK(kept.use_count() == 2);
  }
  CHECK(kept.use_count() == 1);
}
