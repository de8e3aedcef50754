// Tiny machines for unit tests: the smallest that show an effect, with round numbers.

#pragma once

#include <memory>
#include <vector>

#include "tickstorm/machine/access.h"
#include "tickstorm/machine/machine.h"

namespace tickstorm::support {

// `sockets` x `cores` CPUs at 1 GHz. One-way: 10 ns inside a socket, 30 ns to another. Directory 5
// ns, snoop 5 ns, memory 50 ns, locked operation 10 ns; L1 1 ns, L2 4 ns.
inline MachineConfig tiny_config(std::uint32_t sockets, std::uint32_t cores) {
  MachineConfig c;
  c.name = "tiny";
  c.topology = {.sockets = sockets, .cores_per_socket = cores, .hops = {}};
  c.l1 = {.sets = 64, .ways = 2, .hit = nanoseconds(1)};
  c.l2 = {.sets = 256, .ways = 8, .hit = nanoseconds(4)};
  c.coherence.leg_domain = nanoseconds(10);
  c.coherence.leg_socket = nanoseconds(10);
  c.coherence.leg_one_hop = nanoseconds(30);
  c.coherence.leg_two_hops = nanoseconds(60);
  c.coherence.directory = nanoseconds(5);
  c.coherence.snoop_owner = nanoseconds(5);
  c.coherence.invalidate = nanoseconds(4);
  c.coherence.locked = nanoseconds(10);
  c.coherence.occupancy_read = nanoseconds(6);
  c.coherence.occupancy_write = nanoseconds(6);
  c.coherence.llc = nanoseconds(20);
  c.coherence.dram = nanoseconds(50);
  c.entry.interrupt_entry = nanoseconds(100);
  c.entry.interrupt_exit = nanoseconds(100);
  c.entry.ipi_issue = nanoseconds(50);
  c.entry.ipi_near = nanoseconds(200);
  c.entry.ipi_far = nanoseconds(400);
  c.entry.syscall = nanoseconds(80);
  c.entry.context_switch = nanoseconds(500);
  c.entry.page_fault = nanoseconds(500);
  return c;
}

}  // namespace tickstorm::support
