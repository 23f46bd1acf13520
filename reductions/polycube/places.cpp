#include "reductions/polycube/places.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace dlx::polycube {

using lattice::Isometry;
using lattice::Lattice;

Shape in_order(Cells cells, const CellColours& colours) {
  if (colours.empty()) {
    std::sort(cells.begin(), cells.end());
    return {std::move(cells), {}};
  }
  std::vector<std::pair<Cell, CellColour>> pairs;
  for (std::size_t i = 0; i < cells.size(); ++i) pairs.emplace_back(cells[i], colours[i]);
  std::sort(pairs.begin(), pairs.end());
  Shape shape;
  for (const auto& [cell, colour] : pairs) {
    shape.cells.push_back(cell);
    shape.colours.push_back(colour);
  }
  return shape;
}

Shape near_origin(const Lattice& lattice, Shape shape) {
  const Cell low = lattice.shift_below(lattice::extent(shape.cells).low);
  for (Cell& cell : shape.cells) cell = cell - low;
  return shape;
}

std::optional<Shape> turned(const Lattice& lattice, const Cells& cells, const CellColours& colours,
                            const Isometry& turn) {
  auto moved = lattice::images(cells, {&lattice, turn, lattice.shift_below(cells.front()), {}});
  if (!moved) return std::nullopt;
  return near_origin(lattice, in_order(std::move(*moved), colours));
}

Orientations distinct(std::vector<Shape> shapes) {
  std::sort(shapes.begin(), shapes.end());
  shapes.erase(std::unique(shapes.begin(), shapes.end()), shapes.end());
  return shapes;
}

Wrap::Wrap(const Puzzle& puzzle)
    : any_(puzzle.wraps != decltype(puzzle.wraps){}),
      low_(any_ ? lattice::extent(all_cells(puzzle)).low : Cell{}) {
  if (!any_) return;
  const Cell high = lattice::extent(all_cells(puzzle)).high;
  if (puzzle.wraps[0]) period_.x = high.x - low_.x + 1;
  if (puzzle.wraps[1]) period_.y = high.y - low_.y + 1;
  if (puzzle.wraps[2]) period_.z = high.z - low_.z + 1;
}

Cell Wrap::operator()(const Cell& cell) const noexcept {
  const auto within = [](int coordinate, int low, int period) {
    if (period == 0) return coordinate;
    const int beyond = (coordinate - low) % period;
    return low + (beyond < 0 ? beyond + period : beyond);
  };
  return {within(cell.x, low_.x, period_.x), within(cell.y, low_.y, period_.y),
          within(cell.z, low_.z, period_.z)};
}

Cells Wrap::shifts() const {
  Cells all;
  for (int x = 0; x < std::max(period_.x, 1); ++x) {
    for (int y = 0; y < std::max(period_.y, 1); ++y) {
      for (int z = 0; z < std::max(period_.z, 1); ++z) all.push_back({x, y, z});
    }
  }
  return all;
}

std::vector<lattice::Placing> Wrap::motions(const Cells& cells, UpTo up_to) const {
  const Lattice& lattice = Lattice::of(lattice::Grid::cubes);
  const auto thin = lattice::thin_axis(cells);
  const Cell low = lattice::extent(cells).low;
  std::vector<lattice::Placing> found;
  for (const Isometry& turn : lattice.turns()) {
    if (up_to == UpTo::none && !found.empty()) break;
    if ((up_to == UpTo::rotations && turn.mirrors()) || (thin && !turn.keeps(*thin))) continue;
    // The period along an axis is the length at which the target wraps around. A turn is allowed
    // only if it maps the vector of periods to itself, up to the signs of the coordinates.
    const Cell image = turn(period_).value();
    if (Cell{std::abs(image.x), std::abs(image.y), std::abs(image.z)} != period_) continue;
    lattice::Placing motion{&lattice, turn, {}, {}};
    motion.after = low - lattice::extent(*lattice::images(cells, motion)).low;
    found.push_back(motion);
  }
  return found;
}

AllowedTurns::AllowedTurns(const Puzzle& puzzle)
    : lattice_(&Lattice::of(puzzle.grid)),
      turning_(puzzle.turning),
      thin_(thin_axis(all_cells(puzzle))) {}

Orientations AllowedTurns::of(const Piece& piece) const {
  std::vector<Shape> all;
  for (const Isometry& turn : lattice_->turns()) {
    if (turn.mirrors()) continue;
    add(all, turn, piece.cells, piece.colours);
    for (const Cells& cells : piece.alternatives) add(all, turn, cells, {});
  }
  return distinct(std::move(all));
}

namespace {

bool takes(const Isometry& turn, std::size_t from, std::size_t to) {
  return turn(lattice::unit_vector(from)) == lattice::unit_vector(to);
}

}  // namespace

bool AllowedTurns::keeps_side(const Isometry& turn) const {
  if (turning_ == Turning::rotations || (turning_ == Turning::none && !thin_)) return true;
  return turn.keeps(axis());
}

std::optional<std::size_t> AllowedTurns::thin_axis(const Cells& cells) const {
  return lattice_->grid() == lattice::Grid::cubes ? lattice::thin_axis(cells) : std::nullopt;
}

/// The axis about which pieces may be turned.
std::size_t AllowedTurns::axis() const {
  constexpr std::size_t z = 2;
  return thin_.value_or(z);
}

/// Whether `turn` is allowed for a shape, which is given by its cells.
bool AllowedTurns::allows(const Isometry& turn, const Cells& cells) const {
  if (turning_ == Turning::rotations) return true;
  if (turning_ == Turning::none) return turn == Isometry{};
  // In a flat target, a turn must keep the visible side of a flat piece: the side that faces along
  // the axis across the target. A bar is thin along two axes, so a turn may keep either of two
  // sides.
  const auto [low, high] = lattice::extent(cells);
  if (!thin_ || !thin_axis(cells)) return turn.keeps(axis());
  for (std::size_t across = 0; across < 3; ++across) {
    if (as_array(low)[across] == as_array(high)[across] && takes(turn, across, axis())) return true;
  }
  return false;
}

void AllowedTurns::add(std::vector<Shape>& all, const Isometry& turn, const Cells& cells,
                       const CellColours& colours) const {
  if (!allows(turn, cells)) return;
  if (auto shape = turned(*lattice_, cells, colours, turn)) all.push_back(*std::move(shape));
}

Target::Target(const Puzzle& puzzle) : cells_(all_cells(puzzle)) {
  number_cells();
  facts_.resize(cells_.size());
  const auto add = [&](const Cells& cells, const CellColours& colours, bool optional) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      facts_[number(cells[i])] = {optional, colours.empty() ? CellColour{0} : colours[i]};
    }
  };
  add(puzzle.target, puzzle.target_colours, false);
  add(puzzle.optional_cells, puzzle.optional_colours, true);
}

/// Makes a table with the number of each cell of the box around the target, unless the box is large
/// and mostly empty.
void Target::number_cells() {
  const auto [low, high] = lattice::extent(cells_);
  low_ = low;
  const std::size_t most = 4'096 + 64 * cells_.size();
  std::size_t volume = 1;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    sides_[axis] =
        static_cast<std::size_t>(std::int64_t{as_array(high)[axis]} - as_array(low)[axis] + 1);
    if (sides_[axis] > most) return;
    volume *= sides_[axis];
    if (volume > most) return;
  }
  numbers_.assign(volume, none);
  for (std::uint32_t n = 0; n < cells_.size(); ++n) numbers_[*place(cells_[n])] = n;
}

std::uint32_t Target::searched(const Cell& cell) const noexcept {
  const auto found = std::lower_bound(cells_.begin(), cells_.end(), cell);
  const bool is_there = found != cells_.end() && *found == cell;
  return is_there ? static_cast<std::uint32_t>(found - cells_.begin()) : none;
}

}  // namespace dlx::polycube
