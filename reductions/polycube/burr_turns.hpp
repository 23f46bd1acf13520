#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "reductions/polycube/puzzle.hpp"

/// How files of BurrTools describe the placement of a piece: by the number of a turn, and by a
/// position.
namespace dlx::polycube {

/// The turns of a grid in the order of BurrTools: first the rotations, then, for each rotation, the
/// map that mirrors x and then rotates.
///
/// On the grids of cubes, rhombic pieces and tetrahedra, 24 rotations turn coordinates about the
/// anchor of a piece (Piece::anchor). Rotation t is G[t / 4] · X^(t mod 4). X is a quarter turn
/// about x, and G[0] to G[5] turn x to the six directions. Triangular prisms have 12 rotations:
/// sixths of a turn about z, then the same six after half a turn about y. Spheres have 120
/// rotations. BurrTools lists the rotations of the cube first, then rotations about the axes of the
/// twelve edges. A packing of spheres also has layers of triangles. The rotations about the
/// axes of these layers follow, one axis after the other.
class BurrTurns {
 public:
  /// The table of turns for a grid. Throws std::invalid_argument for a grid that BurrTools does not
  /// have.
  [[nodiscard]] static const BurrTurns& of(lattice::Grid grid);

  /// The number of turns, including the turns that mirror.
  [[nodiscard]] std::size_t size() const noexcept { return turns_.size(); }
  /// The number of rotations, which are the first half of the turns.
  [[nodiscard]] std::size_t rotations() const noexcept { return turns_.size() / 2; }
  /// A turn as a linear map. On the grid of triangles, the map applies to the centres of cells, as
  /// points of the lattice. On all other grids, the map applies to the coordinates of cells.
  [[nodiscard]] const lattice::Isometry& turn(std::size_t number) const {
    return turns_.at(number);
  }

  /// The images of a piece's cells, in the order of the cells, after a turn and at a position.
  /// Returns nothing if the turn and the position do not take cells of the lattice to cells. For
  /// spheres, only the cells of the piece count.
  [[nodiscard]] std::optional<Cells> images(const Piece& piece, std::size_t number,
                                            const Cell& position) const;

  /// A turn and a position that together give a placement.
  struct Place {
    std::size_t number;  ///< number of the turn in the order of BurrTools; always a rotation
    Cell position;       ///< position of the anchor
  };
  /// The turn and the position that give a placement; of several turns, the one with the least
  /// number. Throws std::invalid_argument if no turn gives the placement.
  [[nodiscard]] Place place(const Piece& piece, const Placement& placement) const;

 private:
  explicit BurrTurns(lattice::Grid grid);
  template <class OfGrid>
  friend const OfGrid& lattice::only(lattice::Grid grid);
  /// The image of a point after a turn, relative to the image of the anchor; nothing if its
  /// coordinates are not integers.
  [[nodiscard]] std::optional<Cell> image(const Piece& piece, std::size_t number,
                                          const Cell& cell) const;
  [[nodiscard]] bool is_motion(const Piece& piece, std::size_t number, const Cell& position) const;

  const lattice::Lattice& lattice_;
  std::vector<lattice::Isometry> turns_;
};

}  // namespace dlx::polycube
