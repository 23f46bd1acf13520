#include "reductions/apart/lattice_distances.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace dlx::apart {

using lattice::Cell;
using lattice::Cells;

namespace {

/// Whether a cell that slides along `step` has passed a box completely, by more than the extent of
/// the body that the cell sweeps in one step.
bool is_past(const Cell& at, const Cell& step, const lattice::Extent& box) {
  constexpr int reach = 5;  // a block of cells is at most this long along an axis
  const auto past = [](int x, int by, int low, int high) {
    return by > 0 ? x > high + reach : by < 0 && x < low - reach;
  };
  return past(at.x, step.x, box.low.x, box.high.x) || past(at.y, step.y, box.low.y, box.high.y) ||
         past(at.z, step.z, box.low.z, box.high.z);
}

}  // namespace

LatticeDistances::LatticeDistances(lattice::Grid grid)
    : lattice_(&lattice::Lattice::of(grid)),
      sweeps_(&lattice::Sweeps::of(grid)),
      unit_(0),
      steps_(slide_directions(*lattice_)) {
  for (const Cell& step : steps_) {
    for (const int part : {step.x, step.y, step.z}) unit_ = std::gcd(unit_, part);
  }
  for (Cell& step : steps_) step = {step.x / unit_, step.y / unit_, step.z / unit_};
}

bool LatticeDistances::Shape::has(const Cell& cell) const {
  const Cell at = cell - box.low;
  const Cell size = box.high - box.low;
  if (at.x < 0 || at.y < 0 || at.z < 0 || at.x > size.x || at.y > size.y || at.z > size.z) {
    return false;
  }
  return filled[static_cast<std::size_t>((at.z * (size.y + 1) + at.y) * (size.x + 1) + at.x)];
}

std::size_t LatticeDistances::Hash::operator()(const Key& key) const noexcept {
  std::uint64_t hash = std::uint64_t{key.a} << 32 | key.b;
  for (const int part : {key.offset.x, key.offset.y, key.offset.z}) {
    hash = (hash ^ static_cast<std::uint32_t>(part)) * 0x9E3779B97F4A7C15ULL;
    hash ^= hash >> 29;
  }
  return static_cast<std::size_t>(hash);
}

std::optional<std::uint32_t> LatticeDistances::shape(const Cells& cells) {
  const Cell at = place(cells);
  Shape shape{.cells = {}, .kinds = {}, .box = {}, .filled = {}};
  for (const Cell& cell : cells) shape.cells.push_back(cell - at);
  if (const auto known = numbers_.find(shape.cells); known != numbers_.end()) return known->second;
  shape.box = lattice::extent(shape.cells);
  const Cell size = shape.box.high - shape.box.low + Cell{1, 1, 1};
  const int most = longest * unit_;
  if (size.x > most || size.y > most || size.z > most) return std::nullopt;
  shape.filled.assign(static_cast<std::size_t>(size.x * size.y * size.z), false);
  for (const Cell& cell : shape.cells) {
    const auto& classes = lattice_->classes();
    const Cell kind = cell - lattice_->shift_below(cell);
    const auto found = std::lower_bound(classes.begin(), classes.end(), kind);
    shape.kinds.push_back(static_cast<std::uint8_t>(found - classes.begin()));
    const Cell c = cell - shape.box.low;
    shape.filled[static_cast<std::size_t>((c.z * size.y + c.y) * size.x + c.x)] = true;
  }
  const auto number = static_cast<std::uint32_t>(shapes_.size());
  cells_ += shape.cells.size() + shape.filled.size() / 64;
  numbers_.emplace(shape.cells, number);
  shapes_.push_back(std::move(shape));
  return number;
}

const LatticeDistances::Gaps& LatticeDistances::between(std::uint32_t a, std::uint32_t b,
                                                        const Cell& offset) {
  const auto [entry, is_new] = known_.try_emplace(Key{a, b, offset});
  if (is_new) {
    Gaps& gaps = entry->second;
    gaps.fill(without_end);
    for (std::size_t axis = 0; axis < steps_.size(); ++axis) {
      gaps[2 * axis] = gap(shapes_[a], shapes_[b], offset, axis);
      // Piece a can slide back as far as piece b can slide forward before it meets a.
      gaps[2 * axis + 1] = gap(shapes_[b], shapes_[a], Cell{} - offset, axis);
    }
  }
  return entry->second;
}

std::uint16_t LatticeDistances::gap(const Shape& mine, const Shape& other, const Cell& offset,
                                    std::size_t axis) const {
  const Cell step = times(unit_, steps_[axis]);
  std::uint16_t least = without_end;
  for (std::size_t k = 0; k < mine.cells.size(); ++k) {
    const Cells& swept = sweeps_->cells(mine.kinds[k], axis);
    Cell at = mine.cells[k] - offset;  // the cell's position relative to `other`
    for (std::uint16_t steps = 0; steps < least && !is_past(at, step, other.box); ++steps) {
      const bool meets = std::any_of(swept.begin(), swept.end(),
                                     [&](const Cell& cell) { return other.has(at + cell); });
      if (meets) least = steps;
      at = at + step;
    }
  }
  return least;
}

std::size_t LatticeDistances::bytes() const noexcept {
  return known_.size() * (sizeof(Key) + sizeof(Gaps) + 3 * sizeof(void*)) +
         2 * cells_ * sizeof(Cell);
}

void LatticeDistances::clear() {
  shapes_.clear();
  numbers_.clear();
  known_.clear();
  cells_ = 0;
}

}  // namespace dlx::apart
