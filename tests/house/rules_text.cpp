// Rules that look at one file line by line: includes, words, widths and lengths.

#include <algorithm>
#include <array>
#include <optional>
#include <regex>

#include "house/rules.h"

namespace tickstorm::house {
namespace {

// Who may include whom: a layer may include itself and all layers of lower rank.
struct Layer {
  std::string_view folder;
  int rank;
};
constexpr std::array layers = {
    Layer{"sim", 0},      Layer{"machine", 1},    Layer{"kernel", 2},     Layer{"timer", 3},
    Layer{"itimer", 3},   Layer{"rcu", 3},        Layer{"membarrier", 3}, Layer{"workload", 4},
    Layer{"scenario", 5}, Layer{"experiment", 6}, Layer{"report", 7},     Layer{"testing", 7},
    Layer{"cli", 8},
};

// The layer that a path below src/ or include/tickstorm/ belongs to; null for anything else.
const Layer* layer_of(std::string_view path) {
  if (path == "variant.h") path = "kernel/variant.h";
  if (path == "testing.h") path = "testing/testing.h";
  const std::string_view folder = path.substr(0, path.find('/'));
  const auto found = std::ranges::find(layers, folder, &Layer::folder);
  return found == layers.end() || !path.starts_with(std::string(folder) + "/") ? nullptr : &*found;
}

const Layer* layer_of_file(const Source& source) {
  for (const std::string_view root : {"include/tickstorm/", "src/"}) {
    if (source.is_under(root)) return layer_of(std::string_view(source.path).substr(root.size()));
  }
  return nullptr;
}

// The file that an #include line names; nothing for other lines.
std::optional<std::string> included(std::string_view line) {
  static const std::regex pattern(R"(^\s*#\s*include\s*[<"]([^>"]+)[>"].*)");
  std::match_results<std::string_view::const_iterator> match;
  if (!std::regex_match(line.begin(), line.end(), match, pattern)) return std::nullopt;
  return match[1].str();
}

// A pattern that no line may match, and what is said when one does.
struct Ban {
  std::string pattern;
  std::string_view sentence;
};

Violations matches(const Source& source, std::string_view text, std::span<const Ban> bans) {
  Violations found;
  for (const Ban& ban : bans) {
    const std::regex pattern(ban.pattern);
    std::size_t number = 0;
    for (const std::string_view line : lines_of(text)) {
      ++number;
      if (std::regex_search(line.begin(), line.end(), pattern)) {
        found.push_back(violation(source, number, ban.sentence));
      }
    }
  }
  return found;
}

bool is_library(const Source& source) {
  return source.is_cpp() && (source.is_under("src/") || source.is_under("include/")) &&
         !source.is_under("src/cli/");
}

std::size_t columns(std::string_view line) {
  return static_cast<std::size_t>(
      std::ranges::count_if(line, [](char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace

Violations include_direction(const Source& source) {
  Violations found;
  const Layer* own = layer_of_file(source);
  if (own == nullptr) return found;
  std::size_t number = 0;
  for (const std::string_view line : lines_of(source.text)) {
    ++number;
    std::string target = included(line).value_or("");
    if (target.starts_with("tickstorm/")) target.erase(0, std::string_view("tickstorm/").size());
    const Layer* other = layer_of(target);
    if (other == nullptr || other == own || other->rank < own->rank) continue;
    found.push_back(
        violation(source, number,
                  std::string(own->folder) + " must not include " + std::string(other->folder)));
  }
  return found;
}

Violations foreign_includes(const Source& source) {
  if (!source.is_under("src/") && !source.is_under("include/")) return {};
  Violations found;
  std::size_t number = 0;
  for (const std::string_view line : lines_of(source.text)) {
    ++number;
    const std::string target = included(line).value_or("");
    if (target.starts_with("nlohmann/") && !source.is_under("src/scenario/") &&
        !source.is_under("src/report/")) {
      found.push_back(violation(source, number, "only src/scenario and src/report include JSON"));
    } else if (target.starts_with("CLI/") && !source.is_under("src/cli/")) {
      found.push_back(violation(source, number, "only src/cli includes CLI11"));
    } else if (target.starts_with("fmt/") && source.is_under("include/")) {
      found.push_back(violation(source, number, "public headers do not include fmt"));
    }
  }
  return found;
}

Violations printing(const Source& source) {
  if (!is_library(source)) return {};
  static const std::array bans = {
      Ban{R"(\bstd::(cout|cerr|clog)\b|\bfmt::print\b|(^|[^\w:])(std::)?f?(printf|puts)\s*\()",
          "the library does not print; return a string"},
      Ban{R"((^|[^\w.:>])(std::)?(exit|abort|_Exit|quick_exit)\s*\()",
          "the library does not end the process; throw or return a value"},
  };
  return matches(source, without_comments_and_literals(source.text), bans);
}

Violations indeterminism(const Source& source) {
  if (!is_library(source)) return {};
  static const std::array bans = {
      Ban{R"(\b(system|steady|high_resolution)_clock\b)", "only src/cli looks at a clock"},
      Ban{R"(\brandom_device\b|\bmt19937|_distribution\b|\bstd::(ranges::)?shuffle\b)",
          "random numbers come from sim/rng.h alone"},
      Ban{R"(\bunordered_(map|set|multimap|multiset)\b)",
          "use an ordered container; hash order must not reach a result"},
      Ban{R"(\bsetlocale\b|\bstd::locale\b)", "results do not depend on a locale"},
  };
  return matches(source, without_comments_and_literals(source.text), bans);
}

Violations widths_and_lengths(const Source& source) {
  if (source.path.ends_with(".md") || source.path.ends_with(".json") ||
      (source.path.ends_with(".txt") && !source.path.ends_with("CMakeLists.txt"))) {
    return {};
  }
  Violations found;
  const std::vector<std::string_view> lines = lines_of(source.text);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (columns(lines[i]) > 100) found.push_back(violation(source, i + 1, "over 100 columns"));
  }
  if (lines.size() > 500) found.push_back(violation(source, lines.size(), "over 500 lines"));
  return found;
}

Violations opening_comment(const Source& source) {
  if (!source.is_cpp()) return {};
  Violations found;
  if (!source.text.starts_with("// ")) {
    found.push_back(violation(source, 1, "the file does not open by saying what it is"));
  }
  if (source.path.ends_with(".h") && source.text.find("\n#pragma once\n") == std::string::npos) {
    found.push_back(violation(source, 1, "the header has no #pragma once"));
  }
  return found;
}

Violations banned_words(const Source& source) {
  // The words are put together here so that this file does not contain what it forbids.
  static const std::array bans = {
      Ban{std::string("GNU General ") + "Public License|GPL-" + "[23]|MODULE_" + "LICENSE",
          "text under the GPL does not belong here"},
      Ban{std::string("\\b(TO") + "DO|FIX" + "ME|X" + "XX|HA" + "CK)\\b",
          "finish it, or open an issue"},
      Ban{std::string("/ho") + "me/|/ro" + "ot/|/wo" + "rk/", "no path of one machine"},
  };
  return matches(source, source.text, bans);
}

Violations test_names(const Source& source) {
  if (!source.is_under("tests/") || !source.is_cpp()) return {};
  Violations found;
  static const std::regex pattern(R"re((TEST_CASE|SCENARIO)\s*\(\s*((?:"(?:[^"\\]|\\.)*"\s*)+))re");
  for (std::sregex_iterator it(source.text.begin(), source.text.end(), pattern), end; it != end;
       ++it) {
    if ((*it)[2].str().find(';') == std::string::npos) continue;
    found.push_back(violation(source,
                              line_at(source.text, static_cast<std::size_t>(it->position())),
                              "a test name with ';' becomes two tests that run nothing"));
  }
  return found;
}

}  // namespace tickstorm::house
