// Walks objects along the key table: unknown, repeated and missing keys, and every scalar's value.

#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "scenario/json.h"
#include "scenario/keys.h"
#include "scenario/value.h"
#include "tickstorm/scenario/catalog.h"
#include "tickstorm/scenario/diagnostic.h"

namespace tickstorm::scenario {

// Where something stands, for diagnostics about it.
struct Origin {
  std::string file;
  Position at;
  std::string pointer;  // "" is the whole document.
};

// A checked value for a key, and where it was given.
struct Assignment {
  const Key* key = nullptr;
  Value value;
  Origin origin;
};

// What one object of a file held.
struct Section {
  std::vector<Assignment> assignments;
  std::map<std::string, const Member*> special;  // Keys that need more than the table, by path.
  std::vector<std::string> estimates;            // Paths of figures marked as estimates.
};

class Reader {
 public:
  Reader(std::string file, const Catalog& catalog, std::vector<Diagnostic>& problems)
      : file_(std::move(file)), catalog_(catalog), problems_(problems) {}

  // Reads an object whose keys are the children of `prefix`, and all objects below it, into
  // `section`. `pointer` is the object's own.
  void walk(const Node& object, std::string_view prefix, const std::string& pointer,
            Section& section);

  // Reads one scalar for `key`, a problem is reported at `at`.
  void assign(const Key& key, const Node& node, const std::string& pointer, Section& section);

  // Reports `message` at a place of this file.
  void report(Position at, const std::string& pointer, std::string message);

  // False, with a report, if `node` is not of that kind. `expected` is "an object" or "an array".
  bool is(const Node& node, Node::Kind kind, std::string_view expected, const std::string& pointer);

  // Reports every key of `object` that stands there a second time.
  void check_repeated(const Node& object, const std::string& pointer);

  const std::string& file() const { return file_; }
  const Catalog& catalog() const { return catalog_; }

 private:
  void read_member(const Member& member, const Key& key, const std::string& pointer,
                   Section& section);
  void read_figure(const Key& key, const Node& node, const std::string& pointer, Section& section);

  std::string file_;
  const Catalog& catalog_;
  std::vector<Diagnostic>& problems_;
};

// `pointer` with one more token, escaped as RFC 6901 says.
std::string below(const std::string& pointer, std::string_view token);

// The value of the first member called `name`; null if there is none.
const Member* find_member(const Node& object, std::string_view name);

}  // namespace tickstorm::scenario
