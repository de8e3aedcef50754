// TICKSTORM_CHECK: invariants of tickstorm's own code, on in every build.

#pragma once

#include <stdexcept>
#include <string>

namespace tickstorm {

// A fault of tickstorm itself, never of the user's input.
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

// Throws InternalError naming the broken condition, the place and the reason.
[[noreturn]] void fail_check(const char* condition, const char* file, int line, const char* reason);

}  // namespace tickstorm

#define TICKSTORM_CHECK(condition, reason)                             \
  do {                                                                 \
    if (!(condition)) [[unlikely]] {                                   \
      ::tickstorm::fail_check(#condition, __FILE__, __LINE__, reason); \
    }                                                                  \
  } while (false)
