#include "reductions/polycube/burr_turns.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>
#include <string>

namespace dlx::polycube {
namespace {

using lattice::Grid;
using lattice::Isometry;
using lattice::Lattice;

constexpr Isometry no_turn{};
constexpr Isometry mirror_of_x{{-1, 0, 0, 0, 1, 0, 0, 0, 1}, 1};
constexpr Isometry quarter_about_z{{0, -1, 0, 1, 0, 0, 0, 0, 1}, 1};
constexpr Isometry quarter_about_y{{0, 0, -1, 0, 1, 0, 1, 0, 0}, 1};  // maps the direction z to -x

Isometry power(const Isometry& turn, std::size_t exponent) {
  Isometry result = no_turn;
  for (; exponent > 0; --exponent) result = product(turn, result);
  return result;
}

/// Half a turn about an axis.
Isometry half_turn(const Cell& axis) {
  const auto a = as_array(axis);
  const auto square = static_cast<int>(dot(axis, axis));
  Isometry turn{{}, square};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      turn.matrix[3 * i + j] = 2 * a[i] * a[j] - (i == j ? square : 0);
    }
  }
  return product(turn, no_turn);  // reduces the fraction to lowest terms
}

/// The turn about an edge of the cube that takes one face of a tetrahedron to the plane of another
/// face, by the right-hand rule. The cosine of its angle is 1/3, or -1/3 if `obtuse`. Every entry
/// of the matrix is a multiple of 1/3, because the sine times the length of the axis is 4/3.
Isometry turn_about_edge(const Cell& axis, bool obtuse) {
  const auto a = as_array(axis);
  const int cosine = obtuse ? -1 : 1;  // numerator of the cosine; the denominator is 3
  const std::array<int, 9> across{0, -a[2], a[1], a[2], 0, -a[0], -a[1], a[0], 0};
  Isometry turn{{}, 3};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      turn.matrix[3 * i + j] =
          (i == j ? cosine : 0) + a[i] * a[j] * (3 - cosine) / 2 + 2 * across[3 * i + j];
    }
  }
  return turn;
}

std::vector<Isometry> turns_of_cube() {
  constexpr Isometry quarter_about_x{{1, 0, 0, 0, 0, -1, 0, 1, 0}, 1};
  const Isometry to_directions[] = {no_turn,
                                    quarter_about_y,
                                    power(quarter_about_y, 2),
                                    power(quarter_about_y, 3),
                                    quarter_about_z,
                                    power(quarter_about_z, 3)};
  std::vector<Isometry> turns;
  for (const Isometry& direction : to_directions) {
    for (std::size_t quarters = 0; quarters < 4; ++quarters) {
      turns.push_back(product(direction, power(quarter_about_x, quarters)));
    }
  }
  return turns;
}

/// The turns of triangular prisms, as maps of points. The unit of a point's x is 1/2 of the side,
/// and the unit of its y is √3/6 of the side.
std::vector<Isometry> turns_of_prism() {
  constexpr Isometry sixth_about_z{{1, -1, 0, 3, 1, 0, 0, 0, 2}, 2};
  constexpr Isometry half_about_y{{-1, 0, 0, 0, 1, 0, 0, 0, -1}, 1};
  std::vector<Isometry> turns;
  for (const Isometry& before : {no_turn, half_about_y}) {
    for (std::size_t sixths = 0; sixths < 6; ++sixths) {
      turns.push_back(product(power(sixth_about_z, sixths), before));
    }
  }
  return turns;
}

/// The 24 rotations of the cube, in the order that BurrTools uses for spheres. First, one of three
/// turns is applied that take z to different axes, then a quarter turn about z is repeated 0 to 3
/// times. Each result R is listed, and then R after half a turn about the axis (1, 0, 1). If
/// `swapped` is true, these two are exchanged for the second of the three turns.
std::vector<Isometry> cubic_turns_of_spheres(bool swapped) {
  constexpr Isometry third{{0, 0, 1, 1, 0, 0, 0, 1, 0}, 1};
  const Isometry tops[] = {no_turn, third, power(quarter_about_y, 3)};
  const Isometry half = half_turn({1, 0, 1});
  std::vector<Isometry> turns;
  for (std::size_t top = 0; top < 3; ++top) {
    for (std::size_t quarters = 0; quarters < 4; ++quarters) {
      const Isometry turn = product(power(quarter_about_z, quarters), tops[top]);
      const bool second_first = swapped && top == 1;
      turns.push_back(second_first ? product(turn, half) : turn);
      turns.push_back(second_first ? turn : product(turn, half));
    }
  }
  return turns;
}

std::vector<Isometry> turns_of_spheres() {
  std::vector<Isometry> turns = cubic_turns_of_spheres(false);
  std::set<Isometry> listed(turns.begin(), turns.end());
  const auto add = [&](const Isometry& turn) {
    if (listed.insert(turn).second) turns.push_back(turn);
  };
  constexpr Cell edges[] = {{-1, 0, -1}, {1, 0, 1},   {0, 1, 1},  {0, -1, -1},
                            {-1, 0, 1},  {1, 0, -1},  {0, 1, -1}, {0, -1, 1},
                            {1, 1, 0},   {-1, -1, 0}, {-1, 1, 0}, {1, -1, 0}};
  for (const Cell& edge : edges) {
    const Isometry turn = turn_about_edge(edge, edge.z != 0);
    add(turn);
    add(product(turn, half_turn(edge)));
  }
  // Turns of layers of triangles: one turn about an edge, then any rotation of the cube.
  struct Layers {
    Cell edge;  // axis of the turn about an edge
    bool swapped;
  };
  for (const auto& [edge, swapped] : {Layers{{0, 1, -1}, true}, Layers{{1, 1, 0}, true},
                                      Layers{{-1, 0, -1}, false}, Layers{{1, 0, 1}, true}}) {
    const Isometry layers = turn_about_edge(edge, edge.z != 0);
    for (const Isometry& turn : cubic_turns_of_spheres(swapped)) add(product(turn, layers));
  }
  return turns;
}

}  // namespace

BurrTurns::BurrTurns(Grid grid) : lattice_(Lattice::of(grid)) {
  switch (grid) {
    case Grid::triangles:
      turns_ = turns_of_prism();
      break;
    case Grid::spheres:
      turns_ = turns_of_spheres();
      break;
    default:
      turns_ = turns_of_cube();
  }
  const std::size_t rotations = turns_.size();
  for (std::size_t t = 0; t < rotations; ++t) turns_.push_back(product(turns_[t], mirror_of_x));
}

const BurrTurns& BurrTurns::of(Grid grid) {
  if (grid == Grid::hexagons) {
    throw std::invalid_argument("the grid '" + std::string(to_string(grid)) +
                                "', which the format cannot say");
  }
  return lattice::only<BurrTurns>(grid);
}

std::optional<Cell> BurrTurns::image(const Piece& piece, std::size_t number,
                                     const Cell& cell) const {
  const Isometry& turn = turns_.at(number);
  if (lattice_.grid() != Grid::triangles) return turn(cell - piece.anchor);
  const auto image = lattice_.image(cell, turn);
  const auto anchor = lattice_.image(piece.anchor, turn);
  return image && anchor ? std::optional(*image - *anchor) : std::nullopt;
}

bool BurrTurns::is_motion(const Piece& piece, std::size_t number, const Cell& position) const {
  if (lattice_.grid() == Grid::triangles) {
    const auto anchor = lattice_.image(piece.anchor, turns_.at(number));
    return anchor && lattice_.is_shift(position - *anchor);
  }
  // For spheres, only the cells of the piece must move to cells; for other grids, all cells must.
  const Cells& cells = lattice_.grid() == Grid::spheres ? piece.cells : lattice_.classes();
  return std::all_of(cells.begin(), cells.end(), [&](const Cell& cell) {
    const auto moved = image(piece, number, cell);
    return moved && lattice_.is_cell(*moved + position);
  });
}

std::optional<Cells> BurrTurns::images(const Piece& piece, std::size_t number,
                                       const Cell& position) const {
  if (!is_motion(piece, number, position)) return std::nullopt;
  Cells moved;
  for (const Cell& cell : piece.cells) moved.push_back(*image(piece, number, cell) + position);
  return moved;
}

BurrTurns::Place BurrTurns::place(const Piece& piece, const Placement& placement) const {
  const Cell low = lattice::extent(placement.cells).low;
  for (std::size_t t = 0; t < rotations(); ++t) {
    Cells turned;
    for (const Cell& cell : piece.cells) {
      const auto moved = image(piece, t, cell);
      if (!moved) break;
      turned.push_back(*moved);
    }
    if (turned.size() < piece.cells.size()) continue;
    const Cell position = low - lattice::extent(turned).low;
    const auto moved = images(piece, t, position);
    if (moved && placed(piece, placement.piece, *moved) == placement) return {t, position};
  }
  throw std::invalid_argument("a saved placement is not a turn of its piece");
}

}  // namespace dlx::polycube
