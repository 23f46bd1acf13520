// The outside of bodies made of cells of every lattice.
#include "reductions/lattice/surface.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "tests/support/random.hpp"

namespace {

using dlx::test::Random;
namespace lattice = dlx::lattice;
using lattice::Cell;
using lattice::Cells;
using lattice::Grid;
using lattice::Lattice;
using lattice::Position;
using lattice::Surface;

/// A connected set, or one that may touch along edges and at corners only.
Cells random_piece(Random& random, const Lattice& lattice, std::size_t wanted, bool connected) {
  const auto& classes = lattice.classes();
  std::set<Cell> piece{classes[random.below(classes.size())]};
  std::set<Cell> near = piece;
  while (piece.size() < wanted) {
    const std::set<Cell>& base = connected ? piece : near;
    auto from = base.begin();
    std::advance(from, random.below(base.size()));
    const Cells others = lattice.neighbours(*from);
    const Cell& other = others[random.below(others.size())];
    near.insert(other);
    if (connected || random.chance(0.4)) piece.insert(other);
  }
  return {piece.begin(), piece.end()};
}

/// How often the surface has each edge, in each direction.
std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges_of(const Surface& surface) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
  for (const auto& face : surface.faces) {
    for (std::size_t k = 0; k < face.size(); ++k) ++edges[{face[k], face[(k + 1) % face.size()]}];
  }
  return edges;
}

/// Every edge once in each direction, or as often in one as in the other.
bool is_closed(const Surface& surface, bool once) {
  const auto edges = edges_of(surface);
  return std::all_of(edges.begin(), edges.end(), [&](const auto& edge) {
    const auto back = edges.find({edge.first.second, edge.first.first});
    return back != edges.end() && back->second == edge.second && (!once || edge.second == 1);
  });
}

double six_volumes(const Position& a, const Position& b, const Position& c) {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) +
         a[2] * (b[0] * c[1] - b[1] * c[0]);
}

double volume(const Surface& surface) {
  double sum = 0;
  for (const auto& face : surface.faces) {
    for (std::size_t k = 1; k + 1 < face.size(); ++k) {
      sum += six_volumes(surface.vertices[face[0]], surface.vertices[face[k]],
                         surface.vertices[face[k + 1]]);
    }
  }
  return sum / 6;
}

double area(const Surface& surface) {
  double sum = 0;
  for (const auto& face : surface.faces) {
    for (std::size_t k = 1; k + 1 < face.size(); ++k) {
      Position b = surface.vertices[face[k]];
      Position c = surface.vertices[face[k + 1]];
      for (std::size_t i = 0; i < 3; ++i) {
        b[i] -= surface.vertices[face[0]][i];
        c[i] -= surface.vertices[face[0]][i];
      }
      sum += std::hypot(b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2],
                        b[0] * c[1] - b[1] * c[0]);
    }
  }
  return sum / 2;
}

/// How many connected surfaces there are.
std::size_t components(const Surface& surface) {
  std::vector<std::uint32_t> parent(surface.vertices.size());
  std::iota(parent.begin(), parent.end(), 0U);
  const auto root = [&](std::uint32_t v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  for (const auto& [edge, count] : edges_of(surface)) parent[root(edge.first)] = root(edge.second);
  std::size_t roots = 0;
  for (std::uint32_t v = 0; v < parent.size(); ++v) roots += parent[v] == v ? 1 : 0;
  return roots;
}

/// The volume of a cell whose longest edge is 1, by the formulas of geometry.
double volume_of_cell(Grid grid, bool is_tetrahedron) {
  switch (grid) {
    case Grid::triangles:
      return std::sqrt(3.0) / 4;
    case Grid::hexagons:
      return 3 * std::sqrt(3.0) / 2;
    case Grid::rhombic:
      return 1.0 / 24;
    case Grid::tetra_octahedra:
      return is_tetrahedron ? std::sqrt(2.0) / 12 : std::sqrt(2.0) / 3 / 8;
    default:
      return 1;
  }
}

bool is_regular_tetrahedron(const Cell& cell) {
  const auto in_middle = [](int c) { return ((c % 3) + 3) % 3 == 1; };
  return in_middle(cell.x) && in_middle(cell.y) && in_middle(cell.z);
}

TEST_CASE("surfaces of polyhedra are closed, outward, and have the volume of the cells") {
  Random random(20261126);
  for (const Grid grid : lattice::all_grids) {
    if (grid == Grid::spheres) continue;
    const Lattice& lattice = Lattice::of(grid);
    CAPTURE(to_string(grid));
    for (int round = 0; round < 80; ++round) {
      const Cells piece = random_piece(random, lattice, random.between(1, 30), random.chance(0.6));
      double expected = 0;
      for (const Cell& cell : piece) {
        expected += volume_of_cell(grid, is_regular_tetrahedron(cell));
      }
      const Surface whole = lattice::surface(lattice, piece);
      CHECK(is_closed(whole, false));
      CHECK(volume(whole) == Approx(expected));
      // Less a skin: closed everywhere, and thinner by as much.
      const double most = lattice::inner_radius(lattice);
      CHECK(is_closed(lattice::surface(lattice, piece, 0.9 * most), true));
      constexpr double thin = 1e-5;
      const Surface less = lattice::surface(lattice, piece, thin);
      CHECK(is_closed(less, true));
      CHECK(volume(less) == Approx(expected - thin * area(whole)).epsilon(1e-7));
    }
  }
}

TEST_CASE("the surface of one cell is its shape, and every face looks away from the middle") {
  for (const Grid grid : lattice::all_grids) {
    const Lattice& lattice = Lattice::of(grid);
    CAPTURE(to_string(grid));
    for (const Cell& cell : lattice.classes()) {
      const double most = lattice::inner_radius(lattice);
      for (const double skin : {0.0, most / 2}) {
        const Surface surface = lattice::surface(lattice, {cell}, skin);
        CHECK(is_closed(surface, true));
        Position middle{};
        for (const Position& v : surface.vertices) {
          for (std::size_t i = 0; i < 3; ++i) {
            middle[i] += v[i] / static_cast<double>(surface.vertices.size());
          }
        }
        for (const auto& face : surface.faces) {
          std::array<Position, 3> corners{};
          for (std::size_t k = 0; k < 3; ++k) {
            corners[k] = surface.vertices[face[k]];
            for (std::size_t i = 0; i < 3; ++i) corners[k][i] -= middle[i];
          }
          CHECK(six_volumes(corners[0], corners[1], corners[2]) > 0);
        }
        if (grid != Grid::spheres) {
          CHECK(surface.faces.size() == lattice.shape(cell).faces.size());
        }
      }
      CHECK_THROWS_AS(lattice::surface(lattice, {cell}, most), std::invalid_argument);
      CHECK_THROWS_AS(lattice::surface(lattice, {cell}, -0.1), std::invalid_argument);
      CHECK_THROWS_AS(lattice::surface(lattice, {cell}, std::nan("")), std::invalid_argument);
    }
  }
}

TEST_CASE("inside a body there are no walls, and a hollow has a surface of its own") {
  // Each face of a cube is one of four tetrahedra.
  const Lattice& rhombic = Lattice::of(Grid::rhombic);
  Cells cube;
  for (const Cell& cell : rhombic.classes()) cube.push_back(cell);
  CHECK(lattice::surface(rhombic, cube).faces.size() == 24);
  // Of the hexagons around one, the inner sides are a hollow of six walls, open above and below.
  const Lattice& hexagons = Lattice::of(Grid::hexagons);
  const Cell middle{3, 3, 0};
  Cells around;
  for (const Cell& cell : hexagons.neighbours(middle)) {
    if (cell.z == 0) around.push_back(cell);
  }
  REQUIRE(around.size() == 6);
  const Surface ring = lattice::surface(hexagons, around);
  CHECK(ring.faces.size() == 6 + 6 * 2 + 6 * 3);
  CHECK(components(ring) == 1);
}

TEST_CASE("spheres are balls that necks join") {
  Random random(5);
  const Lattice& lattice = Lattice::of(Grid::spheres);
  const double ball = std::acos(-1.0) / 6;
  for (int round = 0; round < 20; ++round) {
    const Cells piece = random_piece(random, lattice, random.between(1, 12), random.chance(0.7));
    const auto count = static_cast<double>(piece.size());
    for (const double skin : {0.0, 0.02}) {
      const Surface surface = lattice::surface(lattice, piece, skin);
      CHECK(is_closed(surface, true));
      const double expected = count * ball * std::pow(1 - 2 * skin, 3);
      CHECK(volume(surface) > 0.9 * expected);
      CHECK(volume(surface) < 1.1 * expected);
    }
    // As many surfaces as parts of the piece that hang together; rings of balls stay one.
    std::set<Cell> open(piece.begin(), piece.end());
    std::size_t parts = 0;
    while (!open.empty()) {
      ++parts;
      Cells next{*open.begin()};
      open.erase(open.begin());
      while (!next.empty()) {
        const Cell cell = next.back();
        next.pop_back();
        for (const Cell& other : lattice.neighbours(cell)) {
          if (open.erase(other) > 0) next.push_back(other);
        }
      }
    }
    CHECK(components(lattice::surface(lattice, piece)) == parts);
  }
  // Touching balls are one unit apart, whichever way they lie.
  for (const Cell& other : lattice.neighbours({0, 0, 0})) {
    const Position at = lattice::position(lattice, lattice.point(other));
    CHECK(std::hypot(at[0], at[1], at[2]) == Approx(1));
  }
}

}  // namespace
