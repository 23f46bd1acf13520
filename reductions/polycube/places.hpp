#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <tuple>
#include <vector>

#include "reductions/lattice/grid.hpp"
#include "reductions/polycube/polycube.hpp"

/// Where pieces may lie: their orientations, and the cells of the target by number.
namespace dlx::polycube {

/// Cells and their colours, in the order of the cells.
struct Shape {
  Cells cells;          ///< sorted
  CellColours colours;  ///< the colour of each cell; empty: none
  /// By cells, then by colours.
  /// @{
  friend bool operator==(const Shape&, const Shape&) = default;
  friend bool operator<(const Shape& a, const Shape& b) {
    return std::tie(a.cells, a.colours) < std::tie(b.cells, b.colours);
  }
  /// @}
};

/// Shapes in order, each once.
using Orientations = std::vector<Shape>;

/// Sorts shapes, and drops those that are equal to others.
[[nodiscard]] Orientations distinct(std::vector<Shape> shapes);

/// The cells sorted, their colours with them.
[[nodiscard]] Shape in_order(Cells cells, const CellColours& colours);

/// The shape moved as near to the origin as possible.
[[nodiscard]] Shape near_origin(const lattice::Lattice& lattice, Shape shape);

/// The shape turned, as near to the origin as possible; nothing if it leaves the lattice.
[[nodiscard]] std::optional<Shape> turned(const lattice::Lattice& lattice, const Cells& cells,
                                          const CellColours& colours,
                                          const lattice::Isometry& turn);

/// Takes cells beyond an edge of a target to the opposite edge, along the axes that wrap.
class Wrap {
 public:
  /// Takes the axes that wrap from this puzzle's target.
  explicit Wrap(const Puzzle& puzzle);

  /// Whether any axis wraps.
  [[nodiscard]] bool any() const noexcept { return any_; }
  /// The cell within the box around the target.
  [[nodiscard]] Cell operator()(const Cell& cell) const noexcept;
  /// All translations by which the target is only shifted around, the identity first.
  [[nodiscard]] Cells shifts() const;
  /// The motions that, each with some shift, may take these cells to themselves.
  [[nodiscard]] std::vector<lattice::Placing> motions(const Cells& cells, UpTo up_to) const;

 private:
  bool any_;
  Cell low_;
  Cell period_ = {};  // period along each axis; 0: it does not wrap
};

/// How the pieces of a puzzle may be turned: Turning says it in words.
class AllowedTurns {
 public:
  /// Takes the rules from this puzzle.
  explicit AllowedTurns(const Puzzle& puzzle);

  /// The orientations of a piece.
  [[nodiscard]] Orientations of(const Piece& piece) const;

  /// Whether a symmetry of the target is used. It must keep a flat target in its plane, and must
  /// not turn over a target with pieces that may not be turned over.
  [[nodiscard]] bool keeps_side(const lattice::Isometry& turn) const;

 private:
  [[nodiscard]] std::optional<std::size_t> thin_axis(const Cells& cells) const;
  [[nodiscard]] std::size_t axis() const;
  [[nodiscard]] bool allows(const lattice::Isometry& turn, const Cells& cells) const;
  void add(std::vector<Shape>& all, const lattice::Isometry& turn, const Cells& cells,
           const CellColours& colours) const;

  const lattice::Lattice* lattice_;
  Turning turning_;
  std::optional<std::size_t> thin_;  // the axis across a flat target
};

/// The properties of a cell of a target.
struct TargetCell {
  bool optional = false;  ///< it may stay empty
  CellColour colour = 0;  ///< the colour of the target
  /// Compares both properties.
  friend bool operator==(const TargetCell&, const TargetCell&) = default;
};

/// The cells of a target by their numbers, which count from 0 in the order of the cells.
class Target {
 public:
  /// The number of a cell that is not in the target.
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  /// The target of this puzzle, with the cells that may stay empty.
  explicit Target(const Puzzle& puzzle);

  /// All cells in their order.
  [[nodiscard]] const Cells& cells() const noexcept { return cells_; }
  /// The properties of the cell of that number.
  [[nodiscard]] const TargetCell& operator[](std::uint32_t number) const noexcept {
    return facts_[number];
  }
  /// The number of a cell.
  [[nodiscard]] std::uint32_t number(const Cell& cell) const noexcept {
    if (numbers_.empty()) return searched(cell);
    const std::optional<std::size_t> at = place(cell);
    return at ? numbers_[*at] : none;
  }

 private:
  void number_cells();
  [[nodiscard]] std::uint32_t searched(const Cell& cell) const noexcept;
  /// The place of a cell in the box around the target.
  [[nodiscard]] std::optional<std::size_t> place(const Cell& cell) const noexcept {
    const auto x = static_cast<std::size_t>(std::int64_t{cell.x} - low_.x);
    const auto y = static_cast<std::size_t>(std::int64_t{cell.y} - low_.y);
    const auto z = static_cast<std::size_t>(std::int64_t{cell.z} - low_.z);
    if (x >= sides_[0] || y >= sides_[1] || z >= sides_[2]) return std::nullopt;
    return (z * sides_[1] + y) * sides_[0] + x;
  }

  Cells cells_;
  std::vector<TargetCell> facts_ = {};  // facts about each cell
  Cell low_ = {};                       // the corner of the box
  std::array<std::size_t, 3> sides_ = {};
  std::vector<std::uint32_t> numbers_ = {};  // by place in the box; empty: the box is too large
};

}  // namespace dlx::polycube
