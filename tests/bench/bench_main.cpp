// The benchmark program: the engine and the machine against plain loops, in the same run.
//
// Rates of one host mean little on another, and drift within minutes on the same one. So
// repetitions of all benchmarks are interleaved at random and the ratios of their medians decide.
// The exit status is 1 when a ratio or a size misses its limit. Any flag of Google Benchmark
// overrides the defaults.

#include <benchmark/benchmark.h>
#include <malloc.h>

#include <array>
#include <string>
#include <vector>

#include "bench/comparison.h"
#include "bench/families.h"

namespace {

using tickstorm::bench::Comparison;
using tickstorm::bench::Limit;

const std::array comparisons = {
    Comparison{.ours = "ours/hold", .reference = "reference/hold", .floor = 1.5, .aim = 2.5},
    Comparison{.ours = "ours/post", .reference = "reference/hold", .floor = 1.5, .aim = 2.5},
    Comparison{.ours = "ours/coroutine_hold",
               .reference = "reference/coroutine_hold",
               .floor = 1.2,
               .aim = 2},
    Comparison{.ours = "ours/access", .reference = "reference/mesi", .floor = 0.5, .aim = 0.8},
    Comparison{.ours = "ours/access",
               .reference = "ours/access_strict",
               .floor = 2,
               .aim = 3,
               .same_label = true},
};

const std::array limits = {
    Limit{.family = "ours/access", .counter = "bytes_per_cpu", .most = 12 * 1024},
    Limit{.family = "ours/threads", .counter = "bytes_per_thread", .most = 1024},
};

// Repetitions are short, because there are many benchmarks and only medians count.
std::vector<std::string> with_defaults(int argc, char** argv) {
  std::vector<std::string> arguments = {argv[0], "--benchmark_enable_random_interleaving=true",
                                        "--benchmark_repetitions=7", "--benchmark_min_time=0.1"};
  arguments.insert(arguments.end(), argv + 1, argv + argc);
  return arguments;
}

}  // namespace

int main(int argc, char** argv) {
  mallopt(M_ARENA_MAX, 1);  // See memory.h.
  std::vector<std::string> arguments = with_defaults(argc, argv);
  std::vector<char*> pointers;
  for (std::string& argument : arguments)
    pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, pointers.data());
  if (benchmark::ReportUnrecognizedArguments(count, pointers.data())) return 2;

  tickstorm::bench::register_reference();
  tickstorm::bench::register_engine();
  tickstorm::bench::register_access();
  tickstorm::bench::register_threads();
  tickstorm::bench::ComparisonReporter reporter(comparisons, limits);
  benchmark::RunSpecifiedBenchmarks(&reporter);
  benchmark::Shutdown();
  return reporter.all_passed() ? 0 : 1;
}
