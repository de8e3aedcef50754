// Looks machines up and reads their files through the same walk as scenarios.

#include "scenario/machine_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "scenario/names.h"
#include "scenario/setup.h"

namespace tickstorm::scenario {
namespace fs = std::filesystem;

bool read_text(const std::string& path, std::string& text) {
  std::error_code failed;
  if (fs::is_directory(path, failed)) return false;
  std::ifstream in(path, std::ios::binary);
  if (!in) return false;
  text.assign(std::istreambuf_iterator<char>(in), {});
  return !in.bad();
}

std::vector<std::string> machine_names(const Catalog& catalog) {
  std::vector<std::string> names;
  for (const std::string& directory : catalog.machine_directories) {
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator(directory, failed)) {
      if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
    }
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

const LoadedMachine& MachineShelf::get(const Node& node, const std::string& pointer,
                                       Reader& reader) {
  if (node.kind == Node::Kind::object) {
    const std::string text = canonical(node);
    const auto known = loaded_.find(text);
    if (known != loaded_.end()) return known->second;
    return loaded_.emplace(text, read(node, pointer, reader)).first->second;
  }
  const std::string path = find(node, pointer, reader);
  const auto known = loaded_.find(path);
  if (known != loaded_.end()) return known->second;
  LoadedMachine machine;
  if (!path.empty()) machine = read_file(path, node, pointer, reader);
  return loaded_.emplace(path, std::move(machine)).first->second;
}

std::string MachineShelf::find(const Node& node, const std::string& pointer, Reader& reader) {
  const std::string form = "a machine's name, a path ending in .json, or an object";
  if (!reader.is(node, Node::Kind::string, form, pointer)) return {};
  if (node.text.ends_with(".json")) {
    return (fs::path(scenario_file_).parent_path() / node.text).string();
  }
  const std::vector<std::string> names = machine_names(catalog_);
  if (std::find(names.begin(), names.end(), node.text) == names.end()) {
    reader.report(node.at, pointer, unknown_name(node.text, names));
    return {};
  }
  for (const std::string& directory : catalog_.machine_directories) {
    const fs::path path = fs::path(directory) / (node.text + ".json");
    std::error_code failed;
    if (fs::exists(path, failed)) return path.string();
  }
  return {};
}

LoadedMachine MachineShelf::read_file(const std::string& path, const Node& node,
                                      const std::string& pointer, Reader& reader) {
  std::string text;
  if (!read_text(path, text)) {
    reader.report(node.at, pointer, "expected a readable machine file, got " + in_quotes(path));
    return {};
  }
  JsonResult json = read_json(text, path);
  if (json.problem) {
    problems_.push_back(std::move(*json.problem));
    return {};
  }
  Reader own(path, catalog_, problems_);
  return read(*json.root, "", own);
}

LoadedMachine MachineShelf::read(const Node& object, const std::string& pointer, Reader& reader) {
  const std::size_t before = problems_.size();
  Section section;
  reader.walk(object, "machine", pointer, section);
  LoadedMachine machine;
  machine.assignments = std::move(section.assignments);
  machine.estimates = std::move(section.estimates);
  machine.canonical = canonical(object);
  if (problems_.size() == before) {
    const Origin origin{reader.file(), object.at, pointer};
    check_machine(make_setup(machine.assignments), machine.assignments, origin, problems_);
  }
  machine.valid = problems_.size() == before;
  return machine;
}

}  // namespace tickstorm::scenario
