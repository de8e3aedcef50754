// Distances between CPUs and home nodes.

#include <algorithm>

#include "tickstorm/machine/coherence.h"
#include "tickstorm/sim/check.h"

namespace tickstorm {

Interconnect::Interconnect(const MachineConfig& config)
    : sockets_(config.topology.sockets),
      shared_cache_(config.topology.cores_per_domain > 1),
      leg_domain_(config.coherence.leg_domain) {
  const Topology& t = config.topology;
  const CoherenceCosts& c = config.coherence;
  TICKSTORM_CHECK(t.cpus() > 0 && t.cpus() < 8192, "a machine has 1 to 8191 CPUs");
  TICKSTORM_CHECK(t.sockets <= 256, "a machine has at most 256 sockets");
  const std::uint32_t domains_per_socket =
      (t.cores_per_socket + t.cores_per_domain - 1) / t.cores_per_domain;
  domains_ = domains_per_socket * t.sockets;
  for (CpuId cpu = 0; cpu < t.cpus(); ++cpu) {
    const std::uint32_t core = cpu / t.threads_per_core;
    const std::uint32_t socket = core / t.cores_per_socket;
    core_of_.push_back(core);
    node_of_.push_back(socket);
    domain_of_.push_back(socket * domains_per_socket +
                         (core % t.cores_per_socket) / t.cores_per_domain);
  }
  // A domain that is the whole socket reaches its own home without leaving itself.
  const SimDuration inside = domains_per_socket == 1 && shared_cache_ ? c.leg_domain : c.leg_socket;
  const SimDuration by_hops[] = {inside, c.leg_one_hop, c.leg_two_hops};
  SimDuration nearest = inside;
  for (NodeId a = 0; a < sockets_; ++a) {
    for (NodeId b = 0; b < sockets_; ++b) {
      const std::size_t hops = a == b ? 0 : t.hops.empty() ? 1 : t.hops[a * sockets_ + b];
      TICKSTORM_CHECK(hops < 3, "distance classes are 0, 1 and 2");
      leg_.push_back(by_hops[hops]);
    }
  }
  if (shared_cache_) nearest = std::min(nearest, leg_domain_);
  least_effect_ = c.directory + nearest;
  least_surprise_ =
      std::min({nearest + least_effect_, config.entry.ipi_near, config.entry.ipi_far});
}

}  // namespace tickstorm
