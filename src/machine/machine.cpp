// Construction, arbitration of contended lines and the state hash.

#include "tickstorm/machine/machine.h"

#include <algorithm>

#include "tickstorm/sim/check.h"
#include "tickstorm/sim/rng.h"

namespace tickstorm {

Machine::Machine(const MachineConfig& config)
    : config_(config), coherence_(config), lifetimes_(config_) {
  const std::uint32_t count = config.topology.cpus();
  cpus_.reserve(count);
  for (CpuId id = 0; id < count; ++id)
    cpus_.push_back(std::make_unique<Cpu>(*this, id));
}

InterruptSink& Machine::interrupt_sink() {
  TICKSTORM_CHECK(sink_ != nullptr, "an interrupt arrived, but nobody handles interrupts");
  return *sink_;
}

void Machine::enqueue(LineId line, CpuId cpu) {
  auto at = std::find_if(queues_.begin(), queues_.end(),
                         [line](const auto& queue) { return queue->line == line; });
  if (at == queues_.end()) {
    queues_.push_back(std::make_unique<LineQueue>(LineQueue{this, line, {}}));
    at = std::prev(queues_.end());
    engine_.post(std::max(engine_.now(), coherence_.free_at(line)), EventClass::line, 0,
                 &Machine::serve_queue, at->get());
  }
  (*at)->waiting.push_back({cpu, false});
}

// The oldest request; under drain arbitration the oldest of the present batch, and with no batch
// left the domain of the oldest request makes the next one.
CpuId Machine::pick(LineQueue& queue) {
  if (config_.arbitration == Arbitration::fcfs) {
    const CpuId oldest = queue.waiting.front().cpu;
    queue.waiting.erase(queue.waiting.begin());
    return oldest;
  }
  const auto batched = [](const Waiting& w) { return w.in_batch; };
  auto at = std::find_if(queue.waiting.begin(), queue.waiting.end(), batched);
  if (at == queue.waiting.end()) {
    at = queue.waiting.begin();
    const Interconnect& net = coherence_.interconnect();
    const std::uint32_t domain = net.domain_of(at->cpu);
    for (Waiting& w : queue.waiting)
      w.in_batch = net.domain_of(w.cpu) == domain;
  }
  const CpuId cpu = at->cpu;
  queue.waiting.erase(at);
  return cpu;
}

void Machine::serve_queue(void* self) {
  auto& queue = *static_cast<LineQueue*>(self);
  Machine& machine = *queue.machine;
  Cpu& cpu = machine.cpu(machine.pick(queue));
  cpu.grant(cpu.top());
  machine.engine_.set(cpu.slot_, cpu.top().until);
  if (!queue.waiting.empty()) {
    machine.engine_.post(std::max(machine.engine_.now(), machine.coherence_.free_at(queue.line)),
                         EventClass::line, 0, &Machine::serve_queue, &queue);
    return;
  }
  std::erase_if(machine.queues_, [&queue](const auto& q) { return q.get() == &queue; });
}

std::uint64_t Machine::state_hash() const {
  std::uint64_t hash = 0;
  const auto add = [&hash](std::uint64_t value) { hash = mix64(hash ^ value); };
  for (const auto& cpu : cpus_) {
    const CpuStats& s = cpu->stats();
    add(static_cast<std::uint64_t>(cpu->clock().ps));
    add(s.l1_hits);
    add(s.l2_hits);
    for (const std::uint64_t misses : s.misses)
      add(misses);
    add(static_cast<std::uint64_t>(s.stalled.ps));
    add(s.interrupts);
    add(cpu->cache().touches());
  }
  return hash;
}

}  // namespace tickstorm
