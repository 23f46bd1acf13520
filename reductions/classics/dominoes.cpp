#include "reductions/classics/dominoes.hpp"

#include <algorithm>
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
  int width = 0;
  int height = 0;
  for (const lattice::Cell& c : model.puzzle.target) {
    width = std::max(width, c.x + 1);
    height = std::max(height, c.y + 1);
  }
  std::vector<std::string> rows(static_cast<std::size_t>(height),
                                std::string(static_cast<std::size_t>(width), ' '));
  const auto at = [&](const lattice::Cell& c) -> char& {
    return rows[static_cast<std::size_t>(c.y)][static_cast<std::size_t>(c.x)];
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
