// Rules about files together: nothing the build does not name, nothing in a document that no test
// runs.

#include <algorithm>
#include <regex>
#include <set>

#include "house/rules.h"

namespace tickstorm::house {
namespace {

const Source* find(std::span<const Source> project, std::string_view path) {
  const auto found = std::ranges::find(project, path, &Source::path);
  return found == project.end() ? nullptr : &*found;
}

std::string_view folder_of(std::string_view path) {
  return path.substr(0, path.rfind('/') + 1);
}

// Whether `text` holds `word` with nothing before or behind it that could belong to a file name.
bool holds_name(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    const auto ends = [&](std::size_t i) {
      return i >= text.size() ||
             std::string_view(" \t\n()\"/<>{").find(text[i]) != std::string_view::npos;
    };
    if ((at == 0 || ends(at - 1)) && ends(at + word.size())) return true;
  }
  return false;
}

// Whether the CMakeLists.txt of the file's folder, or of the nearest one above, names
// the file by its path from there.
bool named_by_build(std::span<const Source> project, const Source& source) {
  std::string_view folder = folder_of(source.path);
  while (!folder.empty()) {
    if (const Source* build = find(project, std::string(folder) + "CMakeLists.txt")) {
      return holds_name(build->text, std::string_view(source.path).substr(folder.size()));
    }
    folder = folder_of(folder.substr(0, folder.size() - 1));
  }
  return false;
}

// Whether a CMakeLists.txt under src/ names the public header by its path below include/tickstorm/.
bool listed_header(std::span<const Source> project, const Source& source) {
  const std::string_view name =
      std::string_view(source.path).substr(sizeof("include/tickstorm/") - 1);
  return std::ranges::any_of(project, [&](const Source& build) {
    return build.is_under("src/") && build.path.ends_with("CMakeLists.txt") &&
           holds_name(build.text, name);
  });
}

// Whether some other file includes the private header, by the end of its path.
bool included_somewhere(std::span<const Source> project, const Source& source) {
  return std::ranges::any_of(project, [&](const Source& other) {
    if (!other.is_cpp() || other.path == source.path) return false;
    for (std::size_t at = source.path.find('/'); at != std::string::npos;
         at = source.path.find('/', at + 1)) {
      const std::string line = "#include \"" + source.path.substr(at + 1) + "\"";
      if (other.text.find(line) != std::string::npos) return true;
    }
    return false;
  });
}

// A fenced block of a Markdown text: its language and its lines, joined.
struct Block {
  std::size_t line;
  std::string language;
  std::string text;
};

std::vector<Block> blocks_of(std::string_view markdown) {
  std::vector<Block> blocks;
  bool inside = false;
  std::size_t number = 0;
  for (const std::string_view line : lines_of(markdown)) {
    ++number;
    if (line.starts_with("```")) {
      inside = !inside;
      if (inside) blocks.push_back({number, std::string(line.substr(3)), {}});
    } else if (inside) {
      blocks.back().text += std::string(line) + "\n";
    }
  }
  return blocks;
}

// Whether a test or a script that the suite or CI runs holds the text.
bool is_run(std::span<const Source> project, std::string_view text) {
  return std::ranges::any_of(project, [&](const Source& source) {
    return (source.is_under("tests/") || source.path == "quickstart" || source.path == ".ci/run") &&
           source.text.find(text) != std::string::npos;
  });
}

// What has to stand in a test for a command to count as run; nothing for shell that is not ours.
std::string tested_part(std::string_view command) {
  static constexpr std::string_view program = "build/release/bin/tickstorm ";
  const std::string_view bare = command.substr(0, command.find("  #"));
  if (bare.starts_with(program)) return std::string(bare.substr(program.size()));
  return bare.starts_with("./quickstart ") || bare.starts_with("cmake ") ? std::string(bare) : "";
}

}  // namespace

Violations orphans(std::span<const Source> project) {
  Violations found;
  for (const Source& source : project) {
    if (!source.is_cpp()) continue;
    const bool is_header = source.path.ends_with(".h");
    const bool is_public = source.is_under("include/");
    const bool known = is_public   ? listed_header(project, source)
                       : is_header ? included_somewhere(project, source)
                                   : named_by_build(project, source);
    if (known) continue;
    found.push_back(violation(source, 1,
                              is_header && !is_public ? "no file includes this header"
                                                      : "no CMakeLists.txt names this file"));
  }
  return found;
}

Violations untested_readme(std::span<const Source> project) {
  Violations found;
  const Source* readme = find(project, "README.md");
  if (readme == nullptr) return {"README.md:1: there is no README"};
  if (lines_of(readme->text).size() >= 120) {
    found.push_back(violation(*readme, 120, "120 lines or more"));
  }
  for (const Block& block : blocks_of(readme->text)) {
    if (block.language == "cpp" && !is_run(project, block.text)) {
      found.push_back(violation(*readme, block.line, "no file under tests/ holds this code"));
    }
    if (block.language != "sh") continue;
    for (const std::string_view line : lines_of(block.text)) {
      if (is_run(project, tested_part(line))) continue;
      found.push_back(violation(*readme, block.line, "no test runs: " + std::string(line)));
    }
  }
  return found;
}

Violations scenarios_without_row(std::span<const Source> project) {
  Violations found;
  const Source* validation = find(project, "docs/validation.md");
  for (const Source& source : project) {
    const bool is_scenario = source.is_under("scenarios/") && source.path.ends_with(".json") &&
                             !source.is_under("scenarios/machines/") &&
                             !source.path.ends_with(".schema.json");
    if (!is_scenario) continue;
    if (validation == nullptr || validation->text.find(source.path) == std::string::npos) {
      found.push_back(violation(source, 1, "docs/validation.md does not name this scenario"));
    }
  }
  return found;
}

std::vector<std::string> names_in_table(std::string_view markdown, std::string_view heading) {
  std::vector<std::string> names;
  bool inside = false;
  static const std::regex row(R"(^\|\s*`([^`]+)`\s*\|.*)");
  for (const std::string_view line : lines_of(markdown)) {
    if (line.starts_with("#")) inside = line.find(heading) != std::string_view::npos;
    std::match_results<std::string_view::const_iterator> match;
    if (inside && std::regex_match(line.begin(), line.end(), match, row)) {
      names.push_back(match[1].str());
    }
  }
  return names;
}

}  // namespace tickstorm::house
