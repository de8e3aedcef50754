// The table-driven walk. A problem never stops it: all problems are reported in one pass.

#include "scenario/reader.h"

#include <algorithm>
#include <array>
#include <utility>

#include "scenario/names.h"

namespace tickstorm::scenario {
namespace {

constexpr std::array figure_parts = {std::string_view("value"), std::string_view("mark"),
                                     std::string_view("source")};

std::string joined_path(std::string_view prefix, std::string_view name) {
  return prefix.empty() ? std::string(name) : std::string(prefix) + "." + std::string(name);
}

std::vector<std::string> child_names(std::string_view prefix) {
  std::vector<std::string> names;
  for (const Key* child : children(prefix))
    names.emplace_back(leaf(child->path));
  return names;
}

// Keys that the walk hands back instead of reading them.
bool is_special(const Key& key) {
  switch (key.type) {
    case KeyType::machine:
    case KeyType::variants:
    case KeyType::sweep:
    case KeyType::expectations:
    case KeyType::variant_list:
    case KeyType::variant:
    case KeyType::tolerance:
      return true;
    default:
      return false;
  }
}

}  // namespace

std::string to_string(const Diagnostic& d) {
  std::string out = d.file;
  if (d.at.line > 0) {
    out += ":" + std::to_string(d.at.line) + ":" + std::to_string(d.at.column);
  }
  return out + ": " + d.pointer + ": " + d.message;
}

std::string below(const std::string& pointer, std::string_view token) {
  std::string out = pointer + "/";
  for (const char c : token) {
    if (c == '~') {
      out += "~0";
    } else if (c == '/') {
      out += "~1";
    } else {
      out += c;
    }
  }
  return out;
}

const Member* find_member(const Node& object, std::string_view name) {
  const auto found = std::find_if(object.members.begin(), object.members.end(),
                                  [&](const Member& member) { return member.key == name; });
  return found == object.members.end() ? nullptr : &*found;
}

void Reader::report(Position at, const std::string& pointer, std::string message) {
  problems_.push_back({file_, at, pointer.empty() ? "/" : pointer, std::move(message)});
}

bool Reader::is(const Node& node, Node::Kind kind, std::string_view expected,
                const std::string& pointer) {
  if (node.kind == kind) return true;
  report(node.at, pointer, "expected " + std::string(expected) + ", got " + shown(node));
  return false;
}

void Reader::check_repeated(const Node& object, const std::string& pointer) {
  for (const Member& member : object.members) {
    const Member* first = find_member(object, member.key);
    if (first == &member) continue;
    const std::string place =
        std::to_string(first->at.line) + ":" + std::to_string(first->at.column);
    report(member.at, below(pointer, member.key),
           "expected each key once, got " + in_quotes(member.key) + " again after " + place);
  }
}

void Reader::walk(const Node& object, std::string_view prefix, const std::string& pointer,
                  Section& section) {
  if (!is(object, Node::Kind::object, "an object", pointer)) return;
  check_repeated(object, pointer);
  for (const Member& member : object.members) {
    const Key* key = find_key(joined_path(prefix, member.key));
    if (key == nullptr || member.key.find('.') != std::string::npos) {
      report(member.at, below(pointer, member.key), unknown_name(member.key, child_names(prefix)));
    } else {
      read_member(member, *key, pointer, section);
    }
  }
  for (const Key* child : children(prefix)) {
    if (!child->required || find_member(object, leaf(child->path)) != nullptr) continue;
    const std::string name(leaf(child->path));
    report(object.at, below(pointer, name), "expected a key " + in_quotes(name) + ", got none");
  }
}

void Reader::read_member(const Member& member, const Key& key, const std::string& pointer,
                         Section& section) {
  const std::string here = below(pointer, member.key);
  if (key.type == KeyType::object) {
    walk(member.value, key.path, here, section);
  } else if (is_special(key)) {
    section.special.emplace(key.path, &member);
  } else if (is_figure(key)) {
    read_figure(key, member.value, here, section);
  } else {
    assign(key, member.value, here, section);
  }
}

void Reader::assign(const Key& key, const Node& node, const std::string& pointer,
                    Section& section) {
  Decoded decoded = decode(key, node, catalog_);
  if (decoded.value) {
    section.assignments.push_back({&key, std::move(*decoded.value), {file_, node.at, pointer}});
  } else {
    report(node.at, pointer, std::move(decoded.problem));
  }
}

void Reader::read_figure(const Key& key, const Node& node, const std::string& pointer,
                         Section& section) {
  const std::string form = "a figure {\"value\", \"mark\", \"source\"}";
  if (!is(node, Node::Kind::object, form, pointer)) return;
  check_repeated(node, pointer);
  const std::vector<std::string> parts(figure_parts.begin(), figure_parts.end());
  for (const Member& member : node.members) {
    const bool known = std::find(parts.begin(), parts.end(), member.key) != parts.end();
    if (!known) report(member.at, below(pointer, member.key), unknown_name(member.key, parts));
  }
  for (const std::string& part : parts) {
    const Member* member = find_member(node, part);
    const std::string here = below(pointer, part);
    if (member == nullptr) {
      report(node.at, here, "expected a key " + in_quotes(part) + ", got none");
    } else if (part == "value") {
      assign(key, member->value, here, section);
    } else {
      const Decoded read = decode(*find_key("figure." + part), member->value, catalog_);
      if (!read.value) report(member->value.at, here, read.problem);
      const bool estimate = part == "mark" && read.value && read.value->text == "estimate";
      if (estimate) section.estimates.emplace_back(key.path);
    }
  }
}

}  // namespace tickstorm::scenario
