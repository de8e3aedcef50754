// Registration of the families of benchmarks. Each family runs at the same sizes.

#pragma once

#include <benchmark/benchmark.h>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace tickstorm::bench {

// Simulated CPUs, or pending events.
inline constexpr std::array<std::uint32_t, 4> sizes = {4, 64, 1024, 4096};

// Registers "family/N" for every size. The subject is made at the first repetition and kept, so
// that later ones find it warm: what is measured is the steady state. `step(subject)` does one
// batch of work and returns its number of items; `warm_up` batches run before the first one is
// timed. A subject with describe(state) sets label and counters there.
template <typename Subject, typename Step>
void register_family(const std::string& family, std::uint32_t warm_up, Step step) {
  for (const std::uint32_t size : sizes) {
    auto subject = std::make_shared<std::unique_ptr<Subject>>();
    auto run = [subject, step, size, warm_up](benchmark::State& state) {
      if (*subject == nullptr) {
        *subject = std::make_unique<Subject>(size);
        for (std::uint32_t i = 0; i < warm_up; ++i)
          step(**subject);
      }
      std::int64_t items = 0;
      for ([[maybe_unused]] auto unused : state)
        items += step(**subject);
      state.SetItemsProcessed(items);
      if constexpr (requires { (*subject)->describe(state); }) (*subject)->describe(state);
    };
    benchmark::RegisterBenchmark(family.c_str(), run)->Arg(size);
  }
}

// The plain loops.
void register_reference();
// The engine: events and coroutines.
void register_engine();
// The machine: accesses one by one and in bulk.
void register_access();
// The kernel: threads.
void register_threads();

}  // namespace tickstorm::bench
