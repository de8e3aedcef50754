// The order of events, and what survives growth of the tree.

#include "tickstorm/sim/engine.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <vector>

#include "tickstorm/sim/rng.h"

using namespace tickstorm;

namespace {

SimTime at(std::int64_t ps) {
  return SimTime{ps};
}

// Writes its name into a log when its event happens.
struct Note {
  std::string* log;
  char name;
  static void happen(void* self) {
    const auto& note = *static_cast<Note*>(self);
    note.log->push_back(note.name);
  }
};

void nothing(void*) {}

}  // namespace

TEST_CASE("events happen in the order of time", "[sim]") {
  Engine engine;
  std::string log;
  Note a{&log, 'a'}, b{&log, 'b'}, c{&log, 'c'};
  engine.post(at(30), EventClass::cpu, 0, &Note::happen, &a);
  engine.post(at(10), EventClass::cpu, 0, &Note::happen, &b);
  engine.post(at(20), EventClass::cpu, 0, &Note::happen, &c);
  engine.run();
  CHECK(log == "bca");
  CHECK(engine.now() == at(30));
  CHECK(engine.events() == 3);
}

TEST_CASE("at one instant class decides, then CPU, then the order of posting", "[sim]") {
  Engine engine;
  std::string log;
  Note a{&log, 'a'}, b{&log, 'b'}, c{&log, 'c'}, d{&log, 'd'}, e{&log, 'e'}, f{&log, 'f'};
  engine.post(at(5), EventClass::cpu, 1, &Note::happen, &f);
  engine.post(at(5), EventClass::cpu, 0, &Note::happen, &d);
  engine.post(at(5), EventClass::cpu, 0, &Note::happen, &e);
  engine.post(at(5), EventClass::line, 9, &Note::happen, &c);
  engine.post(at(5), EventClass::interrupt, 9, &Note::happen, &b);
  engine.post(at(5), EventClass::observer, 9, &Note::happen, &a);
  engine.run();
  CHECK(log == "abcdef");
}

TEST_CASE("a permanent slot has one event, which can be moved and taken back", "[sim]") {
  Engine engine;
  std::string log;
  Note a{&log, 'a'}, b{&log, 'b'}, c{&log, 'c'};
  const Engine::Slot first = engine.add_slot(EventClass::cpu, 0, &Note::happen, &a);
  const Engine::Slot second = engine.add_slot(EventClass::cpu, 1, &Note::happen, &b);
  const Engine::Slot third = engine.add_slot(EventClass::cpu, 2, &Note::happen, &c);
  engine.set(first, at(10));
  engine.set(second, at(20));
  engine.set(third, at(15));
  engine.set(first, at(30));
  engine.clear(third);
  CHECK(engine.pending(third) == never);
  engine.run();
  CHECK(log == "ba");
}

TEST_CASE("the earliest other event ignores the own slot and sees later changes", "[sim]") {
  Engine engine;
  struct Seen {
    Engine* engine;
    Engine::Slot own = 0;
    Engine::Slot other = 0;
    std::vector<SimTime> times;
    static void happen(void* self) {
      auto& seen = *static_cast<Seen*>(self);
      Engine& e = *seen.engine;
      seen.times.push_back(e.earliest_other(seen.own));
      e.set(seen.other, SimTime{25});
      seen.times.push_back(e.earliest_other(seen.own));
      e.set(seen.other, SimTime{80});
      seen.times.push_back(e.earliest_other(seen.own));
      e.post(SimTime{15}, EventClass::line, 0, &nothing, nullptr);
      seen.times.push_back(e.earliest_other(seen.own));
      e.stop();
    }
  } seen{&engine, 0, 0, {}};
  seen.own = engine.add_slot(EventClass::cpu, 0, &Seen::happen, &seen);
  seen.other = engine.add_slot(EventClass::cpu, 1, &nothing, nullptr);
  engine.set(seen.own, at(10));
  CHECK(engine.earliest_other(seen.own) == never);
  engine.set(seen.other, at(40));
  engine.run();
  CHECK(seen.times == std::vector<SimTime>{at(40), at(25), at(80), at(15)});
}

TEST_CASE("a tree that grows keeps its events in order", "[sim]") {
  Engine engine;
  std::string log;
  std::vector<std::unique_ptr<Note>> notes;
  Rng rng(1);
  std::vector<std::pair<std::int64_t, char>> expected;
  for (int i = 0; i < 300; ++i) {
    const auto time = static_cast<std::int64_t>(rng.below(50));
    notes.push_back(std::make_unique<Note>(Note{&log, static_cast<char>('0' + i % 70)}));
    engine.post(at(time), EventClass::line, 0, &Note::happen, notes.back().get());
    expected.emplace_back(time, notes.back()->name);
  }
  std::stable_sort(expected.begin(), expected.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::string order;
  for (const auto& [time, name] : expected)
    order.push_back(name);
  engine.run();
  CHECK(log == order);
}

TEST_CASE("a stopped engine goes on where it was", "[sim]") {
  Engine engine;
  std::string log;
  Note a{&log, 'a'}, b{&log, 'b'};
  engine.post(at(1), EventClass::cpu, 0, &Note::happen, &a);
  engine.post(
      at(2), EventClass::cpu, 0, [](void* self) { static_cast<Engine*>(self)->stop(); }, &engine);
  engine.post(at(3), EventClass::cpu, 0, &Note::happen, &b);
  engine.run();
  CHECK(log == "a");
  CHECK(engine.stopped());
  engine.run();
  CHECK(log == "ab");
}

TEST_CASE("scheduling in the past is a fault of tickstorm", "[sim]") {
  Engine engine;
  const Engine::Slot slot = engine.add_slot(EventClass::cpu, 0, &nothing, nullptr);
  engine.set(slot, at(10));
  engine.run();
  CHECK_THROWS_AS(engine.set(slot, at(9)), InternalError);
  CHECK_THROWS_AS(engine.post(at(9), EventClass::cpu, 0, &nothing, nullptr), InternalError);
  CHECK_THROWS_AS(engine.add_slot(EventClass::cpu, 8192, &nothing, nullptr), InternalError);
}
