// What a machine is made of: structure and measured costs, as plain data.
//
// A profile (scenarios/machines/*.json) fills this struct; docs/calibration.md lists every number
// with its source or marks it as an estimate. All durations are one-way unless they say otherwise.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tickstorm/sim/time.h"

namespace tickstorm {

enum class Protocol : std::uint8_t { mesi, moesi, mesif };
// Who is asked on a miss: the home's directory, or every socket at once.
enum class Snoop : std::uint8_t { directory, broadcast };
// Who gets a contended line next: the oldest request, or first the waiters of the domain that has
// it.
enum class Arbitration : std::uint8_t { fcfs, drain };
// Private capacity: unlimited, or lazily decided from the lines touched since the last use.
enum class CapacityModel : std::uint8_t { off, poisson };

// One level of private cache. `sets` * `ways` lines.
struct CacheLevel {
  std::uint32_t sets = 0;  // 0: the level does not exist.
  std::uint32_t ways = 0;
  SimDuration hit{};  // Load-to-use latency.
};

// Sockets, NUMA nodes, cores and last-level-cache domains. One NUMA node per socket.
struct Topology {
  std::uint32_t sockets = 1;
  std::uint32_t cores_per_socket = 1;
  std::uint32_t threads_per_core = 1;
  std::uint32_t cores_per_domain =
      1;  // Cores that share the last shared cache; 1: nothing is shared.
  // Distance classes between sockets, row-major sockets x sockets: 0 the same socket, 1 one hop,
  // 2 two hops or a node controller. Empty: all different sockets are one hop apart.
  std::vector<std::uint8_t> hops;

  std::uint32_t cpus() const { return sockets * cores_per_socket * threads_per_core; }
};

// The three-leg latency model: requester -> ordering point -> owner -> requester.
struct CoherenceCosts {
  SimDuration leg_domain{};        // d0: inside one last-level-cache domain.
  SimDuration leg_socket{};        // d1: to another domain, or to the home, of the same socket.
  SimDuration leg_one_hop{};       // d2
  SimDuration leg_two_hops{};      // d3
  SimDuration directory{};         // Look-up at the ordering point.
  SimDuration snoop_owner{};       // Looking into the owner's private cache.
  SimDuration invalidate{};        // At one sharer.
  SimDuration fan_domain{};        // Per further domain that is told.
  SimDuration fan_core{};          // Per further core inside one domain.
  SimDuration locked{};            // Executing a locked operation on an owned line.
  SimDuration memory_directory{};  // In-memory directory: per cross-domain state change; 0: none.
  SimDuration hold{};              // Least tenure of a line after a fill.
  SimDuration occupancy_read{};    // Between two reads of one line served by one home.
  SimDuration occupancy_write{};
  SimDuration occupancy_agent{};  // Between two requests at one home, whatever the line; 0: off.
  SimDuration llc{};              // Supply by a shared last-level cache; unused without one.
  SimDuration dram{};             // Supply by memory at its home, without the legs.
  SimDuration smt_sibling{};      // Taking a line that the sibling thread holds modified.
};

// Costs of entering and leaving the kernel and of interrupts between CPUs.
struct EntryCosts {
  SimDuration syscall{};  // Entry and exit together, no work.
  SimDuration interrupt_entry{};
  SimDuration interrupt_exit{};
  SimDuration ipi_issue{};  // Per write to the interrupt controller.
  SimDuration ipi_near{};   // Flight to a CPU of the same socket.
  SimDuration ipi_far{};
  SimDuration context_switch{};  // Registers, stack and page tables, without the run queue's lines.
  SimDuration page_fault{};      // One minor fault of a fresh page.
};

struct MachineConfig {
  std::string name;
  std::uint32_t line_bytes = 64;
  Hertz clock{1'000'000'000};
  Topology topology;
  Protocol protocol = Protocol::mesi;
  Snoop snoop = Snoop::directory;
  Arbitration arbitration = Arbitration::fcfs;
  CapacityModel capacity = CapacityModel::poisson;
  CacheLevel l1;
  CacheLevel l2;
  CoherenceCosts coherence;
  EntryCosts entry;
  std::uint32_t memory_parallelism = 1;  // Independent misses of one loop step that overlap.
  Cycles relax{10};                      // One round of a polling loop with its PAUSE.
  std::uint64_t seed = 1;                // Decides which copies the finite caches lose.
  // Switches of the simulator, not of the machine: off gives the same results, slower.
  bool look_ahead = true;
  bool bulk = true;
};

}  // namespace tickstorm
