// The program's subcommands. Each prints its result and says how to exit; CommandError ends it
// early.

#pragma once

#include <string>
#include <vector>

#include "cli/exit_code.h"
#include "cli/input.h"

namespace tickstorm::cli {

struct RunArguments {
  ScenarioArguments scenario;
  bool json = false;
};
ExitCode run_command(const RunArguments& arguments);

struct SweepArguments {
  ScenarioArguments scenario;
  std::vector<std::string> axes;  // "path=v1,v2,..."; empty: those of the file.
  bool json = false;
};
ExitCode sweep_command(const SweepArguments& arguments);

struct ValidateArguments {
  std::string path = "scenarios";  // A scenario file, or a directory that is searched for them.
  bool json = false;
  bool markdown = false;
};
ExitCode validate_command(const ValidateArguments& arguments);

ExitCode check_command(const std::vector<std::string>& files);
ExitCode explain_command(const ScenarioArguments& arguments);

// `topic` is variants, workloads, machines or metrics; empty: all of them.
ExitCode list_command(const std::string& topic);
ExitCode describe_command(const std::string& name);
ExitCode schema_command();

}  // namespace tickstorm::cli
