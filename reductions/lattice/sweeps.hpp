#pragma once

#include <cstddef>
#include <vector>

#include "reductions/lattice/directions.hpp"

namespace dlx::lattice {

/// The cells that obstruct a sliding cell. The test is exact: two bodies obstruct each other if
/// their insides meet, but not if they only touch. Spheres are balls here, not the dodecahedra of
/// Lattice::shape().
class Sweeps {
 public:
  /// The table of obstructing cells for a grid. There is one object for each grid, made when it is
  /// first needed.
  [[nodiscard]] static const Sweeps& of(Grid grid);

  /// Returns the cells that a sliding cell collides with during one step in a direction, relative
  /// to the sliding cell. The sliding cell itself is left out. `kind` is the class of the sliding
  /// cell, as a position in Lattice::classes(). `direction` is a position in slide_directions().
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
