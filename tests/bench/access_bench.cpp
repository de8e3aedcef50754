// Coherent accesses on the whole machine model: one coroutine per CPU, values, global order, finite
// private caches; with run-ahead and without. And the bulk walk over many lines.

#include <string>
#include <utility>
#include <vector>

#include "bench/families.h"
#include "bench/memory.h"
#include "bench/workload.h"
#include "tickstorm/machine/access.h"
#include "tickstorm/machine/machine.h"
#include "tickstorm/sim/process.h"

namespace tickstorm::bench {
namespace {

// The machine of the MESI loop, in cycles of one nanosecond: 4 for a hit, 10 more for the second
// level, 110 for memory at the own socket, 150 at another one.
MachineConfig access_config(std::uint32_t cpus, bool look_ahead) {
  MachineConfig c;
  c.topology.sockets = cpus < 8 ? cpus : 8;
  c.topology.cores_per_socket = cpus / c.topology.sockets;
  c.l1 = {.sets = 64, .ways = 8, .hit = nanoseconds(4)};
  c.l2 = {.sets = 512, .ways = 8, .hit = nanoseconds(14)};
  c.coherence.leg_domain = nanoseconds(40);
  c.coherence.leg_socket = nanoseconds(40);
  c.coherence.leg_one_hop = nanoseconds(60);
  c.coherence.leg_two_hops = nanoseconds(60);
  c.coherence.directory = nanoseconds(20);
  c.coherence.snoop_owner = nanoseconds(10);
  c.coherence.invalidate = nanoseconds(10);
  c.coherence.locked = nanoseconds(4);
  c.coherence.occupancy_read = nanoseconds(10);
  c.coherence.occupancy_write = nanoseconds(10);
  c.coherence.dram = nanoseconds(10);
  c.entry.ipi_near = nanoseconds(500);
  c.entry.ipi_far = nanoseconds(500);
  c.look_ahead = look_ahead;
  return c;
}

using Value = Cell<std::uint64_t>;

// CPUs that access private and shared lines as the MESI loop's do.
class AccessMachine {
 public:
  // Each CPU stops after `rounds` times the ten accesses of op_pattern. With `shared` = 0 all go to
  // private lines.
  AccessMachine(std::uint32_t cpus, bool look_ahead, std::uint64_t rounds,
                std::uint32_t shared = shared_lines)
      : machine_(access_config(cpus, look_ahead)),
        shared_(shared),
        own_(std::size_t{cpus} * private_lines),
        strands_(cpus) {
    const std::uint32_t sockets = machine_.config().topology.sockets;
    for (std::uint32_t i = 0; i < shared; ++i)
      shared_[i].place(machine_.allocate(one_line_, i % sockets).first);
    for (std::uint32_t i = 0; i < own_.size(); ++i) {
      const NodeId home = machine_.node_of(i / private_lines);
      own_[i].place(machine_.allocate(one_line_, home).first);
    }
    for (CpuId id = 0; id < cpus; ++id) {
      strands_[id].start(work(machine_.cpu(id), rounds), machine_.engine().ready());
      machine_.cpu(id).boot(strands_[id]);
    }
  }

  // Lets the CPUs go on for about `count` accesses in all; returns how many there were.
  std::int64_t run(std::int64_t count) {
    const std::int64_t before = done_;
    stop_at_ = done_ + count;
    machine_.engine().run();
    return done_ - before;
  }
  std::uint64_t state_hash() const { return machine_.state_hash(); }

 private:
  Value& choose(Value* own, XorShift& random) {
    const LineChoice choice = choose_line(random);
    if (choice.is_shared && !shared_.empty()) return shared_[choice.index];
    return own[choice.index % private_lines];
  }

  // The ten steps are written out, because both sides of the comparison know their operations.
  Co<void> work(Cpu& cpu, std::uint64_t rounds) {
    using Add = Locked<std::uint64_t, AddTo>;
    XorShift random{cpu.id()};
    Value* const own = &own_[std::size_t{cpu.id()} * private_lines];
    std::uint64_t sum = 0;
    for (; rounds > 0; --rounds) {
      sum += co_await Load<std::uint64_t>{&cpu, &choose(own, random)};
      co_await Store<std::uint64_t>{&cpu, &choose(own, random), sum};
      sum += co_await Load<std::uint64_t>{&cpu, &choose(own, random)};
      sum += co_await Load<std::uint64_t>{&cpu, &choose(own, random)};
      sum += co_await Add{&cpu, &choose(own, random), 1};
      sum += co_await Load<std::uint64_t>{&cpu, &choose(own, random)};
      sum += co_await Load<std::uint64_t>{&cpu, &choose(own, random)};
      co_await Store<std::uint64_t>{&cpu, &choose(own, random), sum};
      sum += co_await Load<std::uint64_t>{&cpu, &choose(own, random)};
      sum += co_await Load<std::uint64_t>{&cpu, &choose(own, random)};
      done_ += std::int64_t{op_pattern.size()};
      if (done_ >= stop_at_) machine_.engine().stop();
    }
  }

  Machine machine_;
  Layout one_line_{64, {0}};
  std::vector<Value> shared_;
  std::vector<Value> own_;
  std::vector<Strand> strands_;
  std::int64_t done_ = 0;
  std::int64_t stop_at_ = INT64_MAX;
};

// An endless run for the rate, after a short one that ends by itself, for the hash of its results.
template <bool look_ahead>
class AccessSubject {
 public:
  explicit AccessSubject(std::uint32_t cpus)
      : cpus_(cpus),
        private_bytes_each_(bytes_each(cpus, &bytes_of_private)),
        before_(allocated()),
        hash_(hash_of(cpus)),
        endless_(cpus, look_ahead, UINT64_MAX) {}

  std::int64_t run() { return endless_.run(4096); }
  void describe(benchmark::State& state) {
    if (bytes_ == 0) bytes_ = allocated() - before_;
    state.SetLabel(std::to_string(hash_));
    state.counters["bytes_per_cpu"] = private_bytes_each_;
    // The same with the 4096 lines that all share, and everybody's copies of them.
    state.counters["with_shared"] = static_cast<double>(bytes_) / cpus_;
  }

 private:
  static std::uint64_t hash_of(std::uint32_t cpus) {
    AccessMachine machine(cpus, look_ahead, cpus > 1000 ? 20 : 200);
    machine.run(INT64_MAX);
    return machine.state_hash();
  }
  // What the engine, the CPUs and their 64 private lines each occupy.
  static std::size_t bytes_of_private(std::uint32_t cpus) {
    const std::size_t before = allocated();
    AccessMachine machine(cpus, look_ahead, UINT64_MAX, 0);
    machine.run(std::int64_t{cpus} * 1000);
    return allocated() - before;
  }

  std::uint32_t cpus_;
  double private_bytes_each_;
  std::size_t before_;
  std::size_t bytes_ = 0;
  std::uint64_t hash_;
  AccessMachine endless_;
};

// One CPU walks over records of five lines each, as a timer tick walks over the threads of a
// process. More lines than the first level holds, fewer than the second. Something else happens
// every 50 us.
class BurstMachine {
 public:
  static constexpr std::uint32_t records = 1300;
  static constexpr std::uint32_t lines_each = 5;

  explicit BurstMachine(std::uint32_t cpus) : machine_(config(cpus)) {
    const Layout record(64, {0, 64, 128, 192, 256});
    for (std::uint32_t i = 0; i < records; ++i) {
      const LineId first = machine_.allocate(record, 0).first;
      for (std::uint32_t line = 0; line < lines_each; ++line)
        lines_.push_back(first + line);
    }
    strand_.start(walk_for_ever(machine_.cpu(0)), machine_.engine().ready());
    machine_.cpu(0).boot(strand_);
    metronome_.start(beat(), SimTime{});
  }

  // Several walks over all records; returns the number of accesses.
  std::int64_t run() {
    const std::int64_t before = walks_;
    machine_.engine().run();
    return (walks_ - before) * records * lines_each;
  }
  void describe(benchmark::State& state) {
    const CpuStats& stats = machine_.cpu(0).stats();
    const auto l2 = static_cast<double>(stats.l2_hits);
    state.counters["l2_share"] = l2 / (l2 + static_cast<double>(stats.l1_hits));
  }

 private:
  struct Walker {
    const LineId* at;
    const LineId* end;
    std::uint32_t step = 0;

    bool done() const { return at == end; }
    LineId line() const { return *at; }
    bool starts_step() const { return step == 0; }
    void arrive(Cpu& cpu) {
      ++at;
      if (++step < lines_each) return;
      step = 0;
      cpu.spend(nanoseconds(5));
    }
  };

  static MachineConfig config(std::uint32_t cpus) {
    MachineConfig c = access_config(cpus, true);
    c.l2.sets = 1024;
    c.l2.ways = 16;
    return c;
  }

  Co<void> walk_for_ever(Cpu& cpu) {
    for (;;) {
      cpu.cache().begin_window();
      Walker walker{lines_.data(), lines_.data() + lines_.size()};
      while (!walker.done())
        co_await Burst<Walker>{&cpu, &walker, true};
      ++walks_;
    }
  }
  Co<void> beat() {
    for (;;) {
      for (int i = 0; i < 20; ++i)
        co_await metronome_.sleep(microseconds(50));
      machine_.engine().stop();
    }
  }

  Machine machine_;
  Process metronome_{machine_.engine(), machine_.cpus()};
  std::vector<LineId> lines_;
  Strand strand_;
  std::int64_t walks_ = 0;
};

}  // namespace

void register_access() {
  const auto run = [](auto& subject) { return subject.run(); };
  register_family<AccessSubject<true>>("ours/access", 256, run);
  register_family<AccessSubject<false>>("ours/access_strict", 256, run);
  register_family<BurstMachine>("ours/burst", 16, run);
}

}  // namespace tickstorm::bench
