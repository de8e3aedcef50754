// The order of reading: the file's keys, its machine, the variants, the command line; then every
// variant's Setup, expectations and sweep. Problems are collected to the end.

#include "tickstorm/scenario/parse.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "scenario/expectation.h"
#include "scenario/json.h"
#include "scenario/keys.h"
#include "scenario/machine_file.h"
#include "scenario/names.h"
#include "scenario/reader.h"
#include "scenario/setup.h"

namespace tickstorm::scenario {
namespace {

// A set of overrides: of the file itself, of a variant, or of the command line.
struct Draft {
  std::string name;
  Origin origin;
  std::vector<Assignment> assignments;
  const LoadedMachine* machine = nullptr;  // Null if the set names none.
};

std::vector<std::string> override_paths() {
  std::vector<std::string> paths;
  for (const Key& key : keys()) {
    if (is_override(key)) paths.emplace_back(key.path);
  }
  return paths;
}

// A path that lacks its section is a likelier mistake than a mistyped one.
std::string path_hint(const std::string& wrong) {
  const std::vector<std::string> paths = override_paths();
  for (const std::string& path : paths) {
    if (path.ends_with("." + wrong)) return "; did you mean " + in_quotes(path) + "?";
  }
  return hint(wrong, paths);
}

std::uint64_t fnv1a(std::uint64_t hash, std::string_view text) {
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 1'099'511'628'211U;
  }
  return hash;
}

bool is_plain_name(std::string_view name) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  };
  return !name.empty() && std::all_of(name.begin(), name.end(), plain);
}

// A bare word such as 10ms is not JSON and stands for a string.
Node override_value(const std::string& text) {
  JsonResult json = read_json(text, "");
  Node node;
  if (json.root) {
    node = std::move(*json.root);
  } else {
    node.kind = Node::Kind::string;
    node.text = text;
  }
  node.at = {};
  return node;
}

class Parser {
 public:
  Parser(const std::string& file, const Catalog& catalog)
      : catalog_(catalog), reader_(file, catalog, problems_), shelf_(file, catalog, problems_) {}

  ParseResult run(const Node& root, std::span<const Override> overrides) {
    read_base(root);
    read_variants();
    for (const Override& o : overrides)
      read_command_line(o);
    Scenario scenario;
    scenario.file = reader_.file();
    for (const Assignment& a : base_section_.assignments) {
      if (a.key->path == "name") scenario.name = a.value.text;
      if (a.key->path == "question") scenario.question = a.value.text;
    }
    for (const Draft& variant : variants_)
      build(variant, scenario);
    read_lists(scenario);
    scenario.hash = hash(root, overrides);
    if (!problems_.empty()) return {std::nullopt, sorted()};
    return {std::move(scenario), {}};
  }

 private:
  void read_base(const Node& root) {
    reader_.walk(root, "", "", base_section_);
    base_.origin = {reader_.file(), root.at, ""};
    base_.assignments = base_section_.assignments;
    if (const Node* machine = special("machine")) {
      base_.machine = &shelf_.get(*machine, "/machine", reader_);
      base_.origin = {reader_.file(), machine->at, "/machine"};
    }
  }

  void read_variants() {
    const Node* node = special("variants");
    if (node == nullptr) {
      variants_.push_back({"base", base_.origin, {}, nullptr});
      return;
    }
    if (!reader_.is(*node, Node::Kind::object, "an object", "/variants")) return;
    if (node->members.empty()) {
      reader_.report(node->at, "/variants", "expected at least one variant, got none");
    }
    reader_.check_repeated(*node, "/variants");
    for (const Member& member : node->members)
      read_variant(member);
  }

  void read_variant(const Member& member) {
    const std::string pointer = below("/variants", member.key);
    if (!is_plain_name(member.key)) {
      reader_.report(member.at, pointer,
                     "expected a name of letters, digits, _ and -, got " + in_quotes(member.key));
    }
    Draft draft{member.key, {reader_.file(), member.at, pointer}, {}, nullptr};
    if (reader_.is(member.value, Node::Kind::object, "an object of overrides", pointer)) {
      reader_.check_repeated(member.value, pointer);
      for (const Member& o : member.value.members) {
        read_override(o.key, o.at, o.value, below(pointer, o.key), reader_, draft);
      }
    }
    variants_.push_back(std::move(draft));
  }

  void read_command_line(const Override& o) {
    Reader reader("-s " + o.key + "=" + o.value, catalog_, problems_);
    std::string pointer = "/" + o.key;
    std::replace(pointer.begin(), pointer.end(), '.', '/');
    read_override(o.key, {}, override_value(o.value), pointer, reader, command_line_);
  }

  void read_override(const std::string& path, Position at, const Node& value,
                     const std::string& pointer, Reader& reader, Draft& draft) {
    const Key* key = find_key(path);
    if (key == nullptr || !is_override(*key)) {
      reader.report(
          at, pointer,
          "expected a path such as \"kernel.hz\", got " + in_quotes(path) + path_hint(path));
    } else if (key->type == KeyType::machine) {
      draft.machine = &shelf_.get(value, pointer, reader);
    } else {
      Section section;
      reader.assign(*key, value, pointer, section);
      for (Assignment& a : section.assignments)
        draft.assignments.push_back(std::move(a));
    }
  }

  // The command line wins over the variant, the variant over the file, all over the machine's file.
  void build(const Draft& variant, Scenario& scenario) {
    const LoadedMachine* machine = base_.machine;
    if (variant.machine != nullptr) machine = variant.machine;
    if (command_line_.machine != nullptr) machine = command_line_.machine;
    if (machine == nullptr || !machine->valid) return;
    std::vector<Assignment> all = machine->assignments;
    for (const Draft* draft : {&std::as_const(base_), &variant, &std::as_const(command_line_)}) {
      all.insert(all.end(), draft->assignments.begin(), draft->assignments.end());
    }
    const Setup setup = make_setup(all);
    check_setup(setup, all, variant.origin, problems_);
    scenario.variants.push_back({variant.name, setup});
    for (const std::string& path : machine->estimates) {
      auto& known = scenario.estimates;
      if (std::find(known.begin(), known.end(), path) == known.end()) known.push_back(path);
    }
    used_machines_.push_back(machine);
  }

  void read_lists(Scenario& scenario) {
    std::vector<std::string> names;
    for (const Draft& variant : variants_)
      names.push_back(variant.name);
    if (const Node* node = special("expect")) {
      scenario.expect = read_expectations(*node, names, reader_);
    }
    if (const Node* node = special("expect_hung")) {
      scenario.expect_hung = read_variant_list(*node, "/expect_hung", names, reader_);
    }
    const Node* node = special("sweep");
    if (node == nullptr || !reader_.is(*node, Node::Kind::object, "an object", "/sweep")) return;
    reader_.check_repeated(*node, "/sweep");
    for (const Member& axis : node->members)
      scenario.sweep.push_back(read_axis(axis));
  }

  SweepAxis read_axis(const Member& member) {
    SweepAxis axis{member.key, {}};
    const std::string pointer = below("/sweep", member.key);
    const Node& values = member.value;
    if (values.kind != Node::Kind::array || values.items.empty()) {
      const std::string got = values.kind == Node::Kind::array ? "none" : shown(values);
      reader_.report(values.at, pointer, "expected an array of at least one value, got " + got);
    }
    const Key* key = find_key(member.key);
    const bool known = key != nullptr && is_override(*key);
    Draft ignored;
    // An unknown path is one problem, not one per value.
    if (!known) read_override(member.key, member.at, {}, pointer, reader_, ignored);
    for (std::size_t i = 0; i < values.items.size(); ++i) {
      const Node& value = values.items[i];
      const std::string here = below(pointer, std::to_string(i));
      if (known) read_override(member.key, member.at, value, here, reader_, ignored);
      axis.values.push_back(canonical(value));
    }
    return axis;
  }

  std::uint64_t hash(const Node& root, std::span<const Override> overrides) const {
    std::uint64_t hash = fnv1a(14'695'981'039'346'656'037U, canonical(root));
    for (const LoadedMachine* machine : used_machines_)
      hash = fnv1a(hash, machine->canonical);
    for (const Override& o : overrides)
      hash = fnv1a(hash, o.key + "=" + o.value + "\n");
    return hash;
  }

  const Node* special(const std::string& path) const {
    const auto found = base_section_.special.find(path);
    return found == base_section_.special.end() ? nullptr : &found->second->value;
  }

  // The scenario's own problems first, then those of machine files, then the command line's.
  std::vector<Diagnostic> sorted() {
    const auto rank = [this](const Diagnostic& d) {
      const int group = d.file == reader_.file() ? 0 : d.file.starts_with("-s ") ? 2 : 1;
      return std::tuple(group, group == 1 ? d.file : std::string{}, d.at);
    };
    std::stable_sort(problems_.begin(), problems_.end(),
                     [&](const Diagnostic& a, const Diagnostic& b) { return rank(a) < rank(b); });
    return std::move(problems_);
  }

  const Catalog& catalog_;
  std::vector<Diagnostic> problems_;
  Reader reader_;
  MachineShelf shelf_;
  Section base_section_;
  Draft base_;
  Draft command_line_;
  std::vector<Draft> variants_;
  std::vector<const LoadedMachine*> used_machines_;
};

}  // namespace

ParseResult parse(std::string_view text, const std::string& file, const Catalog& catalog,
                  std::span<const Override> overrides) {
  const JsonResult json = read_json(text, file);
  if (json.problem) return {std::nullopt, {*json.problem}};
  return Parser(file, catalog).run(*json.root, overrides);
}

ParseResult load(const std::string& path, const Catalog& catalog,
                 std::span<const Override> overrides) {
  std::string text;
  if (!read_text(path, text)) {
    return {std::nullopt, {{path, {}, "/", "expected a readable scenario file, got none"}}};
  }
  return parse(text, path, catalog, overrides);
}

MachineResult load_machine(const std::string& name, const Catalog& catalog) {
  std::vector<Diagnostic> problems;
  Reader reader(name, catalog, problems);
  MachineShelf shelf("", catalog, problems);
  Node node;
  node.kind = Node::Kind::string;
  node.text = name;
  const LoadedMachine& machine = shelf.get(node, "", reader);
  if (!problems.empty()) return {std::nullopt, {}, std::move(problems)};
  return {make_setup(machine.assignments).machine, machine.estimates, {}};
}

}  // namespace tickstorm::scenario
