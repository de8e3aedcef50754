// Programs on single CPUs of a tiny machine, without a kernel.

#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "support/tiny_machine.h"

namespace tickstorm::support {

// A machine whose CPUs each run one coroutine.
class CpuPrograms {
 public:
  explicit CpuPrograms(const MachineConfig& config) : machine(config) {}

  Cpu& cpu(CpuId id) { return machine.cpu(id); }
  // A variable alone in its line, homed on `home`.
  Cell<std::uint64_t>& variable(NodeId home, std::uint64_t value = 0) {
    cells_.push_back(
        std::make_unique<Cell<std::uint64_t>>(machine.allocate(one_, home).first, value));
    return *cells_.back();
  }
  // Gives `cpu` its program.
  void start(CpuId id, Co<void> program) {
    strands_.push_back(std::make_unique<Strand>());
    strands_.back()->start(std::move(program), machine.engine().ready());
    cpu(id).boot(*strands_.back());
  }
  void run() { machine.engine().run(); }

  Machine machine;

 private:
  Layout one_{64, {0}};
  std::vector<std::unique_ptr<Cell<std::uint64_t>>> cells_;
  std::vector<std::unique_ptr<Strand>> strands_;
};

// Lets the CPU's clock reach `at`, at which everything before has happened.
inline Co<void> wait_until(Cpu& cpu, SimTime at) {
  co_await Compute{&cpu, at - cpu.clock()};
  co_await InOrder{&cpu};
}

}  // namespace tickstorm::support
