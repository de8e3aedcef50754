// THE TABLE of CPU-accounting variants, oldest first.

#include <array>

#include "tickstorm/itimer/cpu_accounting.h"

namespace tickstorm::itimer {
namespace {

constexpr std::array table = {
    CpuAccountingVariant{{.name = "none",
                          .kernel = "none",
                          .summary = "charge threads only, watch no timer (control)",
                          .sources = "none"},
                         make_none},
    CpuAccountingVariant{{.name = "sum_threads_unclamped",
                          .kernel = "2.6.12-2.6.18",
                          .summary = "walk all threads at a tick; a share may be zero",
                          .sources = "kernel/posix-cpu-timers.c of 2.6.18; fixed by ac08c26492a"},
                         make_sum_threads_unclamped},
    CpuAccountingVariant{{.name = "sum_threads",
                          .kernel = "2.6.19-2.6.27",
                          .summary = "walk all threads at a tick, share of one tick at least",
                          .sources = "kernel/posix-cpu-timers.c; ac08c26492a"},
                         make_sum_threads},
    CpuAccountingVariant{
        {.name = "percpu_unpadded",
         .kernel = "proposal of 2008",
         .summary = "per-CPU sums in 32-byte objects that share lines",
         .sources = "Mayhar, 21 Mar 2008; f06febc96ba8 on 2.6.18's per-CPU allocator"},
        make_percpu_unpadded},
    CpuAccountingVariant{{.name = "percpu_totals",
                          .kernel = "2.6.28",
                          .summary = "per-CPU sums, a line each, read in one loop",
                          .sources = "f06febc96ba8"},
                         make_percpu_totals},
};

}  // namespace

std::span<const CpuAccountingVariant> cpu_accounting_variants() {
  return table;
}

std::unique_ptr<CpuAccounting> make_cpu_accounting(std::string_view name) {
  for (const CpuAccountingVariant& variant : table) {
    if (variant.info.name == name) return variant.make();
  }
  return nullptr;
}

}  // namespace tickstorm::itimer
