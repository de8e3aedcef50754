// Machine: CPUs, memory and interrupt fabric of one simulation, and the engine that drives them.

#pragma once

#include <memory>
#include <vector>

#include "tickstorm/machine/coherence.h"
#include "tickstorm/machine/config.h"
#include "tickstorm/machine/cpu.h"
#include "tickstorm/sim/engine.h"

namespace tickstorm {

class Machine {
 public:
  // Throws InternalError if the configuration is not possible (scenario/parse reports that
  // earlier).
  explicit Machine(const MachineConfig& config);
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  const MachineConfig& config() const { return config_; }
  Engine& engine() { return engine_; }
  Coherence& coherence() { return coherence_; }
  Cpu& cpu(CpuId id) { return *cpus_[id]; }
  std::uint32_t cpus() const { return static_cast<std::uint32_t>(cpus_.size()); }
  NodeId node_of(CpuId cpu) const { return coherence_.interconnect().node_of(cpu); }
  // Lines of `layout`, homed on `home`, held by nobody.
  Block allocate(const Layout& layout, NodeId home) {
    lifetimes_.add(layout.placement());
    return coherence_.allocate(layout, home);
  }
  SimDuration cycles(Cycles n) const { return config_.clock.to_duration(n); }

  // Who handles interrupts; must be set before the first one arrives.
  void set_interrupt_sink(InterruptSink& sink) { sink_ = &sink; }
  InterruptSink& interrupt_sink();

  // A number over all CPUs' clocks, counters and cache states: equal runs, equal hash.
  std::uint64_t state_hash() const;

 private:
  friend class Cpu;
  // Requests of one line that wait for its last grant to take effect.
  struct Waiting {
    CpuId cpu;
    bool in_batch;
  };
  struct LineQueue {
    Machine* machine;
    LineId line;
    std::vector<Waiting> waiting;  // In order of arrival.
  };
  void enqueue(LineId line, CpuId cpu);
  static void serve_queue(void* queue);
  CpuId pick(LineQueue& queue);

  MachineConfig config_;
  Engine engine_;
  Coherence coherence_;
  LifetimeTables lifetimes_;
  std::vector<std::unique_ptr<Cpu>> cpus_;
  std::vector<std::unique_ptr<LineQueue>> queues_;  // Of the lines that are contended now.
  InterruptSink* sink_ = nullptr;
};

}  // namespace tickstorm
