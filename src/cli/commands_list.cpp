// `list`, `describe` and `schema`: what the program knows, from the tables of the layers below.

#include <algorithm>

#include "cli/commands.h"
#include "cli/output.h"
#include "report/table.h"
#include "scenario/names.h"
#include "tickstorm/experiment/run.h"
#include "tickstorm/itimer/cpu_accounting.h"
#include "tickstorm/scenario/schema.h"
#include "tickstorm/workload/workload.h"

namespace tickstorm::cli {
namespace {

using report::Align;
using report::Table;

std::string variants_text() {
  Table table({{"variant", Align::left}, {"kernel", Align::left}, {"summary", Align::left}});
  for (const auto& row : itimer::cpu_accounting_variants()) {
    table.add_row(
        {std::string(row.info.name), std::string(row.info.kernel), std::string(row.info.summary)});
  }
  return "Variants of kernel.itimer\n" + table.text();
}

std::string workloads_text() {
  Table table({{"workload", Align::left}, {"summary", Align::left}});
  for (const auto& row : workload::workloads()) {
    table.add_row({std::string(row.name), std::string(row.summary)});
  }
  return "Workloads\n" + table.text();
}

std::string cpus_text(const Topology& topology) {
  return std::to_string(topology.cpus()) + " CPUs: " + std::to_string(topology.sockets) +
         " sockets x " + std::to_string(topology.cores_per_socket) + " cores x " +
         std::to_string(topology.threads_per_core) + " threads";
}

std::string machines_text() {
  const scenario::Catalog catalog = make_catalog("");
  Table table({{"machine", Align::left}, {"shape", Align::left}});
  for (const std::string& name : scenario::machine_names(catalog)) {
    const scenario::MachineResult loaded = scenario::load_machine(name, catalog);
    table.add_row({name, loaded.machine ? cpus_text(loaded.machine->topology)
                                        : "broken, see `describe " + name + '`'});
  }
  return "Machines\n" + table.text();
}

std::string metrics_text() {
  Table table({{"metric", Align::left}, {"unit", Align::left}, {"meaning", Align::left}});
  for (const experiment::MetricInfo& info : experiment::metric_table()) {
    table.add_row({std::string(info.name), std::string(info.unit), std::string(info.meaning)});
  }
  return "Metrics\n" + table.text();
}

std::string machine_description(const std::string& name, const scenario::Catalog& catalog) {
  const scenario::MachineResult loaded = scenario::load_machine(name, catalog);
  if (!loaded.machine) {
    throw CommandError(ExitCode::bad_input, diagnostics_text(loaded.diagnostics));
  }
  const MachineConfig& machine = *loaded.machine;
  std::string text = name + ": machine\n  " + cpus_text(machine.topology) + "\n  clock " +
                     report::number_text(static_cast<double>(machine.clock.hz) / 1e9) +
                     " GHz, lines of " + std::to_string(machine.line_bytes) + " bytes\n";
  if (loaded.estimates.empty()) return text;
  text += "  estimates, not measurements:\n";
  for (const std::string& path : loaded.estimates)
    text += "    " + path + '\n';
  return text;
}

std::string key_description(const scenario::KeyInfo& key) {
  std::string text = key.path + ": key of a scenario or machine file\n  " + key.sentence +
                     "\n  type " + key.type + '\n';
  if (!key.range.empty()) text += "  range " + key.range + '\n';
  if (key.required) return text + "  required\n";
  if (!key.default_value.empty()) text += "  default " + key.default_value + '\n';
  return text;
}

// Everything called `name`; empty if nothing is. One name may be in several tables ("none").
std::string descriptions_of(const std::string& name, const scenario::Catalog& catalog) {
  std::string text;
  for (const auto& row : itimer::cpu_accounting_variants()) {
    if (row.info.name != name) continue;
    text += name + ": variant of kernel.itimer\n  " + std::string(row.info.summary) +
            "\n  kernel " + std::string(row.info.kernel) + "\n  sources " +
            std::string(row.info.sources) + '\n';
  }
  for (const auto& row : workload::workloads()) {
    if (row.name == name) text += name + ": workload\n  " + std::string(row.summary) + '\n';
  }
  for (const experiment::MetricInfo& info : experiment::metric_table()) {
    if (info.name != name) continue;
    text += name + ": metric, unit " + std::string(info.unit) + "\n  " + std::string(info.meaning) +
            '\n';
  }
  for (const scenario::KeyInfo& key : scenario::key_table()) {
    if (key.path == name) text += key_description(key);
  }
  const std::vector<std::string> machines = scenario::machine_names(catalog);
  if (std::find(machines.begin(), machines.end(), name) != machines.end()) {
    text += machine_description(name, catalog);
  }
  return text;
}

std::vector<std::string> all_names(const scenario::Catalog& catalog) {
  std::vector<std::string> names = catalog.itimers;
  const auto append = [&](const std::vector<std::string>& more) {
    names.insert(names.end(), more.begin(), more.end());
  };
  append(catalog.workloads);
  append(catalog.metrics);
  append(scenario::machine_names(catalog));
  for (const scenario::KeyInfo& key : scenario::key_table())
    names.push_back(key.path);
  return names;
}

}  // namespace

ExitCode list_command(const std::string& topic) {
  struct Topic {
    std::string name;
    std::string (*text)();
  };
  const std::vector<Topic> topics = {{"variants", variants_text},
                                     {"workloads", workloads_text},
                                     {"machines", machines_text},
                                     {"metrics", metrics_text}};
  std::string text;
  std::vector<std::string> names;
  for (const Topic& known : topics) {
    names.push_back(known.name);
    if (!topic.empty() && topic != known.name) continue;
    if (!text.empty()) text += '\n';
    text += known.text();
  }
  if (text.empty()) {
    throw CommandError(ExitCode::usage, "list: expected " + scenario::joined(names) + ", got \"" +
                                            topic + '"' + scenario::hint(topic, names));
  }
  print_result(text);
  return ExitCode::fine;
}

ExitCode describe_command(const std::string& name) {
  const scenario::Catalog catalog = make_catalog("");
  const std::string text = descriptions_of(name, catalog);
  if (text.empty()) {
    throw CommandError(ExitCode::usage, "describe: nothing is called \"" + name + '"' +
                                            scenario::hint(name, all_names(catalog)));
  }
  print_result(text);
  return ExitCode::fine;
}

ExitCode schema_command() {
  print_result(scenario::schema_json());
  return ExitCode::fine;
}

}  // namespace tickstorm::cli
