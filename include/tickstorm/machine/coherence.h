// Coherence: who holds which line, who gets it next, and what that costs.
//
// One directory entry per line. A request travels to the line's ordering point (its
// last-level-cache domain if every copy is inside, else the home node), is granted there in order
// of arrival (fcfs) or nearest first (drain), and completes at the requester three legs later.
//
// What makes run-ahead exact: a request takes time to its ordering point, a grant never takes
// effect at another CPU earlier than `least_effect` after itself, a write completes only after
// every earlier granted read of its line, and the next grant of a line waits until the last one
// has taken effect at every holder.
//
// Deviations: exclusive clean and modified are one state; a read of an exclusive line leaves an
// owned line behind under MOESI and a shared one with a clean home otherwise; copies lost for lack
// of space stay in the directory.

#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "tickstorm/machine/cell.h"
#include "tickstorm/machine/config.h"
#include "tickstorm/machine/types.h"
#include "tickstorm/sim/check.h"
#include "tickstorm/sim/time.h"

namespace tickstorm {

// Distances and domains, looked up per CPU.
class Interconnect {
 public:
  explicit Interconnect(const MachineConfig& config);

  NodeId node_of(CpuId cpu) const { return node_of_[cpu]; }
  std::uint32_t domain_of(CpuId cpu) const { return domain_of_[cpu]; }
  std::uint32_t domains() const { return domains_; }
  bool shared_cache() const { return shared_cache_; }
  bool siblings(CpuId a, CpuId b) const { return core_of_[a] == core_of_[b]; }
  SimDuration between_cpus(CpuId a, CpuId b) const {
    if (a == b) return {};
    if (shared_cache_ && domain_of_[a] == domain_of_[b]) return leg_domain_;
    return leg_[node_of_[a] * sockets_ + node_of_[b]];
  }
  SimDuration cpu_to_node(CpuId cpu, NodeId node) const {
    return leg_[node_of_[cpu] * sockets_ + node];
  }
  SimDuration between_nodes(NodeId a, NodeId b) const { return leg_[a * sockets_ + b]; }
  // The shortest time from any grant to its effect at any CPU.
  SimDuration least_effect() const { return least_effect_; }
  // The shortest time from any event to the effect of a request or an interrupt that it sends.
  SimDuration least_surprise() const { return least_surprise_; }

 private:
  std::vector<NodeId> node_of_;
  std::vector<std::uint32_t> domain_of_;
  std::vector<std::uint32_t> core_of_;
  std::vector<SimDuration> leg_;  // sockets x sockets, one way.
  std::uint32_t sockets_;
  std::uint32_t domains_ = 0;
  bool shared_cache_;
  SimDuration leg_domain_;
  SimDuration least_effect_{};
  SimDuration least_surprise_{};
};

// What every access looks at, and what every miss asks first. 8 bytes.
struct LineState {
  static constexpr std::uint32_t requested = 1U << 31;

  // The stamp, and on top of it `requested` while announced requests are under way: a
  // copy that equals it is current and safe from them.
  std::uint32_t mark = 1;
  std::uint16_t owner = UINT16_MAX;  // The CPU that may write without asking.
  std::uint8_t placement = 64;       // Layout::placement() of its structure.

  // Changes when a write is granted: older copies are dying.
  std::uint32_t stamp() const { return mark & ~requested; }
  bool is_requested() const { return (mark & requested) != 0; }
};

// Where a granted line came from, for the statistics.
enum class Source : std::uint8_t {
  domain_cache,
  local_cache,
  remote_cache,
  local_memory,
  remote_memory
};

class Coherence {
 public:
  explicit Coherence(const MachineConfig& config);

  // Lines of `layout`, homed on `home`, held by nobody. Freed lines are used again.
  Block allocate(const Layout& layout, NodeId home);
  void release(const Block& block);

  const LineState& state(LineId line) const { return states_[line]; }
  // Where the line's directory entry is: a hint for the host.
  const void* place_of(LineId line) const { return &entries_[line]; }

  // The ordering point of a request made now, and the time of the request's arrival there.
  struct Route {
    bool at_home;
    SimTime arrival;
  };
  Route route(LineId line, CpuId requester, SimTime now) const;
  // Makes known that a request is under way, whose grant others may run past; once it is granted,
  // withdraw() must follow.
  void announce(LineId line) {
    ++entries_[line].announced;
    states_[line].mark |= LineState::requested;
  }
  void withdraw(LineId line) {
    Entry& entry = entries_[line];
    TICKSTORM_CHECK(entry.announced > 0, "a request was withdrawn that nobody announced");
    if (--entry.announced == 0) states_[line].mark &= ~LineState::requested;
  }
  // Whether every copy of the line is in the last-level-cache domain of `cpu`.
  bool inside_domain(LineId line, CpuId cpu) const;
  SimDuration to_home(LineId line, CpuId cpu) const {
    return net_.cpu_to_node(cpu, entries_[line].home);
  }

  struct Grant {
    SimTime done;         // The requester has the line and its operation happens.
    std::uint32_t stamp;  // Of the copy it gets.
    Source source;
  };
  struct Request {
    LineId line;
    CpuId cpu;
    bool write;
    bool holds;    // The requester still has a valid copy: an upgrade, no data needed.
    bool at_home;  // As route() said.
  };
  // Grants a request that arrived at `now`. `watcher(cpu, when)` is told of each CPU that is parked
  // on the line and loses its copy.
  template <class Watcher>
  Grant grant(const Request& request, SimTime now, const Watcher& watcher) {
    const Grant result = request.write ? grant_write(request, now) : grant_read(request, now);
    if (request.write && entries_[request.line].watched) {
      wake_watchers(request.line, request.cpu, watcher);
    }
    return result;
  }
  // The granted access takes until `done` to finish, beyond the arrival of the line.
  void extend(LineId line, bool write, SimTime done);
  // When the next request of the line may be granted.
  SimTime free_at(LineId line) const { return entries_[line].busy_until; }

  // Whether a copy with `stamp` that a write has since been granted over still serves `cpu` at
  // `now`; for a write, whether `cpu` still is the owner although a grant has named another.
  bool still_serves(LineId line, CpuId cpu, std::uint32_t stamp, bool write, SimTime now) const;
  // When the copy of `cpu` dies under the latest write grant.
  SimTime dies_at(LineId line, CpuId cpu) const;

  // Parks `cpu` on the line until its copy dies.
  void watch(LineId line, CpuId cpu) {
    entries_[line].watched = true;
    watchers_.push_back({line, cpu});
  }
  void unwatch(CpuId cpu);

  const Interconnect& interconnect() const { return net_; }

 private:
  struct alignas(64) Entry {
    SimTime busy_until{};  // No further grant before this.
    SimTime filled_at{};   // The last granted copy arrives.
    SimTime owned_at{};    // The owner's write is done: the least time it can give the line away.
    SimTime granted_at{};  // Latest write grant: start.
    SimTime exclusive_until{};  // `last_owner` may write until here.
    // 0: nobody. Up to 64 CPUs: a bit per CPU. Above: one_sharer | cpu, or the index of a set in
    // sets_.
    std::uint64_t sharers = 0;
    CpuId writer = 0;  // Requester of the latest write grant.
    std::uint16_t last_owner = UINT16_MAX;
    std::uint16_t supplier = UINT16_MAX;  // Owner of an owned (dirty shared) line.
    std::uint16_t home = 0;
    std::uint16_t announced = 0;  // Requests under way that others must know of.
    bool granted_at_home = true;
    bool watched = false;  // Some CPU may be parked on the line.
  };
  static constexpr std::uint64_t one_sharer = 1ULL << 63;
  struct Watch {
    LineId line;
    CpuId cpu;
  };

  Grant grant_read(const Request& request, SimTime now);
  Grant grant_write(const Request& request, SimTime now);
  Grant take_from(const Entry& entry, const Request& request, std::uint16_t holder, SimTime start,
                  SimTime& switched) const;
  SimTime start_of(Entry& entry, bool at_home, SimTime now);
  SimDuration point_to_cpu(const Entry& entry, CpuId requester, bool at_home, CpuId cpu) const;
  SimDuration point_leg(bool at_home, NodeId home, CpuId requester, CpuId cpu) const;
  SimDuration supply(const Entry& entry, CpuId requester, bool at_home, Source& source) const;
  SimDuration collect_acknowledgements(const Entry& entry, CpuId requester, bool at_home) const;
  Source source_of(CpuId owner, CpuId requester) const;

  void share(Entry& entry, CpuId cpu);
  void unshare_all(Entry& entry);
  bool all_in_domain(const Entry& entry, const LineState& state, std::uint32_t domain) const;
  template <class F>
  void for_each_sharer(const Entry& entry, const F& f) const;
  template <class WatcherFn>
  void wake_watchers(LineId line, CpuId writer, const WatcherFn& watcher) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < watchers_.size(); ++i) {
      const Watch watch = watchers_[i];
      if (watch.line == line && watch.cpu != writer) {
        watcher(watch.cpu, dies_at(line, watch.cpu));
      } else {
        watchers_[kept++] = watch;
      }
    }
    watchers_.resize(kept);
    entries_[line].watched = false;
  }

  CoherenceCosts costs_;
  Protocol protocol_;
  Snoop snoop_;
  Interconnect net_;
  std::uint32_t cpus_;
  std::vector<LineState> states_;                 // Indexed by LineId.
  std::vector<Entry> entries_;                    // Indexed by LineId.
  std::vector<std::vector<std::uint64_t>> sets_;  // Sharers on machines of more than 64 CPUs.
  std::vector<std::uint32_t> free_sets_;
  std::vector<std::vector<LineId>> free_blocks_;  // By number of lines.
  std::vector<SimTime> agent_free_;               // Per home node.
  std::vector<Watch> watchers_;                   // In the order of their parking.
};

}  // namespace tickstorm
