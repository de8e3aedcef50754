// The life of a strand on a CPU: accesses, computing, interrupts, switching.

#include "tickstorm/machine/cpu.h"

#include <algorithm>

#include "tickstorm/machine/machine.h"
#include "tickstorm/sim/check.h"
#include "tickstorm/sim/rng.h"

namespace tickstorm {

Cpu::Cpu(Machine& machine, CpuId id)
    : coherence_(machine.coherence()),
      id_(id),
      look_ahead_(machine.config().look_ahead),
      cache_(machine.lifetimes_, mix64(machine.config().seed) ^ mix64(id)),
      engine_(machine.engine()),
      machine_(machine),
      slot_(engine_.add_slot(EventClass::cpu, id, &Cpu::on_event, this)),
      parallelism_(machine.config().memory_parallelism) {
  const MachineConfig& c = machine.config();
  const SimDuration store = machine.cycles(Cycles{1});
  l1_ = {c.l1.hit, store, c.coherence.locked};
  l2_ = {c.l2.hit, store, c.coherence.locked + c.l2.hit - c.l1.hit};
}

void Cpu::boot(Strand& strand) {
  TICKSTORM_CHECK(strand_ == nullptr, "a CPU boots once");
  strand_ = &strand;
  clock_ = engine_.now();
  top().until = clock_;
  top().stage = Stage::wait_order;
  engine_.set(slot_, clock_);
}

void Cpu::refresh_horizon() {
  if (!look_ahead_) return;  // Both stay in the past: every access is an event.
  horizon_ = engine_.earliest_other(slot_);
  set_bound();
}

void Cpu::set_bound() {
  if (!look_ahead_) return;
  const Interconnect& net = coherence_.interconnect();
  const SimTime limit = interrupts_on_ ? interrupt_at_ : never;
  const bool alone = horizon_ == never;
  bound_ = std::min(limit, alone ? never : horizon_ + net.least_surprise());
  requested_bound_ = std::min(bound_, alone ? never : horizon_ + net.least_effect());
}

void Cpu::on_event(void* self) {
  static_cast<Cpu*>(self)->step();
}

void Cpu::step() {
  Frame& frame = top();
  switch (frame.stage) {
    case Stage::arriving:
    case Stage::completing:
      refresh_horizon();
      if (!go_on(frame) || !travel(frame)) return;
      break;
    case Stage::wait_replay:
      frame.stage = Stage::replay;
      break;
    case Stage::wait_halt:
      interrupts_on_ = true;
      frame.stage = Stage::halted;
      break;
    case Stage::wait_enable:
      interrupts_on_ = true;
      frame.stage = Stage::ready;
      break;
    case Stage::compute:
    case Stage::wait_order:
      frame.stage = Stage::ready;
      break;
    default:
      TICKSTORM_CHECK(false, "a CPU had an event that it did not wait for");
  }
  clock_ = std::max(clock_, frame.until);
  refresh_horizon();
  advance();
}

namespace {

// Whether an interrupt can be taken now; a strand that waits for its event takes it then.
bool at_boundary(Stage stage) {
  return stage == Stage::ready || stage == Stage::replay || stage == Stage::suspended_compute ||
         stage == Stage::halted;
}

}  // namespace

// Goes on at an instruction boundary in global order, until the strand waits for an event.
void Cpu::advance() {
  for (;;) {
    if (interrupted() && at_boundary(top().stage)) take_interrupt();
    Frame& frame = top();
    switch (frame.stage) {
      case Stage::ready:
        if (!resume(frame)) return;
        break;
      case Stage::replay:
        if (!attempt(frame)) return;
        break;
      case Stage::suspended_compute:
        frame.stage = Stage::compute;
        frame.until = clock_ + frame.rest;
        engine_.set(slot_, frame.until);
        return;
      default:
        return;
    }
  }
}

// Resumes the coroutine; false if the strand is at its end.
bool Cpu::resume(Frame& frame) {
  frame.stage = Stage::running;
  engine_.ready().run(frame.handle);
  Frame& now = top();
  if (now.stage != Stage::running) return true;
  now.root.rethrow();
  if (strand_->depth() == 1) return false;
  strand_->pop();
  clock_ += machine_.config().entry.interrupt_exit;
  cache_.begin_window();
  interrupts_on_ = true;
  set_bound();
  if (top().stage == Stage::halted) top().stage = Stage::ready;
  if (!in_order()) {
    // Further interrupts may have arrived meanwhile: look again in global order.
    Frame& below = top();
    if (below.stage == Stage::ready || below.stage == Stage::replay) {
      below.stage = below.stage == Stage::ready ? Stage::wait_order : Stage::wait_replay;
      below.until = clock_;
      engine_.set(slot_, clock_);
    }
  }
  return true;
}

// A copy that lies elsewhere, is old, or is not there or not good enough.
bool Cpu::try_unusual_hit(AccessKind kind, LineId line, bool independent) {
  const LineState state = coherence_.state(line);
  if (!is_exact(state)) return false;
  PrivateCache::Copy* copy = cache_.find(line);
  if (copy == nullptr || copy->stamp != state.stamp()) return false;
  if (kind != AccessKind::load && state.owner != id_) return false;
  return serve(kind, cache_.touch(*copy), independent);
}

bool Cpu::begin(const Operation& op) {
  Frame& frame = top();
  frame.op = op;
  if (!in_order()) {
    begin_early(frame);
    return waits(frame, false);
  }
  frame.stage = Stage::replay;
  return waits(frame, !interrupted() && attempt(frame));
}

bool Cpu::begin_lost(const Operation& op) {
  if (!in_order() || interrupted()) return begin(op);
  Frame& frame = top();
  frame.op = op;
  copy_ = &cache_.likely(op.line);
  issue(frame, false);
  return waits(frame, travel(frame));
}

// Whether whoever made an access must wait for it.
bool Cpu::waits(Frame& frame, bool done) {
  if (done) {
    frame.stage = Stage::running;
    return false;
  }
  const LineId line = frame.op.line;
  engine_.will_read(slot_,
                    {&frame, frame.op.awaiter, &cache_.likely(line), coherence_.place_of(line)});
  return true;
}

// Begins an access before global time has come up to the local clock.
void Cpu::begin_early(Frame& frame) {
  const LineState state = coherence_.state(frame.op.line);
  if (is_exact(state) && !coherence_.interconnect().shared_cache()) {
    const Found found = look_up(frame.op);
    if (!found.hits) {
      issue(frame, found.holds);
      announce(frame);
      engine_.set(slot_, frame.until);
      return;
    }
  }
  frame.stage = Stage::wait_replay;
  frame.until = clock_;
  engine_.set(slot_, frame.until);
}

// What the private cache offers an access at the local clock. A miss below the bound is final:
// nobody else can give this CPU a copy or a right back, and no interrupt comes first. Only the way
// of the request may still change, if it depends on who shares the line.
Cpu::Found Cpu::look_up(const Operation& op) {
  const bool write = op.kind != AccessKind::load;
  const LineState state = coherence_.state(op.line);
  PrivateCache::Copy* copy = cache_.find(op.line);
  copy_ = copy;
  if (copy == nullptr) return {};
  const bool current = copy->stamp == state.stamp();
  const bool entitled = (current && (!write || state.owner == id_)) ||
                        coherence_.still_serves(op.line, id_, copy->stamp, write, clock_);
  return {copy, entitled && cache_.level(*copy) != HitLevel::none,
          write && current && !cache_.lost(*copy)};
}

// Tries an access in global order. True if it is done.
bool Cpu::attempt(Frame& frame) {
  const Found found = look_up(frame.op);
  if (found.hits) {
    serve(frame.op.kind, cache_.touch(*found.copy), frame.op.independent);
    settle(frame);
    return frame.stage == Stage::ready;
  }
  issue(frame, found.holds);
  return travel(frame);
}

void Cpu::issue(Frame& frame, bool holds) {
  const Coherence::Route route = coherence_.route(frame.op.line, id_, clock_);
  frame.overlap = sent_earlier(frame.op.independent);
  frame.holds = holds;
  frame.at_home = route.at_home;
  frame.announced = false;
  frame.stage = Stage::arriving;
  frame.until = std::max(clock_, route.arrival - frame.overlap);
  frame.overlap -= route.arrival - frame.until;
}

// Before anybody else runs who could otherwise run past the grant.
void Cpu::announce(Frame& frame) {
  if (frame.announced) return;
  frame.announced = true;
  coherence_.announce(frame.op.line);
}

// Takes an issued request as far as it gets before anybody else's next event: those steps need no
// events of their own. True if the access is done; else its next step is scheduled.
bool Cpu::travel(Frame& frame) {
  while (frame.stage == Stage::arriving || frame.stage == Stage::completing) {
    if (frame.until >= horizon_) {
      if (frame.stage == Stage::arriving) announce(frame);
      engine_.set(slot_, frame.until);
      return false;
    }
    engine_.skip_to(frame.until);
    if (!go_on(frame)) return false;
  }
  return frame.stage == Stage::ready;
}

// The next step of a request, at the engine's time. False if the CPU waits for something else now.
bool Cpu::go_on(Frame& frame) {
  if (frame.stage == Stage::completing) {
    complete(frame);
    return frame.stage == Stage::ready;
  }
  arrive(frame);
  if (frame.op.kind != AccessKind::load) refresh_horizon();  // It may have woken pollers.
  return frame.stage != Stage::queued;
}

void Cpu::arrive(Frame& frame) {
  const LineId line = frame.op.line;
  if (!frame.at_home && !coherence_.inside_domain(line, id_)) {
    frame.at_home = true;  // A copy has left the domain meanwhile: on to the home.
    frame.until = frame.until + coherence_.to_home(line, id_);
    return;
  }
  if (engine_.now() < coherence_.free_at(line)) {
    announce(frame);
    frame.stage = Stage::queued;
    machine_.enqueue(line, id_);
    return;
  }
  grant(frame);
}

void Cpu::grant(Frame& frame) {
  const bool write = frame.op.kind != AccessKind::load;
  const bool holds = frame.holds && copy_->stamp == coherence_.state(frame.op.line).stamp();
  const Coherence::Request request{frame.op.line, id_, write, holds, frame.at_home};
  const Coherence::Grant granted = coherence_.grant(
      request, engine_.now(),
      [this](CpuId parked, SimTime dies) { machine_.cpu(parked).wake_parked(dies); });
  if (frame.announced) coherence_.withdraw(request.line);
  ++stats_.misses[static_cast<unsigned>(granted.source)];
  frame.stamp = granted.stamp;
  frame.stage = Stage::completing;
  frame.until = granted.done;
  const bool from_memory =
      granted.source == Source::local_memory || granted.source == Source::remote_memory;
  if (from_memory) frame.until = std::max(engine_.now() + l1_[0], frame.until - frame.overlap);
  if (frame.op.kind == AccessKind::locked) frame.until += l1_[2];
  coherence_.extend(frame.op.line, write, frame.until);
}

void Cpu::complete(Frame& frame) {
  stats_.stalled += frame.until - clock_;
  clock_ = frame.until;
  cache_.insert(copy_, frame.op.line, frame.stamp, coherence_.state(frame.op.line).placement,
                [this](const PrivateCache::Copy& copy) {
                  return copy.stamp == coherence_.state(copy.line).stamp() ||
                         coherence_.still_serves(copy.line, id_, copy.stamp, false, clock_) ||
                         coherence_.still_serves(copy.line, id_, copy.stamp, true, clock_);
                });
  settle(frame);
}

// The line is here: do the operation, and wait for a change if it asks for one.
void Cpu::settle(Frame& frame) {
  const LineId line = frame.op.line;
  if (frame.op.execute(frame.op.awaiter) == Verdict::done) {
    frame.stage = Stage::ready;
    return;
  }
  frame.stage = Stage::parked;
  const PrivateCache::Copy* copy = cache_.find(line);
  if (copy->stamp == coherence_.state(line).stamp()) {
    coherence_.watch(line, id_);
  } else {
    wake_parked(std::max(clock_, coherence_.dies_at(line, id_)));
  }
}

void Cpu::wake_parked(SimTime dies) {
  Frame& frame = top();
  frame.stage = Stage::wait_replay;
  const SimDuration half_poll = machine_.cycles(machine_.config().relax) / 2;
  frame.until = std::max({dies, clock_, engine_.now()}) + half_poll;
  engine_.set(slot_, frame.until);
}

bool Cpu::compute_now(SimDuration d) {
  if (interrupts_on_ && clock_ + d >= bound_) return false;
  clock_ += d;
  return true;
}

void Cpu::begin_compute(SimDuration d, SimDuration grain, std::coroutine_handle<> self) {
  Frame& frame = top();
  frame.handle = self;
  frame.stage = Stage::compute;
  frame.grain = grain;
  frame.until = clock_ + d;
  engine_.set(slot_, frame.until);
}

void Cpu::wait(Stage stage, std::coroutine_handle<> self) {
  Frame& frame = top();
  frame.handle = self;
  frame.stage = stage;
  frame.until = clock_;
  engine_.set(slot_, clock_);
}

bool Cpu::enable_interrupts_now() {
  if (!in_order() || pending_ != 0) return false;
  interrupts_on_ = true;
  set_bound();
  return true;
}

void Cpu::switch_to(Strand& next, std::coroutine_handle<> self) {
  Frame& frame = top();
  frame.handle = self;
  frame.stage = Stage::ready;
  strand_ = &next;
}

void Cpu::start_timer(SimTime first, SimDuration period) {
  if (timer_slot_ == Engine::no_slot) {
    timer_slot_ = engine_.add_slot(EventClass::interrupt, id_, &Cpu::on_timer, this);
  }
  timer_period_ = period;
  timer_at_ = first;
  engine_.set(timer_slot_, first);
  set_interrupt_at();
}

void Cpu::on_timer(void* self) {
  auto& cpu = *static_cast<Cpu*>(self);
  cpu.timer_at_ = cpu.engine_.now() + cpu.timer_period_;
  cpu.engine_.set(cpu.timer_slot_, cpu.timer_at_);
  cpu.set_interrupt_at();
  cpu.raise(timer_vector);
}

void Cpu::send_interrupt(Cpu& target, unsigned vector) {
  TICKSTORM_CHECK(!look_ahead_ || in_order() || clock_ <= engine_.now(),
                  "an interrupt was sent out of order");
  const EntryCosts& costs = machine_.config().entry;
  clock_ += costs.ipi_issue;
  const bool near = machine_.node_of(id_) == machine_.node_of(target.id_);
  const SimTime at = clock_ + (near ? costs.ipi_near : costs.ipi_far);
  target.in_flight_.push_back({at, vector});
  target.set_interrupt_at();
  engine_.post(at, EventClass::interrupt, target.id_, &Cpu::on_interrupt, &target);
  refresh_horizon();
}

void Cpu::on_interrupt(void* self) {
  auto& cpu = *static_cast<Cpu*>(self);
  const auto at = std::find_if(cpu.in_flight_.begin(), cpu.in_flight_.end(),
                               [&](const InFlight& f) { return f.at == cpu.engine_.now(); });
  TICKSTORM_CHECK(at != cpu.in_flight_.end(), "an interrupt arrived that nobody sent");
  const unsigned vector = at->vector;
  cpu.in_flight_.erase(at);
  cpu.set_interrupt_at();
  cpu.raise(vector);
}

void Cpu::set_interrupt_at() {
  interrupt_at_ = timer_at_;
  for (const InFlight& f : in_flight_)
    interrupt_at_ = std::min(interrupt_at_, f.at);
  set_bound();
}

// An interrupt has arrived. Whoever computes, polls or sleeps with interrupts on is broken off.
void Cpu::raise(unsigned vector) {
  pending_ |= 1U << vector;
  if (!interrupts_on_ || strand_ == nullptr) return;
  Frame& frame = top();
  SimTime now = std::max(clock_, engine_.now());
  if (frame.stage == Stage::compute) {
    frame.rest = frame.until - now;
    if (frame.grain.ps > 0) {  // The instruction under way is finished first.
      frame.rest -= frame.rest % frame.grain;
      now = frame.until - frame.rest;
    }
    frame.stage = Stage::suspended_compute;
    engine_.clear(slot_);
  } else if (frame.stage == Stage::parked) {
    coherence_.unwatch(id_);
    frame.stage = Stage::replay;
  } else if (frame.stage != Stage::halted) {
    return;  // It is in the middle of an access, or its next event comes first.
  }
  clock_ = now;
  refresh_horizon();
  advance();
}

void Cpu::take_interrupt() {
  const unsigned vector = static_cast<unsigned>(__builtin_ctz(pending_));
  pending_ &= pending_ - 1;
  ++stats_.interrupts;
  interrupts_on_ = false;
  set_bound();
  clock_ += machine_.config().entry.interrupt_entry;
  cache_.begin_window();
  Frame& frame = strand_->push();
  frame.root = Root(machine_.interrupt_sink().interrupt(*this, vector));
  frame.handle = frame.root.start(engine_.ready());
}

}  // namespace tickstorm
