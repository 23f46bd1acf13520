#include "reductions/classics/dominoes.hpp"

#include <stdexcept>
#include <utility>

namespace dlx::classics::dominoes {

polycube::Puzzle puzzle(lattice::Cells region) {
  if (!lattice::is_flat(region)) {
    throw std::invalid_argument("dominoes tile flat regions; this one has layers");
  }
  polycube::Piece domino{
      .name = "domino", .cells = lattice::from_picture("XX"), .copies = std::nullopt};
  return {.pieces = {std::move(domino)},
          .target = std::move(region),
          .turning = polycube::Turning::flat_rotations};
}

Model build(lattice::Cells region) {
  return {polycube::build(puzzle(std::move(region)))};
}

}  // namespace dlx::classics::dominoes
