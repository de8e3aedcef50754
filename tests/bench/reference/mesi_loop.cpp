// The directory of the MESI loop: what a miss or an upgrade does to the other CPUs' copies.

#include "bench/reference/mesi_loop.h"

namespace tickstorm::bench::reference {

Mesi MesiLoop::state(std::uint32_t cpu, std::uint32_t line) const {
  const TagWord key = key_of(line);
  const TagSet& inner = l1_[l1_index(cpu, line)];
  const std::uint32_t in_l1 = find_way(inner, key);
  if (in_l1 != not_found) return state_of(inner.way[in_l1]);
  const TagSet& outer = l2_[l2_index(cpu, line)];
  const std::uint32_t in_l2 = find_way(outer, key);
  return in_l2 == not_found ? Mesi::invalid : state_of(outer.way[in_l2]);
}

bool MesiLoop::is_holder(std::uint32_t cpu, std::uint32_t line) const {
  const Entry& entry = directory_[line];
  if (entry.owner == cpu) return true;
  return entry.sharers != nobody && sharers_[entry.sharers].has(cpu);
}

void MesiLoop::upgrade(std::uint32_t cpu, std::uint32_t line) {
  Entry& entry = directory_[line];
  const std::uint64_t cost = invalidate_others(cpu, line, entry);
  entry.owner = cpu;
  cpus_[cpu].clock += request_cycles + response_cycles + distance(cpu, home_of(line)) + cost;
}

Mesi MesiLoop::fetch_to_read(std::uint32_t cpu, std::uint32_t line) {
  Entry& entry = directory_[line];
  std::uint64_t cost = request_cycles + response_cycles + distance(cpu, home_of(line));
  Mesi state = Mesi::shared;
  if (entry.owner != nobody) {
    set_state(entry.owner, line, Mesi::shared);
    cost += distance(cpu, entry.owner / cpus_per_socket_);
    SharerMap& sharers = sharers_of(entry);
    sharers.add(entry.owner);
    sharers.add(cpu);
    entry.owner = nobody;
  } else if (entry.sharers != nobody && !sharers_[entry.sharers].is_empty()) {
    sharers_[entry.sharers].add(cpu);
  } else {
    entry.owner = cpu;
    state = Mesi::exclusive;
  }
  cpus_[cpu].clock += cost;
  return state;
}

Mesi MesiLoop::fetch_to_write(std::uint32_t cpu, std::uint32_t line) {
  Entry& entry = directory_[line];
  std::uint64_t cost = request_cycles + response_cycles + distance(cpu, home_of(line));
  if (entry.owner != nobody) {
    drop(entry.owner, line);
    cost += distance(cpu, entry.owner / cpus_per_socket_) + invalidate_cycles;
  } else {
    cost += invalidate_others(cpu, line, entry);
  }
  entry.owner = cpu;
  cpus_[cpu].clock += cost;
  return Mesi::modified;
}

std::uint64_t MesiLoop::invalidate_others(std::uint32_t cpu, std::uint32_t line, Entry& entry) {
  if (entry.sharers == nobody) return 0;
  std::uint64_t cost = 0;
  sharers_[entry.sharers].drain([&](std::uint32_t sharer) {
    if (sharer == cpu) return;
    drop(sharer, line);
    cost += invalidate_cycles;
  });
  return cost;
}

void MesiLoop::evict(std::uint32_t cpu, TagWord victim) {
  const std::uint32_t line = line_of(victim);
  remove(l1_[l1_index(cpu, line)], victim & ~3U);
  Entry& entry = directory_[line];
  if (entry.owner == cpu) {
    entry.owner = nobody;
  } else {
    sharers_[entry.sharers].remove(cpu);
  }
}

void MesiLoop::set_state(std::uint32_t cpu, std::uint32_t line, Mesi state) {
  const TagWord key = key_of(line);
  for (TagSet* set : {&l1_[l1_index(cpu, line)], &l2_[l2_index(cpu, line)]}) {
    const std::uint32_t found = find_way(*set, key);
    if (found != not_found) set->way[found] = with_state(key, state);
  }
}

void MesiLoop::drop(std::uint32_t cpu, std::uint32_t line) {
  remove(l1_[l1_index(cpu, line)], key_of(line));
  remove(l2_[l2_index(cpu, line)], key_of(line));
}

SharerMap& MesiLoop::sharers_of(Entry& entry) {
  if (entry.sharers == nobody) {
    entry.sharers = static_cast<std::uint32_t>(sharers_.size());
    sharers_.emplace_back(cpus());
  }
  return sharers_[entry.sharers];
}

std::uint32_t MesiLoop::home_of(std::uint32_t line) const {
  const std::uint32_t owner = line / private_lines;
  return owner < cpus() ? owner / cpus_per_socket_ : line % sockets;
}

}  // namespace tickstorm::bench::reference
