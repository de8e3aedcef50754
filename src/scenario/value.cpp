// Reading and showing scalars, driven by the type and range of the key.

#include "scenario/value.h"

#include <algorithm>
#include <span>
#include <utility>

#include "scenario/names.h"
#include "scenario/quantity.h"

namespace tickstorm::scenario {
namespace {

struct UnitType {
  std::string_view noun;
  std::string_view example;
  std::span<const Unit> units;
};

UnitType unit_type(KeyType type) {
  switch (type) {
    case KeyType::duration:
      return {"a duration", "10ms", duration_units()};
    case KeyType::frequency:
      return {"a frequency", "2.6GHz", frequency_units()};
    case KeyType::size:
      return {"a size", "64B", size_units()};
    default:
      return {"a count", "10cycles", cycle_units()};
  }
}

Decoded failed(std::string expected, const Node& node) {
  return {std::nullopt, "expected " + std::move(expected) + ", got " + shown(node)};
}

Decoded in_range(const Key& key, std::int64_t number, const Node& node) {
  if (number < key.least || number > key.most) {
    return failed(show_number(key, key.least) + " to " + show_number(key, key.most), node);
  }
  Value value;
  value.number = number;
  return {std::move(value), {}};
}

// A duration of the machine may also be given in its own clock cycles, as data sheets do.
bool allows_cycles(const Key& key) {
  return key.type == KeyType::duration && key.path.starts_with("machine.");
}

std::string quantity_problem(const Key& key, Quantity::Problem problem) {
  const UnitType type = unit_type(key.type);
  const std::string noun(type.noun);
  switch (problem) {
    case Quantity::Problem::unit: {
      const std::string more = allows_cycles(key) ? ", or cycles" : "";
      return noun + " in " + unit_names(type.units) + more;
    }
    case Quantity::Problem::fraction:
      return noun + " of whole " + std::string(type.units.front().name);
    case Quantity::Problem::too_large:
      return show_number(key, key.least) + " to " + show_number(key, key.most);
    default:
      return noun + " such as " + in_quotes(type.example);
  }
}

Decoded decode_quantity(const Key& key, const Node& node) {
  constexpr std::int64_t cycles_max = 1'000'000;
  if (node.kind != Node::Kind::string) {
    return failed(quantity_problem(key, Quantity::Problem::malformed), node);
  }
  if (allows_cycles(key)) {
    const Quantity count = read_quantity(node.text, cycle_units());
    if (count.problem == Quantity::Problem::none && count.value <= cycles_max) {
      Value value;
      value.number = count.value;
      value.in_cycles = true;
      return {std::move(value), {}};
    }
  }
  const Quantity read = read_quantity(node.text, unit_type(key.type).units);
  if (read.problem != Quantity::Problem::none) {
    return failed(quantity_problem(key, read.problem), node);
  }
  return in_range(key, read.value, node);
}

Decoded decode_integer(const Key& key, const Node& node) {
  if (node.kind == Node::Kind::integer) return in_range(key, node.integer, node);
  // A whole number beyond 64 bits is out of range, not of the wrong type.
  const bool whole =
      node.kind == Node::Kind::real && node.text.find_first_of(".eE") == std::string::npos;
  if (whole) return in_range(key, node.real < 0 ? INT64_MIN : INT64_MAX, node);
  return failed("an integer", node);
}

Decoded decode_number(const Key& key, const Node& node) {
  if (node.kind != Node::Kind::integer && node.kind != Node::Kind::real) {
    return failed("a number", node);
  }
  if (node.real < static_cast<double>(key.least) || node.real > static_cast<double>(key.most)) {
    return failed(std::to_string(key.least) + " to " + std::to_string(key.most), node);
  }
  Value value;
  value.real = node.real;
  return {std::move(value), {}};
}

Decoded decode_name(const std::vector<std::string>& names, const Node& node) {
  if (node.kind != Node::Kind::string) return failed("one of " + joined(names), node);
  const auto found = std::find(names.begin(), names.end(), node.text);
  if (found == names.end()) return {std::nullopt, unknown_name(node.text, names)};
  Value value;
  value.number = found - names.begin();
  value.text = node.text;
  return {std::move(value), {}};
}

Decoded decode_text(const Node& node) {
  if (node.kind != Node::Kind::string) return failed("a string", node);
  if (node.text.empty()) return failed("a string that is not empty", node);
  Value value;
  value.text = node.text;
  return {std::move(value), {}};
}

Decoded decode_distances(const Node& node) {
  if (node.kind != Node::Kind::array) return failed("an array of 0, 1 and 2", node);
  Value value;
  for (const Node& item : node.items) {
    const bool known = item.kind == Node::Kind::integer && item.integer >= 0 && item.integer <= 2;
    if (!known) return failed("0, 1 or 2 for each pair of sockets", item);
    value.list.push_back(static_cast<std::uint8_t>(item.integer));
  }
  return {std::move(value), {}};
}

}  // namespace

Decoded decode(const Key& key, const Node& node, const Catalog& catalog) {
  switch (key.type) {
    case KeyType::duration:
    case KeyType::frequency:
    case KeyType::size:
    case KeyType::cycles:
      return decode_quantity(key, node);
    case KeyType::integer:
      return decode_integer(key, node);
    case KeyType::number:
      return decode_number(key, node);
    case KeyType::boolean: {
      if (node.kind != Node::Kind::boolean) return failed("true or false", node);
      Value value;
      value.number = node.boolean ? 1 : 0;
      return {std::move(value), {}};
    }
    case KeyType::enumeration:
      return decode_name(enumerators(key), node);
    case KeyType::itimer:
      return decode_name(catalog.itimers, node);
    case KeyType::workload:
      return decode_name(catalog.workloads, node);
    case KeyType::metric:
      return decode_name(catalog.metrics, node);
    case KeyType::distances:
      return decode_distances(node);
    default:
      return decode_text(node);
  }
}

void apply(const Key& key, const Value& value, Setup& setup) {
  if (key.type == KeyType::distances) {
    setup.machine.topology.hops = value.list;
  } else if (key.binding.set_text != nullptr) {
    key.binding.set_text(setup, value.text);
  } else if (key.binding.set != nullptr) {
    const std::int64_t number =
        value.in_cycles ? setup.machine.clock.to_duration({value.number}).ps : value.number;
    key.binding.set(setup, number);
  }
}

std::string show_number(const Key& key, std::int64_t number) {
  switch (key.type) {
    case KeyType::duration:
    case KeyType::frequency:
    case KeyType::size:
    case KeyType::cycles:
      return in_quotes(show_quantity(number, unit_type(key.type).units));
    case KeyType::boolean:
      return number != 0 ? "true" : "false";
    case KeyType::enumeration:
      return in_quotes(enumerators(key).at(static_cast<std::size_t>(number)));
    default:
      return std::to_string(number);
  }
}

std::string show_field(const Key& key, const Setup& setup) {
  if (key.type == KeyType::distances) {
    std::string out;
    for (const std::uint8_t hops : setup.machine.topology.hops) {
      out += (out.empty() ? "" : ", ") + std::to_string(hops);
    }
    return "[" + out + "]";
  }
  if (key.binding.get_text != nullptr) return in_quotes(key.binding.get_text(setup));
  return show_number(key, key.binding.get(setup));
}

std::string unknown_name(const std::string& wrong, const std::vector<std::string>& names) {
  return "expected one of " + joined(names) + ", got " + in_quotes(wrong) + hint(wrong, names);
}

}  // namespace tickstorm::scenario
