// Ctrl-C as a flag that a running command looks at, so that finished results can still be printed.

#pragma once

namespace tickstorm::cli {

// Thrown out of a progress callback once Ctrl-C was pressed.
struct Interrupted {};

// From now on the first SIGINT sets the flag; a second one ends the program at once.
void catch_interrupts();

bool was_interrupted();

}  // namespace tickstorm::cli
