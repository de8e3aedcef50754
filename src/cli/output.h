// Where the program's words go: results to stdout, everything else to stderr.

#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "cli/exit_code.h"

namespace tickstorm::cli {

// Ends a command: main() prints the message on stderr and exits with the code.
class CommandError : public std::runtime_error {
 public:
  CommandError(ExitCode code, const std::string& message)
      : std::runtime_error(message), code_(code) {}
  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

// Writes to stdout and flushes, so that a reader sees finished rows at once. Throws
// std::system_error if the text could not be written.
void print_result(std::string_view text);

// Writes to stderr: `lines` as they are, or "tickstorm: MESSAGE" and a newline.
void print_lines(std::string_view lines);
void print_notice(std::string_view message);

}  // namespace tickstorm::cli
