// Printing, with write errors noticed.

#include "cli/output.h"

#include <cerrno>
#include <cstdio>
#include <system_error>

namespace tickstorm::cli {

void print_result(std::string_view text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (!written || std::fflush(stdout) != 0) {
    throw std::system_error(errno, std::generic_category(), "standard output");
  }
}

void print_lines(std::string_view lines) {
  // Nobody is left to be told if stderr itself fails.
  std::fwrite(lines.data(), 1, lines.size(), stderr);
}

void print_notice(std::string_view message) {
  print_lines("tickstorm: " + std::string(message) + '\n');
}

}  // namespace tickstorm::cli
