// Grants: the latency formulas of the machine model, rows 5 to 13, and the bookkeeping of copies.

#include "tickstorm/machine/coherence.h"

#include <algorithm>

#include "tickstorm/sim/check.h"

namespace tickstorm {
namespace {
constexpr std::uint16_t nobody = UINT16_MAX;
constexpr SimDuration one_ps{1};

std::uint32_t next_stamp(const LineState& state) {
  return (state.mark + 1) & ~LineState::requested;
}

}  // namespace

Coherence::Coherence(const MachineConfig& config)
    : costs_(config.coherence),
      protocol_(config.protocol),
      snoop_(config.snoop),
      net_(config),
      cpus_(config.topology.cpus()),
      states_(1),
      entries_(1),
      sets_(1),
      agent_free_(config.topology.sockets) {}

Block Coherence::allocate(const Layout& layout, NodeId home) {
  const std::uint32_t lines = layout.lines();
  Block block{no_line, &layout};
  if (lines < free_blocks_.size() && !free_blocks_[lines].empty()) {
    block.first = free_blocks_[lines].back();
    free_blocks_[lines].pop_back();
  } else {
    block.first = static_cast<LineId>(states_.size());
    const std::size_t size = states_.size() + lines;
    if (size > states_.capacity()) {
      // Doubling would leave half of the biggest tables of a simulation unused.
      states_.reserve(size + size / 4);
      entries_.reserve(size + size / 4);
    }
    states_.resize(size);
    entries_.resize(size);
  }
  for (LineId line = block.first; line < block.first + lines; ++line) {
    entries_[line] = Entry{};
    states_[line].placement = layout.placement();
    entries_[line].home = static_cast<std::uint16_t>(home);
  }
  return block;
}

void Coherence::release(const Block& block) {
  const std::uint32_t lines = block.layout->lines();
  for (LineId line = block.first; line < block.first + lines; ++line) {
    unshare_all(entries_[line]);
    TICKSTORM_CHECK(!states_[line].is_requested(), "memory was freed that a CPU still asks for");
    states_[line] = {next_stamp(states_[line]), nobody, Layout::everywhere};
  }
  if (free_blocks_.size() <= lines) free_blocks_.resize(lines + 1);
  free_blocks_[lines].push_back(block.first);
}

Coherence::Route Coherence::route(LineId line, CpuId requester, SimTime now) const {
  if (inside_domain(line, requester)) return {false, now + costs_.leg_domain};
  return {true, now + to_home(line, requester)};
}

bool Coherence::inside_domain(LineId line, CpuId cpu) const {
  return net_.shared_cache() && all_in_domain(entries_[line], states_[line], net_.domain_of(cpu));
}

void Coherence::extend(LineId line, bool write, SimTime done) {
  Entry& entry = entries_[line];
  entry.filled_at = std::max(entry.filled_at, done);
  if (write) entry.owned_at = std::max(entry.owned_at, done);
}

SimTime Coherence::start_of(Entry& entry, bool at_home, SimTime now) {
  SimTime start = std::max(now, entry.busy_until);
  if (at_home && costs_.occupancy_agent.ps > 0) {
    SimTime& agent = agent_free_[entry.home];
    start = std::max(start, agent);
    agent = start + costs_.occupancy_agent;
  }
  return start;
}

SimDuration Coherence::point_to_cpu(const Entry& entry, CpuId requester, bool at_home,
                                    CpuId cpu) const {
  return point_leg(at_home, entry.home, requester, cpu);
}

SimDuration Coherence::point_leg(bool at_home, NodeId home, CpuId requester, CpuId cpu) const {
  if (at_home) return net_.cpu_to_node(cpu, home);
  return net_.domain_of(cpu) == net_.domain_of(requester) ? costs_.leg_domain
                                                          : net_.between_cpus(requester, cpu);
}

Source Coherence::source_of(CpuId owner, CpuId requester) const {
  if (net_.domain_of(owner) == net_.domain_of(requester)) return Source::domain_cache;
  return net_.node_of(owner) == net_.node_of(requester) ? Source::local_cache
                                                        : Source::remote_cache;
}

// Where clean data comes from, and how long the source takes.
SimDuration Coherence::supply(const Entry& entry, CpuId requester, bool at_home,
                              Source& source) const {
  if (!at_home) {
    source = Source::domain_cache;
    return costs_.llc;
  }
  bool cached_at_home = false;
  if (net_.shared_cache()) {
    for_each_sharer(entry, [&](CpuId cpu) {
      cached_at_home = cached_at_home || net_.node_of(cpu) == entry.home;
    });
  }
  const bool local = net_.node_of(requester) == entry.home;
  if (cached_at_home) {
    source = local ? Source::local_cache : Source::remote_cache;
    return costs_.llc;
  }
  source = local ? Source::local_memory : Source::remote_memory;
  return costs_.dram;
}

// Takes the line from the CPU that must supply it. `switched` becomes the time it lets go.
Coherence::Grant Coherence::take_from(const Entry& entry, const Request& request,
                                      std::uint16_t holder, SimTime start,
                                      SimTime& switched) const {
  const SimTime snooped = start + costs_.directory +
                          point_to_cpu(entry, request.cpu, request.at_home, holder) +
                          costs_.snoop_owner;
  switched = std::max(snooped, entry.owned_at + costs_.hold);
  const bool sibling = net_.siblings(holder, request.cpu) && costs_.smt_sibling.ps > 0;
  const SimDuration leg = sibling ? costs_.smt_sibling : net_.between_cpus(holder, request.cpu);
  return {switched + leg, 0, source_of(holder, request.cpu)};
}

Coherence::Grant Coherence::grant_read(const Request& request, SimTime now) {
  Entry& entry = entries_[request.line];
  LineState& state = states_[request.line];
  const SimTime start = start_of(entry, request.at_home, now);
  const std::uint16_t holder = state.owner != nobody ? state.owner : entry.supplier;
  Grant result{};
  SimTime switched = start;
  if (holder != nobody && holder != request.cpu) {
    result = take_from(entry, request, holder, start, switched);
    const bool crosses = request.at_home && result.source != Source::domain_cache;
    if (crosses && state.owner != nobody) result.done += costs_.memory_directory;
    share(entry, holder);
    entry.supplier = protocol_ == Protocol::moesi ? holder : nobody;
  } else {
    const SimDuration data = supply(entry, request.cpu, request.at_home, result.source);
    result.done = start + costs_.directory + data +
                  point_to_cpu(entry, request.cpu, request.at_home, request.cpu);
  }
  result.stamp = state.stamp();
  const bool sole = holder == nobody && entry.sharers == 0;
  if (state.owner != nobody && state.owner != request.cpu) {
    entry.last_owner = state.owner;
    entry.exclusive_until = switched;
    state.owner = nobody;
  }
  if (sole) {
    state.owner = static_cast<std::uint16_t>(request.cpu);
    entry.owned_at = result.done;
  }
  share(entry, request.cpu);
  entry.busy_until = switched + costs_.occupancy_read;
  entry.filled_at = std::max(entry.filled_at, result.done);
  return result;
}

// The time from the grant until every other holder has answered the requester.
SimDuration Coherence::collect_acknowledgements(const Entry& entry, CpuId requester,
                                                bool at_home) const {
  SimDuration worst = point_to_cpu(entry, requester, at_home, requester);
  std::uint32_t domains_told = 0;
  std::uint32_t last_domain = UINT32_MAX;
  std::uint32_t cores_told = 0;
  const auto tell = [&](CpuId cpu) {
    if (cpu == requester) return;
    const std::uint32_t domain = net_.domain_of(cpu);
    cores_told = domain == last_domain ? cores_told + 1 : 0;
    if (domain != last_domain) ++domains_told;
    last_domain = domain;
    const SimDuration fan = costs_.fan_domain * (domains_told - 1) + costs_.fan_core * cores_told;
    worst = std::max(worst, fan + point_to_cpu(entry, requester, at_home, cpu) + costs_.invalidate +
                                net_.between_cpus(cpu, requester));
  };
  if (snoop_ == Snoop::broadcast && at_home) {
    for (CpuId cpu = 0; cpu < cpus_; ++cpu)
      tell(cpu);
  } else {
    for_each_sharer(entry, tell);
  }
  return worst;
}

Coherence::Grant Coherence::grant_write(const Request& request, SimTime now) {
  Entry& entry = entries_[request.line];
  LineState& state = states_[request.line];
  const SimTime start = start_of(entry, request.at_home, now);
  const std::uint16_t holder = state.owner != nobody ? state.owner : entry.supplier;
  const SimDuration answer = point_to_cpu(entry, request.cpu, request.at_home, request.cpu);
  Grant result{};
  SimTime switched = start;
  if (holder != nobody && holder != request.cpu) {
    result = take_from(entry, request, holder, start, switched);
  } else if (!request.holds) {
    const SimDuration data = supply(entry, request.cpu, request.at_home, result.source);
    result.done = start + costs_.directory + data + answer;
  } else {
    result.source = request.at_home ? Source::local_cache : Source::domain_cache;
    result.done = start + costs_.directory + answer;
  }
  SimTime last_effect = switched;
  if (state.owner == nobody && entry.sharers != 0) {
    const SimDuration answers = collect_acknowledgements(entry, request.cpu, request.at_home);
    result.done = std::max(result.done, start + costs_.directory + answers);
    last_effect = std::max(last_effect, result.done);
    if (request.at_home) result.done += costs_.memory_directory;
  }
  // An invalidation cannot be answered before the fill that it chases.
  result.done = std::max(result.done, entry.filled_at + one_ps);
  result.stamp = next_stamp(state);
  entry.last_owner = state.owner;
  entry.exclusive_until = switched;
  entry.granted_at = start;
  entry.granted_at_home = request.at_home;
  entry.writer = request.cpu;
  unshare_all(entry);
  share(entry, request.cpu);
  entry.supplier = nobody;
  state.mark = result.stamp | (state.mark & LineState::requested);
  state.owner = static_cast<std::uint16_t>(request.cpu);
  entry.busy_until = std::max(start + costs_.occupancy_write, last_effect);
  entry.filled_at = result.done;
  entry.owned_at = result.done;
  return result;
}

SimTime Coherence::dies_at(LineId line, CpuId cpu) const {
  const Entry& entry = entries_[line];
  if (entry.last_owner == cpu) return entry.exclusive_until;
  return entry.granted_at + costs_.directory +
         point_leg(entry.granted_at_home, entry.home, entry.writer, cpu);
}

bool Coherence::still_serves(LineId line, CpuId cpu, std::uint32_t stamp, bool write,
                             SimTime now) const {
  const Entry& entry = entries_[line];
  const std::uint32_t behind = (states_[line].stamp() - stamp) & ~LineState::requested;
  if (behind > 1) return false;
  if (write) return entry.last_owner == cpu && now < entry.exclusive_until;
  return behind == 0 || now < dies_at(line, cpu);
}

void Coherence::unwatch(CpuId cpu) {
  std::erase_if(watchers_, [cpu](const Watch& watch) { return watch.cpu == cpu; });
}

// A line of a big machine gets a set of its own with its second sharer.
void Coherence::share(Entry& entry, CpuId cpu) {
  if (cpus_ <= 64) {
    entry.sharers |= 1ULL << cpu;
    return;
  }
  if (entry.sharers == 0 || entry.sharers == (one_sharer | cpu)) {
    entry.sharers = one_sharer | cpu;
    return;
  }
  if ((entry.sharers & one_sharer) != 0) {
    const CpuId first = static_cast<CpuId>(entry.sharers & ~one_sharer);
    if (free_sets_.empty()) {
      entry.sharers = sets_.size();
      sets_.emplace_back((cpus_ + 63) / 64);
    } else {
      entry.sharers = free_sets_.back();
      free_sets_.pop_back();
    }
    sets_[entry.sharers][first / 64] |= 1ULL << (first % 64);
  }
  sets_[entry.sharers][cpu / 64] |= 1ULL << (cpu % 64);
}

void Coherence::unshare_all(Entry& entry) {
  if (cpus_ > 64 && entry.sharers != 0 && (entry.sharers & one_sharer) == 0) {
    std::fill(sets_[entry.sharers].begin(), sets_[entry.sharers].end(), 0);
    free_sets_.push_back(static_cast<std::uint32_t>(entry.sharers));
  }
  entry.sharers = 0;
}

template <class F>
void Coherence::for_each_sharer(const Entry& entry, const F& f) const {
  if (entry.sharers == 0) return;
  if (cpus_ > 64 && (entry.sharers & one_sharer) != 0) {
    f(static_cast<CpuId>(entry.sharers & ~one_sharer));
    return;
  }
  const std::uint64_t* words = cpus_ <= 64 ? &entry.sharers : sets_[entry.sharers].data();
  const std::uint32_t count = (cpus_ + 63) / 64;
  for (std::uint32_t w = 0; w < count; ++w) {
    for (std::uint64_t rest = words[w]; rest != 0; rest &= rest - 1) {
      f(w * 64 + static_cast<CpuId>(__builtin_ctzll(rest)));
    }
  }
}

bool Coherence::all_in_domain(const Entry& entry, const LineState& state,
                              std::uint32_t domain) const {
  if (state.owner != nobody) return net_.domain_of(state.owner) == domain;
  bool inside = entry.sharers != 0;
  for_each_sharer(entry, [&](CpuId cpu) { inside = inside && net_.domain_of(cpu) == domain; });
  return inside;
}

}  // namespace tickstorm
