// Bounds on the work of a run.

#include "tickstorm/experiment/explain.h"

#include <catch2/catch.hpp>

using namespace tickstorm;

TEST_CASE("ticks follow from online CPUs, HZ and the time limit", "[experiment]") {
  scenario::Setup setup;
  setup.machine.topology = {.sockets = 2, .cores_per_socket = 2, .hops = {}};
  setup.kernel.hz = 250;
  setup.workload.threads = 9;
  setup.at_most = milliseconds(1500);
  auto cost = experiment::expected_cost(setup);
  CHECK(cost.cpus == 4);
  CHECK(cost.tasks == 10);
  CHECK(cost.ticks_per_s == 1000);
  CHECK(cost.ticks_max == 1500);
  CHECK(cost.task_visits_per_s == 10'000);

  setup.kernel.online_cpus = 2;
  cost = experiment::expected_cost(setup);
  CHECK(cost.cpus == 2);
  CHECK(cost.ticks_max == 750);
}
