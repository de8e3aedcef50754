// The SIGINT handler.

#include "cli/interrupt.h"

#include <csignal>

namespace tickstorm::cli {
namespace {

// A signal handler has no argument to carry state in, so this is the one variable of the program
// that is global.
volatile std::sig_atomic_t interrupt_seen = 0;

extern "C" void on_interrupt(int) {
  interrupt_seen = 1;
}

}  // namespace

void catch_interrupts() {
  struct sigaction action = {};
  action.sa_handler = on_interrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND);  // The second signal has its usual effect.
  sigaction(SIGINT, &action, nullptr);
}

bool was_interrupted() {
  return interrupt_seen != 0;
}

}  // namespace tickstorm::cli
