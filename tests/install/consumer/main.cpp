// What a user's first program may look like: a scenario in its text, run on a machine that was
// installed with the library. Its only argument is the directory of the machines.

#include <tickstorm/experiment/run.h>
#include <tickstorm/report/report.h>
#include <tickstorm/scenario/parse.h>

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const tickstorm::scenario::Catalog catalog{.itimers = {"percpu_totals"},
                                             .workloads = {"primes"},
                                             .metrics = {},
                                             .machine_directories = {argv[1]}};
  const auto parsed = tickstorm::scenario::parse(
      R"({"name": "mine", "question": "Does it run?", "machine": "k8-2x2",
          "kernel": {"itimer": "percpu_totals"},
          "workload": {"kind": "primes", "threads": 3, "max_prime": 1000, "itimer_prof": "10ms"}})",
      "mine", catalog, {});
  if (!parsed.scenario) return 3;
  const auto result = tickstorm::experiment::run(*parsed.scenario, "", {});
  const bool completed = result.variants.at(0).outcome == tickstorm::experiment::Outcome::completed;
  return completed && !tickstorm::report::run_json(result).empty() ? 0 : 1;
}
