#include "reductions/classics/dominoes.hpp"

#include <stdexcept>
#include <utility>
#include <vector>

namespace dlx::dominoes {

Model build(lattice::Cells region) {
  if (!lattice::is_flat(region)) {
    throw std::invalid_argument("dominoes tile flat regions; this one has layers");
  }
  polycube::Piece domino{
      .name = "domino", .cells = lattice::from_picture("XX"), .copies = std::nullopt};
  return {polycube::build({.pieces = {std::move(domino)},
                           .target = std::move(region),
                           .turning = polycube::Turning::flat_rotations})};
}

std::string draw(const Model& model, const polycube::Assembly& tiling) {
  if (model.puzzle.target.empty()) return "\n";
  const lattice::Extent around = lattice::extent(model.puzzle.target);
  const lattice::Cell low = around.low;
  const lattice::Cell high = around.high;
  std::vector<std::string> rows(static_cast<std::size_t>(high.y - low.y + 1),
                                std::string(static_cast<std::size_t>(high.x - low.x + 1), ' '));
  const auto at = [&](const lattice::Cell& c) -> char& {
    return rows[static_cast<std::size_t>(c.y - low.y)][static_cast<std::size_t>(c.x - low.x)];
  };
  for (const polycube::Placement& domino : tiling) {
    const bool lying = domino.cells[0].y == domino.cells[1].y;
    at(domino.cells[0]) = lying ? '<' : '^';
    at(domino.cells[1]) = lying ? '>' : 'v';
  }
  std::string picture;
  for (std::string& row : rows) {
    while (row.ends_with(' ')) row.pop_back();
    picture += row + '\n';
  }
  return picture + '\n';
}

}  // namespace dlx::dominoes
