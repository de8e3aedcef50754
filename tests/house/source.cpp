// Reading the project's files, and the little C++ lexing that the house rules need.

#include "house/source.h"

#include <algorithm>
#include <fstream>
#include <iterator>

namespace tickstorm::house {
namespace {

bool is_text(const std::filesystem::path& path) {
  static constexpr std::string_view endings[] = {".h",    ".cpp", ".txt", ".cmake",
                                                 ".json", ".md",  ""};
  return std::ranges::find(endings, path.extension().string()) != std::end(endings);
}

// Blanks everything in [from, to) but line breaks.
void blank(std::string& text, std::size_t from, std::size_t to) {
  for (std::size_t i = from; i < std::min(to, text.size()); ++i) {
    if (text[i] != '\n') text[i] = ' ';
  }
}

// The offset behind the literal that opens with `quote` at `open`.
std::size_t end_of_literal(std::string_view text, std::size_t open, char quote) {
  std::size_t i = open + 1;
  while (i < text.size() && text[i] != quote && text[i] != '\n') {
    i += text[i] == '\\' ? 2U : 1U;
  }
  return std::min(i + 1, text.size());
}

// The offset behind the raw string whose quote is at `open`.
std::size_t end_of_raw_string(std::string_view text, std::size_t open) {
  const std::size_t bracket = text.find('(', open);
  if (bracket == std::string_view::npos) return text.size();
  const std::string closing = ")" + std::string(text.substr(open + 1, bracket - open - 1)) + "\"";
  const std::size_t end = text.find(closing, bracket);
  return end == std::string_view::npos ? text.size() : end + closing.size();
}

bool is_digit_separator(std::string_view text, std::size_t i) {
  const auto alphanumeric = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  };
  return i > 0 && i + 1 < text.size() && alphanumeric(text[i - 1]) && alphanumeric(text[i + 1]) &&
         text[i] == '\'';
}

}  // namespace

std::vector<Source> read_project(const std::filesystem::path& root) {
  std::vector<Source> sources;
  std::filesystem::recursive_directory_iterator it(root);
  for (const auto end = std::filesystem::end(it); it != end; ++it) {
    const std::filesystem::path name = it->path().filename();
    if (it->is_directory() && (name == ".git" || name == "build")) {
      it.disable_recursion_pending();
    } else if (it->is_regular_file() && is_text(it->path())) {
      std::ifstream in(it->path(), std::ios::binary);
      sources.push_back({std::filesystem::relative(it->path(), root).generic_string(),
                         std::string(std::istreambuf_iterator<char>(in), {})});
    }
  }
  std::ranges::sort(sources, {}, &Source::path);
  return sources;
}

std::string without_comments_and_literals(std::string_view text) {
  std::string out(text);
  std::size_t i = 0;
  while (i < text.size()) {
    std::size_t end = i + 1;
    if (text.substr(i).starts_with("//")) {
      end = std::min(text.find('\n', i), text.size());
      blank(out, i, end);
    } else if (text.substr(i).starts_with("/*")) {
      const std::size_t close = text.find("*/", i + 2);
      end = close == std::string_view::npos ? text.size() : close + 2;
      blank(out, i, end);
    } else if (text.substr(i).starts_with("R\"")) {
      end = end_of_raw_string(text, i + 1);
      blank(out, i + 2, end - 1);
    } else if (text[i] == '"' || (text[i] == '\'' && !is_digit_separator(text, i))) {
      end = end_of_literal(text, i, text[i]);
      blank(out, i + 1, end - 1);
    }
    i = end;
  }
  return out;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::size_t line_at(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  return 1 + static_cast<std::size_t>(std::ranges::count(before, '\n'));
}

std::string violation(const Source& source, std::size_t line, std::string_view sentence) {
  return source.path + ":" + std::to_string(line) + ": " + std::string(sentence);
}

}  // namespace tickstorm::house
