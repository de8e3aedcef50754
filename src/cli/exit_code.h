// What the program's exit status means. docs/reference/cli.md has the same list.

#pragma once

namespace tickstorm::cli {

enum class ExitCode : int {
  fine = 0,
  expectation_failed = 1,
  usage = 2,
  bad_input = 3,
  hung = 4,  // The simulated system hung and the scenario does not expect it.
  internal_error = 5,
  sweep_incomplete = 6,
  interrupted = 130,
};

}  // namespace tickstorm::cli
