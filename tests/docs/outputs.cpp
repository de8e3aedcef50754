// Blocks are found by their marker lines; everything else passes through.

#include "docs/outputs.h"

#include <stdexcept>

namespace tickstorm::docs {
namespace {

constexpr std::string_view marker = "<!-- generated: tickstorm ";
constexpr std::string_view marker_tail = " -->";
constexpr std::string_view marker_end = "<!-- end -->";

// Cuts the first line, without its end, off `text`.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

// The arguments if the line begins a block, else nothing.
std::string_view arguments_of(std::string_view line) {
  if (!line.starts_with(marker) || !line.ends_with(marker_tail)) return {};
  return line.substr(marker.size(), line.size() - marker.size() - marker_tail.size());
}

std::string body_of(const std::string& arguments, const std::string& output) {
  const bool is_markdown = arguments.find("--markdown") != std::string::npos;
  return is_markdown ? output : "```\n" + output + "```\n";
}

}  // namespace

std::vector<std::string> quoted_commands(std::string_view document) {
  std::vector<std::string> commands;
  with_fresh_outputs(document, [&](const std::string& arguments) {
    commands.push_back(arguments);
    return std::string();
  });
  return commands;
}

std::string with_fresh_outputs(std::string_view document,
                               const std::function<std::string(const std::string&)>& run) {
  std::string fresh;
  while (!document.empty()) {
    const std::string_view line = take_line(document);
    fresh.append(line).append("\n");
    const std::string arguments(arguments_of(line));
    if (arguments.empty()) continue;
    fresh += body_of(arguments, run(arguments));
    while (!document.starts_with(marker_end)) {
      if (document.empty()) throw std::runtime_error("no end of the block of " + arguments);
      take_line(document);
    }
  }
  return fresh;
}

}  // namespace tickstorm::docs
