#include "reductions/apart/distances.hpp"

#include <utility>

namespace dlx::apart {

using lattice::Cell;
using lattice::Cells;

std::optional<std::uint32_t> Distances::shape(const Cells& cells) {
  const Cell first = cells.front();
  std::uint64_t hash = cells.size();
  for (const Cell& cell : cells) {
    const Cell c = cell - first;
    const auto packed = static_cast<std::uint64_t>((c.z * 1024 + c.y) * 1024 + c.x);
    hash = (hash ^ packed) * 0x9E3779B97F4A7C15ULL;
    hash ^= hash >> 29;
  }
  const auto [begin, end] = numbers_.equal_range(hash);
  for (auto it = begin; it != end; ++it) {
    const Cells& known = shapes_[it->second].cells;
    if (known.size() == cells.size() &&
        std::equal(cells.begin(), cells.end(), known.begin(),
                   [&](const Cell& a, const Cell& b) { return a - first == b; })) {
      return it->second;
    }
  }
  const auto [low, high] = lattice::extent(cells);
  Shape shape{.cells = {},
              .low = {low.x - first.x, low.y - first.y, low.z - first.z},
              .high = {high.x - first.x, high.y - first.y, high.z - first.z},
              .lines = {}};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (shape.length(axis) > longest) return std::nullopt;
  }
  for (const Cell& cell : cells) shape.cells.push_back(cell - first);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (shape.length(axis) <= 64) draw_lines(shape, axis);
  }
  const auto number = static_cast<std::uint32_t>(shapes_.size());
  cells_ += cells.size();
  shapes_.push_back(std::move(shape));
  numbers_.emplace(hash, number);
  return number;
}

void Distances::draw_lines(Shape& shape, std::size_t axis) {
  const std::size_t u = (axis + 1) % 3;
  const std::size_t v = (axis + 2) % 3;
  shape.lines[axis].assign(static_cast<std::size_t>(shape.length(u) * shape.length(v)), 0);
  for (const Cell& cell : shape.cells) {
    const int c[3] = {cell.x, cell.y, cell.z};
    const int line = (c[v] - shape.low[v]) * shape.length(u) + c[u] - shape.low[u];
    shape.lines[axis][static_cast<std::size_t>(line)] |= std::uint64_t{1}
                                                         << (c[axis] - shape.low[axis]);
  }
}

void Distances::clear() {
  *this = Distances();
}

Distances::Entry& Distances::free_slot(std::uint64_t key) {
  const std::size_t mask = entries_.size() - 1;
  std::size_t slot = slot_of(key);
  while (entries_[slot].key != 0) slot = (slot + 1) & mask;
  return entries_[slot];
}

void Distances::grow() {
  std::vector<Entry> old(entries_.size() * 2);
  std::swap(old, entries_);
  --shift_;
  for (const Entry& entry : old) {
    if (entry.key != 0) free_slot(entry.key) = entry;
  }
}

const Distances::Six& Distances::compute(std::uint64_t key, std::uint32_t a, std::uint32_t b,
                                         const int (&offset)[3]) {
  if (2 * ++used_ > entries_.size()) grow();
  const Shape& one = shapes_[a];
  const Shape& other = shapes_[b];
  bool short_enough = true;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    short_enough = short_enough && one.length(axis) + other.length(axis) <= 64;
  }
  Entry& entry = free_slot(key);
  entry.key = key;
  entry.six = short_enough ? from_lines(one, other, offset) : from_cells(one, other, offset);
  return entry.six;
}

Distances::Six Distances::from_lines(const Shape& one, const Shape& other, const int (&offset)[3]) {
  Six six = no_obstacle;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::size_t u = (axis + 1) % 3;
    const std::size_t v = (axis + 2) % 3;
    const int shift = offset[axis] + other.low[axis] - one.low[axis];
    const int u_end = std::min(one.high[u], offset[u] + other.high[u]);
    const int v_end = std::min(one.high[v], offset[v] + other.high[v]);
    for (int at_v = std::max(one.low[v], offset[v] + other.low[v]); at_v <= v_end; ++at_v) {
      for (int at_u = std::max(one.low[u], offset[u] + other.low[u]); at_u <= u_end; ++at_u) {
        const auto line = [&](const Shape& shape, int line_u, int line_v) {
          return shape.lines[axis][static_cast<std::size_t>(
              (line_v - shape.low[v]) * shape.length(u) + line_u - shape.low[u])];
        };
        std::uint64_t mine = line(one, at_u, at_v);
        std::uint64_t theirs = line(other, at_u - offset[u], at_v - offset[v]);
        if (mine == 0 || theirs == 0) continue;
        // Shifts the lines of cells of both pieces so that they have a common origin. Both lines
        // together then need at most 64 bits.
        if (shift < 0) mine <<= -shift;
        if (shift > 0) theirs <<= shift;
        std::uint16_t& forward = six[2 * axis];
        std::uint16_t& back = six[2 * axis + 1];
        std::uint64_t moved = mine << 1;
        for (std::uint16_t gap = 0; gap < forward && moved != 0; ++gap, moved <<= 1) {
          if ((moved & theirs) != 0) forward = gap;
        }
        moved = mine >> 1;
        for (std::uint16_t gap = 0; gap < back && moved != 0; ++gap, moved >>= 1) {
          if ((moved & theirs) != 0) back = gap;
        }
      }
    }
  }
  return six;
}

Distances::Six Distances::from_cells(const Shape& one, const Shape& other, const int (&offset)[3]) {
  Six six = no_obstacle;
  const auto meet = [&](std::size_t direction, int difference) {
    // The two cells are on one line, at the distance `difference`.
    const std::size_t d = direction + (difference < 0 ? 1U : 0U);
    const auto gap = static_cast<std::uint16_t>((difference < 0 ? -difference : difference) - 1);
    six[d] = std::min(six[d], gap);
  };
  for (const Cell& mine : one.cells) {
    for (const Cell& cell : other.cells) {
      const int x = cell.x + offset[0] - mine.x;
      const int y = cell.y + offset[1] - mine.y;
      const int z = cell.z + offset[2] - mine.z;
      if (y == 0 && z == 0) meet(0, x);
      if (x == 0 && z == 0) meet(2, y);
      if (x == 0 && y == 0) meet(4, z);
    }
  }
  return six;
}

}  // namespace dlx::apart
