// The two passes over a thread ring, driven by hand: what they add up and find, which lines they
// touch in which order, and what straight-line work they spend. No program runs.

#include "itimer/ring.h"

#include <catch2/catch.hpp>
#include <utility>
#include <vector>

#include "support/kernel_run.h"

using namespace tickstorm;
using itimer::RingBalance;
using itimer::RingSum;

namespace {

constexpr SimDuration per_record = nanoseconds(35);

// A process whose threads nobody runs. The record of every second thread has its link on the line
// of its times, beginning with the first.
struct Ring {
  Ring() : run(1, support::kernel_config(1000)), group(run.kernel, 0) {}

  Task& add(const CpuTimes& times, std::uint64_t expires = 0) {
    Task& task = run.kernel.new_task(0);
    task.user_ticks.poke(times.user_ticks);
    task.system_ticks.poke(times.system_ticks);
    task.ran_ns.poke(times.ran_ns);
    task.prof_expires.poke(expires);
    group.threads.push_back(task);
    return task;
  }
  Task& add_exiting(std::uint64_t expires) {
    Task& task = add({}, expires);
    task.exiting.poke(true);
    return task;
  }
  Cpu& cpu() { return run.machine.cpu(0); }

  support::KernelRun run;
  ThreadGroup group;
};

// A line, and whether it is the first of its record.
using Visits = std::vector<std::pair<LineId, bool>>;

template <class Walk>
Visits visits_of(Walk& walk, Cpu& cpu) {
  Visits visits;
  while (!walk.done()) {
    visits.emplace_back(walk.line(), walk.starts_step());
    walk.arrive(cpu);
  }
  return visits;
}

// The threads that a second pass stops at, with their new expiries.
using Stops = std::vector<std::pair<const Task*, std::uint64_t>>;

Stops stops_of(RingBalance& walk, Cpu& cpu) {
  Stops stops;
  for (;;) {
    visits_of(walk, cpu);
    if (walk.found() == nullptr) return stops;
    stops.emplace_back(walk.found(), walk.expires());
    walk.proceed();
  }
}

void check_equal(const CpuTimes& times, const CpuTimes& expected) {
  CHECK(times.user_ticks == expected.user_ticks);
  CHECK(times.system_ticks == expected.system_ticks);
  CHECK(times.ran_ns == expected.ran_ns);
}

}  // namespace

TEST_CASE("the first pass adds the times of all threads to those of the dead", "[itimer]") {
  Ring ring;
  ring.add({1, 20, 300});
  ring.add({4'000, 50'000, 600'000});
  ring.add({7, 80, 900});
  RingSum walk(ring.group, {10'000'000, 20'000'000, 30'000'000}, per_record);
  visits_of(walk, ring.cpu());
  check_equal(walk.sum(), {10'004'008, 20'050'100, 30'601'200});
}

TEST_CASE("the first pass counts an exiting thread that is still in the ring", "[itimer]") {
  Ring ring;
  ring.add({1, 2, 3});
  Task& leaving = ring.add({10, 20, 30});
  leaving.exiting.poke(true);
  RingSum walk(ring.group, {}, per_record);
  visits_of(walk, ring.cpu());
  check_equal(walk.sum(), {11, 22, 33});
}

// What is charged behind the walker's back is missed, what is charged ahead of it is seen.
TEST_CASE("the first pass takes each time when its line arrives", "[itimer]") {
  Ring ring;
  Task& first = ring.add({1, 1, 1});
  Task& second = ring.add({1, 1, 1});
  RingSum walk(ring.group, {}, per_record);
  walk.arrive(ring.cpu());  // The times of the first thread.
  for (Task* task : {&first, &second}) {
    task->user_ticks.poke(100);
    task->system_ticks.poke(200);
    task->ran_ns.poke(300);
  }
  visits_of(walk, ring.cpu());
  check_equal(walk.sum(), {1 + 100, 1 + 200, 300 + 300});
}

TEST_CASE("the first pass visits times, sched and a link that has its own line", "[itimer]") {
  Ring ring;
  Task& joined = ring.add({});
  Task& apart = ring.add({});
  REQUIRE(joined.next_thread.line() == joined.user_ticks.line());
  REQUIRE(apart.next_thread.line() != apart.user_ticks.line());
  RingSum walk(ring.group, {}, per_record);
  const Visits expected = {{joined.user_ticks.line(), true},
                           {joined.ran_ns.line(), false},
                           {apart.user_ticks.line(), true},
                           {apart.ran_ns.line(), false},
                           {apart.next_thread.line(), false}};
  CHECK(visits_of(walk, ring.cpu()) == expected);
}

TEST_CASE("the second pass visits state, times, sched, expiry and a link that has its own line",
          "[itimer]") {
  Ring ring;
  Task& joined = ring.add({}, 1);
  Task& apart = ring.add({}, 1);
  RingBalance walk(ring.group, 5, per_record);
  const Visits expected = {{joined.exiting.line(), true},    {joined.user_ticks.line(), false},
                           {joined.ran_ns.line(), false},    {joined.prof_expires.line(), false},
                           {apart.exiting.line(), true},     {apart.user_ticks.line(), false},
                           {apart.ran_ns.line(), false},     {apart.prof_expires.line(), false},
                           {apart.next_thread.line(), false}};
  CHECK(visits_of(walk, ring.cpu()) == expected);
  CHECK(walk.found() == nullptr);
}

TEST_CASE("the second pass stops at an expiry that is unset or beyond own time and share",
          "[itimer]") {
  Ring ring;
  const Task& unset = ring.add({3, 4, 1'000}, 0);
  ring.add({3, 4, 1'000}, 16);
  ring.add({3, 4, 1'000}, 17);
  const Task& late = ring.add({3, 4, 1'000}, 18);
  ring.add({50, 60, 0}, 1);
  const Task& later = ring.add({20, 1, 0}, 1'000);
  const Task& fresh = ring.add({0, 0, 0}, 0);
  RingBalance walk(ring.group, 10, per_record);
  const Stops expected = {{&unset, 17}, {&late, 17}, {&later, 31}, {&fresh, 10}};
  CHECK(stops_of(walk, ring.cpu()) == expected);
}

TEST_CASE("the second pass skips exiting threads", "[itimer]") {
  Ring ring;
  ring.add_exiting(0);
  const Task& live = ring.add({2, 2, 0}, 0);
  ring.add_exiting(1'000);
  ring.add_exiting(0);
  RingBalance walk(ring.group, 3, per_record);
  CHECK(stops_of(walk, ring.cpu()) == Stops{{&live, 7}});
}

TEST_CASE("the second pass stands still at what it found until told to proceed", "[itimer]") {
  Ring ring;
  const Task& first = ring.add({}, 0);
  Task& second = ring.add({}, 1);
  RingBalance walk(ring.group, 5, per_record);
  visits_of(walk, ring.cpu());
  CHECK(walk.done());
  CHECK(walk.found() == &first);
  walk.proceed();
  CHECK(walk.found() == nullptr);
  CHECK_FALSE(walk.done());
  CHECK(walk.starts_step());
  CHECK(walk.line() == second.exiting.line());
}

TEST_CASE("passes over an empty ring are done at once", "[itimer]") {
  Ring ring;
  const RingSum sum(ring.group, {1, 2, 3}, per_record);
  CHECK(sum.done());
  check_equal(sum.sum(), {1, 2, 3});
  const RingBalance balance(ring.group, 5, per_record);
  CHECK(balance.done());
  CHECK(balance.found() == nullptr);
}

// Rings shorter and longer than the passes look ahead. The unset expiries make the second pass stop
// at every thread, which costs nothing more.
TEST_CASE("both passes visit each record once and spend its work once", "[itimer]") {
  const auto records = GENERATE(range(0, 8));
  CAPTURE(records);
  Ring ring;
  for (int i = 0; i < records; ++i)
    ring.add({1, 0, 0});
  const SimTime begin = ring.cpu().clock();
  RingSum sum(ring.group, {}, per_record);
  visits_of(sum, ring.cpu());
  CHECK(sum.sum().user_ticks == static_cast<std::uint64_t>(records));
  const SimTime between = ring.cpu().clock();
  CHECK(between - begin == nanoseconds(35) * records);
  RingBalance balance(ring.group, 5, per_record);
  CHECK(stops_of(balance, ring.cpu()).size() == static_cast<std::size_t>(records));
  CHECK(ring.cpu().clock() - between == nanoseconds(35) * records);
}

TEST_CASE("a record's work is spent after its last line", "[itimer]") {
  Ring ring;
  ring.add({}, 1);
  const SimTime begin = ring.cpu().clock();
  RingBalance walk(ring.group, 5, per_record);
  for (int line = 0; line < 3; ++line)
    walk.arrive(ring.cpu());
  CHECK(ring.cpu().clock() == begin);
  walk.arrive(ring.cpu());
  CHECK(ring.cpu().clock() == begin + nanoseconds(35));
  CHECK(walk.done());
}
