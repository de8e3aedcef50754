// Turns a broken invariant into an exception that a test or the program can report.

#include "tickstorm/sim/check.h"

namespace tickstorm {

void fail_check(const char* condition, const char* file, int line, const char* reason) {
  std::string text = reason;
  text += " (";
  text += condition;
  text += ", ";
  const std::string path = file;
  const std::size_t root = path.rfind("src/");
  const std::size_t include = path.rfind("include/");
  const std::size_t from = root != std::string::npos ? root : include;
  text += from != std::string::npos ? path.substr(from) : path;
  text += ":" + std::to_string(line) + ")";
  throw InternalError(text);
}

}  // namespace tickstorm
