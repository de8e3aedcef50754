// One row per key, grouped as the files are.

#include "scenario/keys.h"

#include <array>
#include <type_traits>
#include <utility>

namespace tickstorm::scenario {
namespace {

std::int64_t to_number(SimDuration v) {
  return v.ps;
}
std::int64_t to_number(Cycles v) {
  return v.n;
}
std::int64_t to_number(Hertz v) {
  return v.hz;
}
template <typename T>
std::int64_t to_number(T v) {
  return static_cast<std::int64_t>(v);
}

template <typename T>
T from_number(std::int64_t n) {
  if constexpr (std::is_aggregate_v<T>) {
    return T{n};  // SimDuration, Cycles, Hertz.
  } else {
    return static_cast<T>(n);
  }
}

// The field at the end of a chain of member pointers: field<&Setup::kernel, &KernelConfig::hz>.
template <auto First, auto... Rest>
auto& field(auto& object) {
  if constexpr (sizeof...(Rest) == 0) {
    return object.*First;
  } else {
    return field<Rest...>(object.*First);
  }
}

template <auto... Path>
constexpr Binding to() {
  return {.get = [](const Setup& s) { return to_number(field<Path...>(s)); },
          .set =
              [](Setup& s, std::int64_t n) {
                auto& target = field<Path...>(s);
                target = from_number<std::remove_reference_t<decltype(target)>>(n);
              },
          .get_text = nullptr,
          .set_text = nullptr};
}

template <auto... Path>
constexpr Binding to_text() {
  return {.get = nullptr,
          .set = nullptr,
          .get_text = [](const Setup& s) -> const std::string& { return field<Path...>(s); },
          .set_text = [](Setup& s, std::string text) { field<Path...>(s) = std::move(text); }};
}

constexpr std::int64_t ns = 1'000;
constexpr std::int64_t us = 1'000 * ns;
constexpr std::int64_t ms = 1'000 * us;
constexpr std::int64_t s = 1'000 * ms;
constexpr std::int64_t hour = 3'600 * s;
constexpr std::int64_t mhz = 1'000'000;
constexpr std::int64_t exact_in_json = (std::int64_t{1} << 53) - 1;
constexpr bool required = true;

using enum KeyType;
using M = MachineConfig;
using T = Topology;
using L = CacheLevel;
using C = CoherenceCosts;
using E = EntryCosts;
using K = KernelConfig;
using W = workload::WorkloadConfig;

constexpr Key group(std::string_view path, std::string_view sentence, bool must = false) {
  return {path, object, 0, 0, {}, must, {}, sentence};
}
constexpr Key special(std::string_view path, KeyType type, std::string_view sentence,
                      bool must = false) {
  return {path, type, 0, 0, {}, must, {}, sentence};
}
constexpr Key choice(std::string_view path, std::string_view names, Binding binding,
                     std::string_view sentence, bool must = false) {
  return {path, enumeration, 0, 0, names, must, binding, sentence};
}

// Costs of the coherence model and of kernel entry: every profile must state each of them, since a
// forgotten one would silently be free.
template <auto Field>
constexpr Key coherence(std::string_view path, std::string_view sentence) {
  return {path,    duration, 0, 100 * us, {}, required, to<&Setup::machine, &M::coherence, Field>(),
          sentence};
}
template <auto Field>
constexpr Key entry(std::string_view path, std::string_view sentence) {
  return {path, duration, 0, ms, {}, required, to<&Setup::machine, &M::entry, Field>(), sentence};
}
template <auto Field>
constexpr Key topology(std::string_view path, std::int64_t most, std::string_view sentence,
                       bool must = false) {
  return {path, integer, 1, most, {}, must, to<&Setup::machine, &M::topology, Field>(), sentence};
}
template <auto Level, auto Field>
constexpr Key cache(std::string_view path, std::int64_t least, std::int64_t most, bool must,
                    std::string_view sentence) {
  return {path, integer, least, most, {}, must, to<&Setup::machine, Level, Field>(), sentence};
}

constexpr std::array top_rows = {
    special("$schema", text, "Where the schema is, for editors; ignored."),
    special("name", text, "Short name of the scenario, for reports.", required),
    special("question", text, "The one question this file answers.", required),
    special("machine", machine,
            "A preset's name, a path ending in .json relative to this file, or a machine in place.",
            required),
    group("kernel", "How the simulated kernel is configured."),
    group("workload", "What the simulated program does.", required),
    special("variants", variants,
            "What is compared: a name and its overrides, each a path and a value."),
    group("stop", "When a run ends."),
    group("engine", "Switches of the simulator; only the seed can change a result."),
    special("sweep", sweep, "Paths and the values each takes; `sweep` runs the cross product."),
    special("expect", expectations, "Published figures to stand beside the simulated ones."),
    special("expect_hung", variant_list, "Variants that are expected to hang."),
};

constexpr std::array kernel_rows = {
    Key{"kernel.hz",
        integer,
        50,
        10'000,
        {},
        false,
        to<&Setup::kernel, &K::hz>(),
        "Timer ticks per second and CPU."},
    choice("kernel.tick_phase", "aligned half staggered", to<&Setup::kernel, &K::tick_phase>(),
           "How the CPUs' ticks lie: together, over half a period, or over the whole period."),
    choice("kernel.scheduler", "o1", to<&Setup::kernel, &K::scheduler>(), "The scheduler."),
    choice("kernel.spinlock", "byte ticket", to<&Setup::kernel, &K::spinlock>(),
           "Spinlocks: unfair byte locks or fair ticket locks."),
    choice("kernel.rwlock", "counting queued", to<&Setup::kernel, &K::rwlock>(),
           "Reader-writer locks: a counter that starves writers, or a fair queue."),
    Key{"kernel.itimer",
        itimer,
        0,
        0,
        {},
        false,
        to_text<&Setup::kernel, &K::itimer>(),
        "How the CPU time of a process is accounted and its timers checked."},
    Key{"kernel.online_cpus",
        integer,
        0,
        4'096,
        {},
        false,
        to<&Setup::kernel, &K::online_cpus>(),
        "Only the first so many CPUs are used; 0 means all."},
    Key{"kernel.soft_lockup_after",
        duration,
        ms,
        hour,
        {},
        false,
        to<&Setup::kernel, &K::soft_lockup_after>(),
        "A soft lockup is reported when the watchdog thread did not run for so long."},
    Key{"kernel.hard_lockup_after",
        duration,
        ms,
        hour,
        {},
        false,
        to<&Setup::kernel, &K::hard_lockup_after>(),
        "A hard lockup is reported when a CPU took no timer interrupt for so long."},
    Key{"kernel.livelock_after",
        duration,
        ms,
        hour,
        {},
        false,
        to<&Setup::kernel, &K::livelock_after>(),
        "The run counts as hung when no user instruction ran anywhere for so long."},
};

constexpr std::array workload_rows = {
    Key{"workload.kind",
        workload,
        0,
        0,
        {},
        required,
        to_text<&Setup::workload, &W::kind>(),
        "The program."},
    Key{"workload.threads",
        integer,
        1,
        1'000'000,
        {},
        false,
        to<&Setup::workload, &W::threads>(),
        "Threads besides the main one."},
    Key{"workload.max_prime",
        integer,
        10,
        100'000'000,
        {},
        false,
        to<&Setup::workload, &W::max_prime>(),
        "Each thread looks for all primes below this."},
    Key{"workload.itimer_prof",
        duration,
        0,
        hour,
        {},
        false,
        to<&Setup::workload, &W::itimer_prof>(),
        "First expiry and interval of ITIMER_PROF; 0s leaves it off."},
    Key{"workload.itimer_prof_interval",
        duration,
        0,
        100 * hour,
        {},
        false,
        to<&Setup::workload, &W::itimer_prof_interval>(),
        "Interval if it differs from the first expiry; 0s means the same."},
};

constexpr std::array run_rows = {
    choice("stop.when", "workload-done", {}, "The run ends when the workload is done."),
    Key{"stop.at_most",
        duration,
        ms,
        100 * hour,
        {},
        false,
        to<&Setup::at_most>(),
        "The run is stopped at this simulated time."},
    Key{"engine.seed",
        integer,
        0,
        exact_in_json,
        {},
        false,
        to<&Setup::seed>(),
        "Decides which copies the finite caches lose."},
    Key{"engine.look_ahead",
        boolean,
        0,
        1,
        {},
        false,
        to<&Setup::machine, &M::look_ahead>(),
        "Lets a CPU run ahead where nothing can reach it; off is slower with the same result."},
    Key{"engine.bulk",
        boolean,
        0,
        1,
        {},
        false,
        to<&Setup::machine, &M::bulk>(),
        "Walks long scans in one step; off is slower with the same result."},
};

constexpr std::array expect_rows = {
    special("expect[].variant", variant, "The variant the figure belongs to.", required),
    special("expect[].metric", metric, "The metric, as `list` shows it.", required),
    Key{"expect[].value",
        number,
        0,
        exact_in_json,
        {},
        required,
        {},
        "The published figure, in the metric's unit."},
    special("expect[].within", tolerance,
            "How far the simulation may be off: a percentage, a factor, or at-most for a limit.",
            required),
    choice("expect[].role", "fit free", {},
           "fit: the figure set a parameter of the model; free: it is a prediction.", required),
    special("expect[].source", text, "Where the figure was published.", required),
};

constexpr std::array machine_rows = {
    Key{"machine.name",
        text,
        0,
        0,
        {},
        required,
        to_text<&Setup::machine, &M::name>(),
        "Name of the machine, for reports."},
    special("machine.about", text, "What the machine is and how far it can be trusted; ignored."),
    Key{"machine.line_bytes",
        size,
        16,
        1'024,
        {},
        false,
        to<&Setup::machine, &M::line_bytes>(),
        "Size of a cache line, a power of two."},
    Key{"machine.clock",
        frequency,
        mhz,
        100'000 * mhz,
        {},
        required,
        to<&Setup::machine, &M::clock>(),
        "Clock of every CPU."},
    group("machine.topology", "Sockets, cores, threads and who shares a cache.", required),
    topology<&T::sockets>("machine.topology.sockets", 256, "Sockets, each one NUMA node.",
                          required),
    topology<&T::cores_per_socket>("machine.topology.cores_per_socket", 1'024,
                                   "Cores of one socket.", required),
    topology<&T::threads_per_core>("machine.topology.threads_per_core", 8,
                                   "Hardware threads of one core."),
    topology<&T::cores_per_domain>("machine.topology.cores_per_domain", 1'024,
                                   "Cores that share the last shared cache; 1: nothing is shared."),
    special(
        "machine.topology.hops", distances,
        "Row by row, sockets x sockets: 0 the same socket, 1 one hop, 2 two hops; without it all "
        "sockets are one hop apart."),
    choice("machine.protocol", "mesi moesi mesif", to<&Setup::machine, &M::protocol>(),
           "Coherence protocol.", required),
    choice("machine.snoop", "directory broadcast", to<&Setup::machine, &M::snoop>(),
           "Who is asked on a miss: the home's directory or every socket.", required),
    choice("machine.arbitration", "fcfs drain", to<&Setup::machine, &M::arbitration>(),
           "Who gets a contended line: the oldest request, or first the domain that has it.",
           required),
    choice("machine.capacity", "off poisson", to<&Setup::machine, &M::capacity>(),
           "Private caches: unlimited, or losing lines by a Poisson rule."),
    group("machine.l1", "First-level data cache of a core.", required),
    cache<&M::l1, &L::sets>("machine.l1.sets", 1, 1 << 20, required, "Sets."),
    cache<&M::l1, &L::ways>("machine.l1.ways", 1, 64, required, "Lines in a set."),
    Key{"machine.l1.hit",
        duration,
        0,
        us,
        {},
        required,
        to<&Setup::machine, &M::l1, &L::hit>(),
        "Load-to-use latency of a hit."},
    group("machine.l2", "Second-level private cache of a core; without it there is none."),
    cache<&M::l2, &L::sets>("machine.l2.sets", 0, 1 << 20, required, "Sets; 0: no such cache."),
    cache<&M::l2, &L::ways>("machine.l2.ways", 0, 64, required, "Lines in a set."),
    Key{"machine.l2.hit",
        duration,
        0,
        us,
        {},
        required,
        to<&Setup::machine, &M::l2, &L::hit>(),
        "Load-to-use latency of a hit."},
    group("machine.coherence", "Costs of moving a line; legs are one-way.", required),
    coherence<&C::leg_domain>("machine.coherence.leg_domain", "Leg inside one cache domain."),
    coherence<&C::leg_socket>("machine.coherence.leg_socket",
                              "Leg to another domain, or to the home, of the same socket."),
    coherence<&C::leg_one_hop>("machine.coherence.leg_one_hop", "Leg to a socket one hop away."),
    coherence<&C::leg_two_hops>("machine.coherence.leg_two_hops", "Leg to a socket two hops away."),
    coherence<&C::directory>("machine.coherence.directory", "Look-up at the ordering point."),
    coherence<&C::snoop_owner>("machine.coherence.snoop_owner", "Look into the owner's cache."),
    coherence<&C::invalidate>("machine.coherence.invalidate", "Invalidation at one sharer."),
    coherence<&C::fan_domain>("machine.coherence.fan_domain", "Per further domain that is told."),
    coherence<&C::fan_core>("machine.coherence.fan_core", "Per further core inside one domain."),
    coherence<&C::locked>("machine.coherence.locked", "A locked operation on an owned line."),
    coherence<&C::memory_directory>("machine.coherence.memory_directory",
                                    "In-memory directory, per state change between domains."),
    coherence<&C::hold>("machine.coherence.hold", "Least tenure of a line after a fill."),
    coherence<&C::occupancy_read>("machine.coherence.occupancy_read",
                                  "Between two reads of one line."),
    coherence<&C::occupancy_write>("machine.coherence.occupancy_write",
                                   "Between two writes of one line."),
    coherence<&C::occupancy_agent>("machine.coherence.occupancy_agent",
                                   "Between two requests at one home, whatever the line."),
    coherence<&C::llc>("machine.coherence.llc", "Supply by a shared last-level cache."),
    coherence<&C::dram>("machine.coherence.dram",
                        "Supply by memory at its home, without the legs."),
    coherence<&C::smt_sibling>("machine.coherence.smt_sibling",
                               "Taking a line the sibling thread holds modified."),
    group("machine.entry", "Costs of kernel entry and of interrupts between CPUs.", required),
    entry<&E::syscall>("machine.entry.syscall", "Entry and exit of a system call together."),
    entry<&E::interrupt_entry>("machine.entry.interrupt_entry", "Entry of an interrupt."),
    entry<&E::interrupt_exit>("machine.entry.interrupt_exit", "Exit of an interrupt."),
    entry<&E::ipi_issue>("machine.entry.ipi_issue", "One write to the interrupt controller."),
    entry<&E::ipi_near>("machine.entry.ipi_near", "Flight of an IPI inside a socket."),
    entry<&E::ipi_far>("machine.entry.ipi_far", "Flight of an IPI to another socket."),
    entry<&E::context_switch>("machine.entry.context_switch",
                              "Switch of registers, stack and page tables."),
    entry<&E::page_fault>("machine.entry.page_fault", "One minor fault of a fresh page."),
    Key{"machine.memory_parallelism",
        integer,
        1,
        16,
        {},
        false,
        to<&Setup::machine, &M::memory_parallelism>(),
        "Independent misses of one record or loop step that overlap."},
    Key{"machine.relax",
        cycles,
        1,
        10'000,
        {},
        false,
        to<&Setup::machine, &M::relax>(),
        "One round of a polling loop with its PAUSE."},
};

constexpr std::array figure_rows = {
    special("figure.value", figure_value, "The number, in the form its key asks for.", required),
    choice(
        "figure.mark", "measured derived estimate fitted", {},
        "measured: published; derived: computed from published ones; estimate: nobody measured it; "
        "fitted: chosen so that the simulation meets a published figure.",
        required),
    special("figure.source", text, "Where the number comes from, or why it was assumed.", required),
};

template <std::size_t... Sizes>
constexpr auto concatenated(const std::array<Key, Sizes>&... parts) {
  std::array<Key, (Sizes + ...)> all{};
  std::size_t next = 0;
  const auto append = [&](const auto& part) {
    for (const Key& key : part)
      all[next++] = key;
  };
  (append(parts), ...);
  return all;
}

constexpr auto table = concatenated(top_rows, kernel_rows, workload_rows, run_rows, expect_rows,
                                    machine_rows, figure_rows);

}  // namespace

std::span<const Key> keys() {
  return table;
}

}  // namespace tickstorm::scenario
