// What is on a strand: the frame of its root and those of the interrupts above it.

#include "tickstorm/machine/cpu.h"
#include "tickstorm/sim/check.h"

namespace tickstorm {

void Strand::start(Co<void> body, ReadySlot& ready) {
  TICKSTORM_CHECK(depth_ == 0, "a strand starts once");
  depth_ = 1;
  top_ = &base_;
  base_.root = Root(std::move(body));
  base_.handle = base_.root.start(ready);
}

Strand::~Strand() {
  while (depth_ > 1)
    pop();
}

Frame& Strand::push() {
  TICKSTORM_CHECK(depth_ < levels, "interrupts nest too deeply");
  ++depth_;
  Frame* frame = ::new (allocate_frame(sizeof(Frame))) Frame;
  frame->below = top_;
  top_ = frame;
  return *frame;
}

void Strand::pop() {
  Frame* frame = top_;
  top_ = frame->below;
  --depth_;
  frame->~Frame();
  free_frame(frame, sizeof(Frame));
}

}  // namespace tickstorm
