// Rules over several keys: CPUs of the machine, shape of caches and distances, timers.

#include "scenario/setup.h"

#include <algorithm>
#include <bit>
#include <initializer_list>
#include <string>

namespace tickstorm::scenario {
namespace {

constexpr std::uint32_t cpus_max = 4'096;

// Collects the problems of one setup; knows where every key was last given.
class Rules {
 public:
  Rules(const Setup& setup, std::span<const Assignment> assignments, const Origin& fallback,
        std::vector<Diagnostic>& problems)
      : setup_(setup), assignments_(assignments), fallback_(fallback), problems_(problems) {}

  void machine() {
    const Topology& t = setup_.machine.topology;
    const std::uint64_t cpus = std::uint64_t{t.sockets} * t.cores_per_socket * t.threads_per_core;
    if (cpus > cpus_max) {
      fail({"machine.topology.sockets", "machine.topology.cores_per_socket",
            "machine.topology.threads_per_core"},
           "at most 4096 CPUs in all", std::to_string(cpus));
    }
    if (t.cores_per_socket % t.cores_per_domain != 0) {
      fail({"machine.topology.cores_per_domain", "machine.topology.cores_per_socket"},
           "a divisor of the " + std::to_string(t.cores_per_socket) + " cores of a socket",
           std::to_string(t.cores_per_domain));
    }
    if (!std::has_single_bit(setup_.machine.line_bytes)) {
      fail({"machine.line_bytes"}, "a power of two",
           std::to_string(setup_.machine.line_bytes) + "B");
    }
    if ((setup_.machine.l2.sets == 0) != (setup_.machine.l2.ways == 0)) {
      fail({"machine.l2.sets", "machine.l2.ways"}, "sets and ways both 0 or both above 0",
           std::to_string(setup_.machine.l2.sets) + " sets of " +
               std::to_string(setup_.machine.l2.ways) + " ways");
    }
    if (!t.hops.empty()) distances(t);
  }

  void kernel() {
    const std::uint32_t cpus = setup_.machine.topology.cpus();
    const std::uint32_t online = setup_.kernel.online_cpus;
    if (online > cpus) {
      fail({"kernel.online_cpus"},
           "0 to " + std::to_string(cpus) + ", the CPUs of " + setup_.machine.name,
           std::to_string(online));
    }
  }

  void workload() {
    const auto& w = setup_.workload;
    if (w.itimer_prof_interval.ps > 0 && w.itimer_prof.ps == 0) {
      fail({"workload.itimer_prof", "workload.itimer_prof_interval"},
           "workload.itimer_prof above \"0s\" with workload.itimer_prof_interval", "\"0s\"");
    }
  }

 private:
  void distances(const Topology& t) {
    const std::size_t n = t.sockets;
    const std::string_view key = "machine.topology.hops";
    if (t.hops.size() != n * n) {
      fail({key, "machine.topology.sockets"},
           std::to_string(n * n) + " distances for " + std::to_string(n) + " sockets",
           std::to_string(t.hops.size()));
      return;
    }
    for (std::size_t from = 0; from < n; ++from) {
      for (std::size_t to = 0; to < n; ++to) {
        const unsigned there = t.hops[from * n + to];
        const unsigned back = t.hops[to * n + from];
        const std::string pair =
            " from socket " + std::to_string(from) + " to " + std::to_string(to);
        const bool wrong = (there == 0) != (from == to);
        if (wrong) {
          fail({key}, (from == to ? "0" : "1 or 2") + pair, std::to_string(there));
        } else if (there != back) {
          fail({key}, std::to_string(there) + pair + " and back", std::to_string(back));
        }
        if (wrong || there != back) return;  // One wrong row makes many wrong pairs.
      }
    }
  }

  // Blames whichever of the keys was given last: it broke what the others said before.
  void fail(std::initializer_list<std::string_view> paths, const std::string& expected,
            const std::string& got) {
    const auto concerned = [&](const Assignment& a) {
      return std::find(paths.begin(), paths.end(), a.key->path) != paths.end();
    };
    const auto last = std::find_if(assignments_.rbegin(), assignments_.rend(), concerned);
    const Origin& origin = last == assignments_.rend() ? fallback_ : last->origin;
    const std::string pointer = origin.pointer.empty() ? "/" : origin.pointer;
    const Diagnostic problem{origin.file, origin.at, pointer,
                             "expected " + expected + ", got " + got};
    const bool known = std::find(problems_.begin(), problems_.end(), problem) != problems_.end();
    if (!known) problems_.push_back(problem);
  }

  const Setup& setup_;
  std::span<const Assignment> assignments_;
  const Origin& fallback_;
  std::vector<Diagnostic>& problems_;
};

}  // namespace

Setup make_setup(std::span<const Assignment> assignments) {
  Setup setup;
  for (const bool clocks : {true, false}) {
    for (const Assignment& a : assignments) {
      if ((a.key->type == KeyType::frequency) == clocks) apply(*a.key, a.value, setup);
    }
  }
  setup.machine.seed = setup.seed;
  return setup;
}

void check_machine(const Setup& setup, std::span<const Assignment> assignments,
                   const Origin& fallback, std::vector<Diagnostic>& problems) {
  Rules(setup, assignments, fallback, problems).machine();
}

void check_setup(const Setup& setup, std::span<const Assignment> assignments,
                 const Origin& fallback, std::vector<Diagnostic>& problems) {
  check_machine(setup, assignments, fallback, problems);
  Rules rules(setup, assignments, fallback, problems);
  rules.kernel();
  rules.workload();
}

}  // namespace tickstorm::scenario
