// Blocks and cells: simulated memory.
//
// A Layout lists the byte offsets of the fields of one kernel structure that the simulation
// touches. Cut into lines of the machine's size it says which fields share a line. A Block is one
// allocation of a layout at a home node; a Cell is one variable in it. Lines that hold no field do
// not exist.

#pragma once

#include <cstdint>
#include <initializer_list>
#include <type_traits>
#include <vector>

#include "tickstorm/machine/types.h"

namespace tickstorm {

// Byte offsets of fields, one per field in the structure's own numbering.
class Layout {
 public:
  Layout() = default;
  // Needs line_bytes to be a power of two. `misaligned`: bytes from the start of a line to the
  // structure.
  Layout(std::uint32_t line_bytes, std::initializer_list<std::uint32_t> offsets,
         std::uint32_t misaligned = 0);

  std::uint32_t lines() const { return lines_; }
  // Which of the layout's lines holds field `field`: 0 .. lines() - 1.
  std::uint32_t line_of(std::uint32_t field) const { return line_of_[field]; }

  // In how many 64ths of a cache's sets the lines of all such structures fall. Objects of a slab
  // start at a few places of their page only, and the page offset is part of the set index.
  static constexpr std::uint8_t everywhere = 64;
  std::uint8_t placement() const { return placement_; }
  void set_placement(std::uint8_t sixtyfourths) { placement_ = sixtyfourths; }

 private:
  std::vector<std::uint32_t> line_of_;
  std::uint32_t lines_ = 0;
  std::uint8_t placement_ = everywhere;
};

// One variable in simulated memory. T is a number, an enum or a pointer, 8 bytes at most. The value
// is read and written through a Context (kernel/context.h); peek() and poke() are for set-up and
// checks.
template <class T>
class Cell {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= 8);

 public:
  Cell() = default;
  explicit Cell(LineId line, T value = T{}) : value_(value), line_(line) {}
  Cell(const Cell&) = delete;
  Cell& operator=(const Cell&) = delete;

  LineId line() const { return line_; }
  // Looks at the value outside simulated time.
  T peek() const { return value_; }
  // Sets the value outside simulated time: only while no CPU can see the cell.
  void poke(T value) { value_ = value; }
  // Places a cell that was made without a line.
  void place(LineId line, T value = T{}) {
    line_ = line;
    value_ = value;
  }

 private:
  template <class>
  friend struct CellValue;
  T value_{};
  LineId line_ = no_line;
};

// How accesses reach the value; only machine/access.h uses it.
template <class T>
struct CellValue {
  static T& of(Cell<T>& cell) { return cell.value_; }
};

// One allocation: the layout's lines are first, first + 1, ...
struct Block {
  LineId first = no_line;
  const Layout* layout = nullptr;

  LineId line_of(std::uint32_t field) const { return first + layout->line_of(field); }
};

}  // namespace tickstorm
