// The table of metrics and where each comes from.

#include "experiment/metrics.h"

namespace tickstorm::experiment {
namespace {

struct Reading {
  Kernel& kernel;
  const ThreadGroup& group;
  CpuTimes charged;
  double tick_s;
  double elapsed_s;
};

double count(std::uint64_t n) {
  return static_cast<double>(n);
}

double user_s(const Reading& r) {
  return count(r.charged.user_ticks) * r.tick_s;
}
double system_s(const Reading& r) {
  return count(r.charged.system_ticks) * r.tick_s;
}
double cpu_s(const Reading& r) {
  return user_s(r) + system_s(r);
}
double signals(const Reading& r) {
  return count(r.group.signals_delivered);
}

template <class F>
double sum_cpus(const Reading& r, const F& value) {
  double sum = 0;
  for (CpuId cpu = 0; cpu < r.kernel.online_cpus(); ++cpu) {
    sum += value(r.kernel.machine().cpu(cpu).stats());
  }
  return sum;
}

struct Row {
  MetricInfo info;
  double (*read)(const Reading&);
};

constexpr Row rows[] = {
    {{"elapsed_s", "s", "wall-clock time of the workload"},
     [](const Reading& r) { return r.elapsed_s; }},
    {{"user_s", "s", "user CPU time as ticks charged it"}, user_s},
    {{"system_s", "s", "system CPU time as ticks charged it"}, system_s},
    {{"cpu_s", "s", "user and system CPU time as ticks charged it"}, cpu_s},
    {{"true_user_s", "s", "user CPU time that really ran"},
     [](const Reading& r) { return r.group.true_user.seconds(); }},
    {{"true_system_s", "s", "system CPU time that really ran, interrupts included"},
     [](const Reading& r) { return r.group.true_system.seconds(); }},
    {{"voluntary_switches", "count", "context switches of a thread that went to sleep"},
     [](const Reading& r) { return count(r.group.voluntary_switches); }},
    {{"involuntary_switches", "count", "context switches of a thread that could have gone on"},
     [](const Reading& r) { return count(r.group.involuntary_switches); }},
    {{"signals", "count", "SIGPROF handlers run"}, signals},
    {{"cpu_s_per_signal", "s", "CPU time charged per SIGPROF handler; 0 without signals"},
     [](const Reading& r) { return signals(r) == 0 ? 0 : cpu_s(r) / signals(r); }},
    {{"signals_dropped", "count", "expiries that found a SIGPROF still pending"},
     [](const Reading& r) { return count(r.group.signals_dropped); }},
    {{"clone_restarts", "count", "thread creations restarted because of a pending signal"},
     [](const Reading& r) { return count(r.group.clone_restarts); }},
    {{"threads_created", "count", "threads that the main thread got to create"},
     [](const Reading& r) { return count(r.group.threads_created); }},
    {{"l2_hits", "count", "accesses served by a private second-level cache"},
     [](const Reading& r) {
       return sum_cpus(r, [](const CpuStats& s) { return count(s.l2_hits); });
     }},
    {{"cache_transfers", "count", "accesses served by another cache"},
     [](const Reading& r) {
       return sum_cpus(
           r, [](const CpuStats& s) { return count(s.misses[0] + s.misses[1] + s.misses[2]); });
     }},
    {{"remote_transfers", "count", "accesses served by a cache of another socket"},
     [](const Reading& r) {
       return sum_cpus(r, [](const CpuStats& s) { return count(s.misses[2]); });
     }},
    {{"memory_reads", "count", "accesses served by memory"},
     [](const Reading& r) {
       return sum_cpus(r, [](const CpuStats& s) { return count(s.misses[3] + s.misses[4]); });
     }},
    {{"stalled_s", "s", "time of all CPUs waiting for lines"},
     [](const Reading& r) {
       return sum_cpus(r, [](const CpuStats& s) { return s.stalled.seconds(); });
     }},
};

}  // namespace

const std::vector<MetricInfo>& metric_table() {
  static const std::vector<MetricInfo> table = [] {
    std::vector<MetricInfo> infos;
    for (const Row& row : rows)
      infos.push_back(row.info);
    return infos;
  }();
  return table;
}

std::vector<Metric> read_metrics(Kernel& kernel, const workload::Workload& workload,
                                 bool completed) {
  const ThreadGroup& group = kernel.init_group();
  const Reading reading{kernel, group, completed ? workload.charged() : group.charged,
                        kernel.tick_period().seconds(),
                        completed ? workload.elapsed().seconds() : kernel.end().seconds()};
  std::vector<Metric> metrics;
  for (const Row& row : rows)
    metrics.push_back({std::string(row.info.name), row.read(reading)});
  return metrics;
}

std::vector<LockClassStats> read_locks(const Kernel& kernel) {
  std::vector<LockClassStats> stats;
  for (const LockClass* lock : kernel.lock_classes()) {
    stats.push_back({lock->name, lock->acquisitions, lock->contentions, lock->wait_total,
                     lock->wait_max, lock->hold_total, lock->hold_max});
  }
  return stats;
}

}  // namespace tickstorm::experiment
