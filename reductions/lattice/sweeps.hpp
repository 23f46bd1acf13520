#pragma once

#include <cstddef>
#include <vector>

#include "reductions/lattice/directions.hpp"

namespace dlx::lattice {

/// Which cells are in the way of a cell that slides. Bodies are exact: two of them are in each
/// other's way if their insides meet, and may touch. Spheres are balls, not the dodecahedra of
/// Lattice::shape().
class Sweeps {
 public:
  /// The sweeps of a grid; there is one object for each grid, computed when it is first asked for.
  [[nodiscard]] static const Sweeps& of(Grid grid);

  /// Returns the cells that a cell of a class of the lattice runs into while it slides one step in
  /// a direction, as differences from that cell; itself left out. `kind`: position in
  /// Lattice::classes(); `direction`: position in slide_directions().
  [[nodiscard]] const Cells& cells(std::size_t kind, std::size_t direction) const {
    return swept_[kind * directions_ + direction];
  }

 private:
  explicit Sweeps(Grid grid);
  template <class OfGrid>
  friend const OfGrid& only(Grid grid);

  std::size_t directions_;
  std::vector<Cells> swept_;
};

}  // namespace dlx::lattice
