// What a user's first program may look like: an event posted to an engine comes at its time. It
// needs the installed headers and a symbol of the installed library.

#include <tickstorm/sim/engine.h>
#include <tickstorm/sim/time.h>

int main() {
  tickstorm::Engine engine;
  tickstorm::SimTime seen{};
  struct Event {
    tickstorm::Engine& engine;
    tickstorm::SimTime& seen;
  } event{engine, seen};
  engine.post(
      tickstorm::SimTime{} + tickstorm::milliseconds(10), tickstorm::EventClass::observer, 0,
      [](void* self) {
        Event& happened = *static_cast<Event*>(self);
        happened.seen = happened.engine.now();
      },
      &event);
  engine.run();
  return seen == tickstorm::SimTime{} + tickstorm::milliseconds(10) ? 0 : 1;
}
