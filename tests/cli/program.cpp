// Starting the program through a shell.

#include "cli/program.h"

#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace tickstorm::test {
namespace {

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

}  // namespace

ScratchDirectory::ScratchDirectory()
    : path_((std::filesystem::temp_directory_path() / "tickstorm-XXXXXX").string()) {
  if (mkdtemp(path_.data()) == nullptr) throw std::runtime_error("no temporary directory");
}

ScratchDirectory::~ScratchDirectory() {
  std::error_code ignored;  // A left-over directory is no reason to fail a test.
  std::filesystem::remove_all(path_, ignored);
}

std::string ScratchDirectory::write(const std::string& name, const std::string& text) const {
  std::ofstream(path(name), std::ios::binary) << text;
  return path(name);
}

ProgramResult run_program(const std::string& arguments, const std::string& before) {
  const ScratchDirectory scratch;
  const std::string command = "cd '" TICKSTORM_SOURCE_DIR "' && " + before +
                              " '" TICKSTORM_PROGRAM "' " + arguments + " >'" +
                              scratch.path("out") + "' 2>'" + scratch.path("err") + "'";
  const int status = std::system(command.c_str());
  return {.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
          .out = read_file(scratch.path("out")),
          .err = read_file(scratch.path("err"))};
}

std::string tiny_scenario(const std::string& members) {
  return R"({"name": "tiny", "question": "Does it run?", "machine": "k8-2x2",
    "workload": {"kind": "primes", "threads": 3, "max_prime": 1000, "itimer_prof": "10ms"},
    "variants": {"old": {"kernel.itimer": "sum_threads"},
                 "new": {"kernel.itimer": "percpu_totals"}},
    "stop": {"when": "workload-done", "at_most": "10s"})" +
         members + "}\n";
}

std::string hanging_scenario(const std::string& members) {
  return R"({"name": "hang", "question": "Does it hang?", "machine": "k8-2x2",
    "kernel": {"hz": 50, "tick_phase": "staggered", "hard_lockup_after": "1ms"},
    "workload": {"kind": "primes", "threads": 4, "max_prime": 1000000, "itimer_prof": "10ms"},
    "variants": {"old": {"kernel.itimer": "sum_threads"},
                 "new": {"kernel.itimer": "percpu_totals"}},
    "stop": {"when": "workload-done", "at_most": "30s"})" +
         members + "}\n";
}

}  // namespace tickstorm::test
