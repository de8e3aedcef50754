// The text of the project's files as the house rules look at it.

#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tickstorm::house {

// A file: `path` is relative to the project and uses '/'.
struct Source {
  std::string path;
  std::string text;

  bool is_cpp() const { return path.ends_with(".cpp") || path.ends_with(".h"); }
  bool is_under(std::string_view folder) const { return path.starts_with(folder); }
};

// Broken rules, each "path:line: sentence".
using Violations = std::vector<std::string>;

// All text files of the project in the order of their paths, without the build tree and what git
// keeps. Throws std::filesystem::filesystem_error when the project cannot be read.
std::vector<Source> read_project(const std::filesystem::path& root);

// C++ text with comments, and the insides of string and character literals, turned into spaces. Has
// the same length and the same line breaks, so that offsets and line numbers stay true.
std::string without_comments_and_literals(std::string_view text);

// The lines without their ends.
std::vector<std::string_view> lines_of(std::string_view text);

// The line, counted from 1, that holds the byte at `offset`.
std::size_t line_at(std::string_view text, std::size_t offset);

// "path:line: sentence".
std::string violation(const Source& source, std::size_t line, std::string_view sentence);

}  // namespace tickstorm::house
