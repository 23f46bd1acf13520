#include "reductions/polycube/soma.hpp"

namespace dlx::polycube {

Puzzle soma() {
  const auto piece = [](const char* name, const char* plan) {
    return Piece{.name = name, .cells = lattice::from_picture(plan)};
  };
  return {.pieces = {piece("L", "XXX/X"), piece("S", "_XX/XX"), piece("T", "XXX/_X"),
                     piece("R", "XX/X"), piece("P", "X/X//XX"), piece("Q", "_X/_X//XX"),
                     piece("Y", "XX/X//X")},
          .target = lattice::box(3, 3, 3)};
}

}  // namespace dlx::polycube
