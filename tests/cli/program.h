// Runs the real program from a test and gives back what it printed.

#pragma once

#include <string>

namespace tickstorm::test {

struct ProgramResult {
  int exit_code = -1;
  std::string out;
  std::string err;
};

// A directory of its own below the system's temporary directory, removed at the end.
class ScratchDirectory {
 public:
  ScratchDirectory();
  ~ScratchDirectory();
  ScratchDirectory(const ScratchDirectory&) = delete;
  ScratchDirectory& operator=(const ScratchDirectory&) = delete;

  // Writes a file and returns its path.
  std::string write(const std::string& name, const std::string& text) const;
  std::string path(const std::string& name) const { return path_ + '/' + name; }

 private:
  std::string path_;
};

// Runs `tickstorm ARGUMENTS` in the source directory with stdout and stderr as files. `arguments`
// is shell text; so is `before`, which stands in front of the program's name.
ProgramResult run_program(const std::string& arguments, const std::string& before = "");

// A scenario of a few threads that ends after microseconds of simulated time. `members` is inserted
// as further JSON members and begins with a comma.
std::string tiny_scenario(const std::string& members = "");

// A scenario called "hang" that counts as hung after one simulated second, in both its variants,
// because its watchdog is far too impatient.
std::string hanging_scenario(const std::string& members);

}  // namespace tickstorm::test
