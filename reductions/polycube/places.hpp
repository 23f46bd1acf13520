#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <tuple>
#include <vector>

#include "reductions/lattice/grid.hpp"
#include "reductions/polycube/puzzle.hpp"

/// Where pieces can be placed: their orientations, and the numbering of the target's cells.
namespace dlx::polycube {

/// Cells and their colours, in the order of the cells.
struct Shape {
  Cells cells;          ///< cells of the shape, sorted
  CellColours colours;  ///< the colour of each cell; empty if there are no colours
  /// Shapes are compared by cells, then by colours.
  /// @{
  friend bool operator==(const Shape&, const Shape&) = default;
  friend bool operator<(const Shape& a, const Shape& b) {
    return std::tie(a.cells, a.colours) < std::tie(b.cells, b.colours);
  }
  /// @}
};

/// The shapes of a piece in all its orientations, sorted and without duplicates.
using Orientations = std::vector<Shape>;

/// Sorts shapes and removes duplicates.
[[nodiscard]] Orientations distinct(std::vector<Shape> shapes);

/// Sorts cells, and reorders their colours in the same way.
[[nodiscard]] Shape in_order(Cells cells, const CellColours& colours);

/// The shape moved by a translation as near to the origin as possible.
[[nodiscard]] Shape near_origin(const lattice::Lattice& lattice, Shape shape);

/// The shape turned, then moved as near to the origin as possible. Returns nothing if the turned
/// cells are not cells of the lattice.
[[nodiscard]] std::optional<Shape> turned(const lattice::Lattice& lattice, const Cells& cells,
                                          const CellColours& colours,
                                          const lattice::Isometry& turn);

/// Translates cells that are beyond an edge of the target to the opposite edge, along the axes that
/// wrap around (Puzzle::wraps).
class Wrap {
 public:
  /// Reads from a puzzle the axes along which its target wraps around.
  explicit Wrap(const Puzzle& puzzle);

  /// Whether the target wraps around along any axis.
  [[nodiscard]] bool any() const noexcept { return any_; }
  /// The cell, moved into the box around the target.
  [[nodiscard]] Cell operator()(const Cell& cell) const noexcept;
  /// All translations that map the target to itself when cells wrap, the identity first.
  [[nodiscard]] Cells shifts() const;
  /// For each possible turn, the motion that turns the cells and then moves the box around them
  /// back to its low corner. Each motion, followed by one of shifts(), may take the cells to
  /// themselves.
  [[nodiscard]] std::vector<lattice::Placing> motions(const Cells& cells, UpTo up_to) const;

 private:
  bool any_;
  Cell low_;
  Cell period_ = {};  // length of the box along each axis that wraps; 0 for other axes
};

/// The turns that the pieces of a puzzle may make. See Turning for the rules.
class AllowedTurns {
 public:
  /// Reads the rules for turns from a puzzle.
  explicit AllowedTurns(const Puzzle& puzzle);

  /// The orientations that a piece may have.
  [[nodiscard]] Orientations of(const Piece& piece) const;

  /// Whether a symmetry of the target may be used. The symmetry must keep a flat target in its
  /// plane. If pieces may not be turned over, the symmetry must not turn the target over.
  [[nodiscard]] bool keeps_side(const lattice::Isometry& turn) const;

 private:
  [[nodiscard]] std::optional<std::size_t> thin_axis(const Cells& cells) const;
  [[nodiscard]] std::size_t axis() const;
  [[nodiscard]] bool allows(const lattice::Isometry& turn, const Cells& cells) const;
  void add(std::vector<Shape>& all, const lattice::Isometry& turn, const Cells& cells,
           const CellColours& colours) const;

  const lattice::Lattice* lattice_;
  Turning turning_;
  std::optional<std::size_t> thin_;  // the axis along which a flat target is one cell thick
};

/// The properties of a cell of a target.
struct TargetCell {
  bool optional = false;  ///< whether the cell may stay empty
  CellColour colour = 0;  ///< the colour of the target's cell
  /// Compares both properties.
  friend bool operator==(const TargetCell&, const TargetCell&) = default;
};

/// The cells of a target, numbered from 0 in the order of Cell (by z, then y, then x).
class Target {
 public:
  /// The number for a cell that is not in the target.
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  /// The target of a puzzle, including the cells that may stay empty.
  explicit Target(const Puzzle& puzzle);

  /// All cells of the target, by number.
  [[nodiscard]] const Cells& cells() const noexcept { return cells_; }
  /// The properties of the cell with a given number.
  [[nodiscard]] const TargetCell& operator[](std::uint32_t number) const noexcept {
    return facts_[number];
  }
  /// The number of a cell; `none` if the cell is not in the target.
  [[nodiscard]] std::uint32_t number(const Cell& cell) const noexcept {
    if (numbers_.empty()) return searched(cell);
    const std::optional<std::size_t> at = place(cell);
    return at ? numbers_[*at] : none;
  }

 private:
  void number_cells();
  [[nodiscard]] std::uint32_t searched(const Cell& cell) const noexcept;
  /// The index of a cell in the box around the target.
  [[nodiscard]] std::optional<std::size_t> place(const Cell& cell) const noexcept {
    const auto x = static_cast<std::size_t>(std::int64_t{cell.x} - low_.x);
    const auto y = static_cast<std::size_t>(std::int64_t{cell.y} - low_.y);
    const auto z = static_cast<std::size_t>(std::int64_t{cell.z} - low_.z);
    if (x >= sides_[0] || y >= sides_[1] || z >= sides_[2]) return std::nullopt;
    return (z * sides_[1] + y) * sides_[0] + x;
  }

  Cells cells_;
  std::vector<TargetCell> facts_ = {};  // properties of each cell
  Cell low_ = {};                       // the low corner of the box around the target
  std::array<std::size_t, 3> sides_ = {};
  // Cell numbers by index in the box; empty if the box is too large.
  std::vector<std::uint32_t> numbers_ = {};
};

}  // namespace dlx::polycube
