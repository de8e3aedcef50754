// Records of threads and processes on their lines.

#include "tickstorm/kernel/task.h"

#include <bitset>
#include <initializer_list>

#include "tickstorm/kernel/kernel.h"

namespace tickstorm {

// Counts the lines of a page that some record's field can fall on, over both places and all
// colours.
Layout TaskFields::layout(std::uint32_t line_bytes, std::uint32_t place) {
  const std::uint32_t start = header_bytes + place * object_bytes;
  const std::initializer_list<std::uint32_t> offsets = {0, 112, 448, 496, 560};
  Layout layout(line_bytes, offsets, start % line_bytes);
  std::bitset<page_bytes / 64> used;
  for (std::uint32_t colour = 0; colour < colours; ++colour) {
    for (std::uint32_t other = 0; other < per_page; ++other) {
      for (const std::uint32_t offset : offsets) {
        used.set((header_bytes + colour * 64 + other * object_bytes + offset) / 64);
      }
    }
  }
  layout.set_placement(static_cast<std::uint8_t>(used.count()));
  return layout;
}

Task::Task(Kernel& kernel, std::uint32_t id, NodeId node) : ctx(kernel, *this), id_(id) {
  Machine& machine = kernel.machine();
  record_ = machine.allocate(kernel.task_layout(id % TaskFields::per_page), node);
  stack_ = machine.allocate(kernel.stack_layout(), node);
  state.place(record_.line_of(TaskFields::state), TaskState::running);
  exiting.place(record_.line_of(TaskFields::state), false);
  ran_ns.place(record_.line_of(TaskFields::sched));
  next_thread.place(record_.line_of(TaskFields::link), this);
  user_ticks.place(record_.line_of(TaskFields::times));
  system_ticks.place(record_.line_of(TaskFields::times));
  prof_expires.place(record_.line_of(TaskFields::expires));
  flags.place(stack_.first);
}

Task::~Task() {
  ctx.kernel().machine().coherence().release(record_);
  ctx.kernel().machine().coherence().release(stack_);
}

void Task::start(Co<void> body) {
  strand.start(std::move(body), ctx.kernel().machine().engine().ready());
}

ThreadGroup::ThreadGroup(Kernel& kernel, NodeId node)
    : siglock(kernel.sighand_class(), kernel.config().spinlock),
      // sh.K; sg.A; sg.P; sg.I; sg.T; sg.D; sg.R: each on its own line but sg.I and sg.T, which
      // adjoin.
      layout_(kernel.machine().config().line_bytes,
              {0, 2048, 2048 + 128, 2048 + 256, 2048 + 296, 2048 + 384, 2048 + 512}) {
  const Block block = kernel.machine().allocate(layout_, node);
  siglock.place(block.line_of(0));
  live.place(block.line_of(1));
  shared_pending.place(block.line_of(2));
  prof_expires.place(block.line_of(3));
  prof_interval.place(block.line_of(3));
  timer_lists.place(block.line_of(4));
  dead_times.place(block.line_of(5));
  cpu_limit.place(block.line_of(6));
}

}  // namespace tickstorm
