// The program `tickstorm`: arguments and exit codes. What the subcommands do is in commands*.cpp.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <functional>
#include <iostream>
#include <string>
#include <system_error>
#include <vector>

#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "scenario/names.h"
#include "tickstorm/sim/check.h"

namespace tickstorm::cli {
namespace {

// The arguments of every subcommand, and what the one that was named does.
struct Arguments {
  RunArguments run;
  SweepArguments sweep;
  ValidateArguments validate;
  ScenarioArguments explain;
  std::vector<std::string> check_files;
  std::string list_topic;
  std::string described;
  std::function<ExitCode()> action;
};

void add_scenario_options(CLI::App& command, ScenarioArguments& arguments) {
  command.add_option("FILE", arguments.file, "Scenario file")->required();
  command.add_option("-s,--set", arguments.settings, "Override a key in all variants; repeatable")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command.add_option("--seed", arguments.seed, "Seed of the simulation")->type_name("N");
  command.add_option("--variant", arguments.variant, "Only this variant")->type_name("NAME");
}

void add_run(CLI::App& app, Arguments& arguments) {
  CLI::App* command = app.add_subcommand("run", "Simulate all variants of a scenario");
  add_scenario_options(*command, arguments.run.scenario);
  command->add_flag("--json", arguments.run.json, "Print the result as JSON");
  command->footer("Example: tickstorm run scenarios/itimer/prof_1300.json -s workload.threads=200");
  command->callback([&] { arguments.action = [&] { return run_command(arguments.run); }; });
}

void add_sweep(CLI::App& app, Arguments& arguments) {
  CLI::App* command = app.add_subcommand("sweep", "Simulate a scenario at every point of a sweep");
  add_scenario_options(*command, arguments.sweep.scenario);
  command
      ->add_option("-p,--param", arguments.sweep.axes,
                   "An axis instead of the file's sweep; repeatable; a..b doubles from a to b")
      ->type_name("KEY=V1,V2,...")
      ->allow_extra_args(false);
  command->add_flag("--json", arguments.sweep.json, "Print all rows as JSON at the end");
  command->footer(
      "Example: tickstorm sweep scenarios/itimer/prof_hang.json -p workload.threads=100..1600");
  command->callback([&] { arguments.action = [&] { return sweep_command(arguments.sweep); }; });
}

void add_validate(CLI::App& app, Arguments& arguments) {
  CLI::App* command =
      app.add_subcommand("validate", "Compare simulated figures with published ones");
  command->add_option("PATH", arguments.validate.path, "Scenario file, or directory of them")
      ->capture_default_str();
  CLI::Option* json = command->add_flag("--json", arguments.validate.json, "Print rows as JSON");
  command->add_flag("--markdown", arguments.validate.markdown, "Print a Markdown table")
      ->excludes(json);
  command->footer("Example: tickstorm validate scenarios/itimer/prof_1300.json");
  command->callback(
      [&] { arguments.action = [&] { return validate_command(arguments.validate); }; });
}

void add_file_commands(CLI::App& app, Arguments& arguments) {
  CLI::App* check = app.add_subcommand("check", "Say what is wrong with scenario files");
  check->add_option("FILE", arguments.check_files, "Scenario files")->required();
  check->footer("Example: tickstorm check scenarios/itimer/*.json");
  check->callback([&] { arguments.action = [&] { return check_command(arguments.check_files); }; });

  CLI::App* explain =
      app.add_subcommand("explain", "Print the resolved configuration and the expected cost");
  add_scenario_options(*explain, arguments.explain);
  explain->footer("Example: tickstorm explain scenarios/itimer/prof_hang.json --variant old");
  explain->callback([&] { arguments.action = [&] { return explain_command(arguments.explain); }; });
}

void add_lookup_commands(CLI::App& app, Arguments& arguments) {
  CLI::App* list = app.add_subcommand("list", "List variants, workloads, machines and metrics");
  list->add_option("TOPIC", arguments.list_topic, "variants, workloads, machines or metrics");
  list->footer("Example: tickstorm list machines");
  list->callback([&] { arguments.action = [&] { return list_command(arguments.list_topic); }; });

  CLI::App* describe =
      app.add_subcommand("describe", "Describe a variant, workload, machine, metric or key");
  describe->add_option("NAME", arguments.described, "What to describe")->required();
  describe->footer("Example: tickstorm describe kernel.tick_phase");
  describe->callback(
      [&] { arguments.action = [&] { return describe_command(arguments.described); }; });

  CLI::App* schema = app.add_subcommand("schema", "Print the JSON Schema of scenario files");
  schema->callback([&] { arguments.action = [] { return schema_command(); }; });
}

std::vector<std::string> subcommand_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({}))
    names.push_back(command->get_name());
  return names;
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames())
      names.push_back("--" + name);
    for (const std::string& name : option->get_snames())
      names.push_back("-" + name);
  }
  return names;
}

// The sentence for a first word that is no subcommand, or for an option that the subcommand does
// not have; empty if neither is the trouble.
std::string usage_hint(const CLI::App& app, const std::vector<std::string>& words) {
  if (words.empty()) return "";
  const std::vector<std::string> commands = subcommand_names(app);
  if (words[0].rfind('-', 0) == 0) return "";
  if (std::find(commands.begin(), commands.end(), words[0]) == commands.end()) {
    return "expected one of " + scenario::joined(commands) + ", got \"" + words[0] + '"' +
           scenario::hint(words[0], commands);
  }
  const std::vector<std::string> options = option_names(*app.get_subcommand(words[0]));
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string word = words[i].substr(0, words[i].find('='));
    if (word.rfind("--", 0) != 0 || word == "--") continue;
    if (std::find(options.begin(), options.end(), word) != options.end()) continue;
    return words[0] + " has no option " + word + scenario::hint(word, options);
  }
  return "";
}

ExitCode usage_error(const CLI::App& app, const CLI::ParseError& error,
                     const std::vector<std::string>& words) {
  const std::string hint = usage_hint(app, words);
  print_notice(hint.empty() ? error.what() : hint);
  print_lines("Run `tickstorm --help` or `tickstorm COMMAND --help`.\n");
  return ExitCode::usage;
}

ExitCode perform(const std::function<ExitCode()>& action) {
  try {
    return action();
  } catch (const CommandError& error) {
    // Problems of input files name their place themselves.
    if (error.code() == ExitCode::bad_input) {
      print_lines(error.what());
    } else {
      print_notice(error.what());
    }
    return error.code();
  } catch (const std::system_error& error) {
    print_notice(error.what());
    return ExitCode::bad_input;
  } catch (const InternalError& error) {
    print_notice(std::string("internal error: ") + error.what());
    return ExitCode::internal_error;
  }
}

ExitCode parse_and_perform(int argc, char** argv) {
  CLI::App app("tickstorm simulates kernel timer and CPU accounting algorithms on NUMA machines.",
               "tickstorm");
  Arguments arguments;
  app.set_version_flag("--version", std::string("tickstorm ") + TICKSTORM_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Examples:\n"
      "  tickstorm run scenarios/itimer/prof_1300.json --variant old_on\n"
      "  tickstorm sweep scenarios/itimer/prof_hang.json -p workload.threads=100..1600\n"
      "  tickstorm validate scenarios/itimer/prof_1300.json --json\n"
      "Exit status: 0 fine, 1 expectation failed, 2 usage, 3 input wrong, 4 unexpected hang,\n"
      "  5 internal error, 6 part of a sweep failed, 130 interrupted");
  add_run(app, arguments);
  add_sweep(app, arguments);
  add_validate(app, arguments);
  add_file_commands(app, arguments);
  add_lookup_commands(app, arguments);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& wanted) {  // --help, --version
    app.exit(wanted, std::cout, std::cerr);
    return ExitCode::fine;
  } catch (const CLI::ParseError& error) {
    return usage_error(app, error, {argv + 1, argv + argc});
  }
  return perform(arguments.action);
}

}  // namespace
}  // namespace tickstorm::cli

int main(int argc, char** argv) {
  namespace cli = tickstorm::cli;
  cli::catch_interrupts();
  try {
    return static_cast<int>(cli::parse_and_perform(argc, argv));
  } catch (const std::exception& error) {
    cli::print_notice(std::string("internal error: ") + error.what());
    return static_cast<int>(cli::ExitCode::internal_error);
  }
}
