#include "reductions/drawing/lay_down.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <tuple>
#include <utility>

#include "reductions/lattice/surface.hpp"

namespace dlx::drawing::solid {
namespace {

using lattice::Cell;
using lattice::cross_product;
using lattice::Grid;
using lattice::inner;
using lattice::Lattice;
using lattice::unit;
using Vector = lattice::Position;

/// The tolerance for comparing lengths, in cells.
constexpr double hair = 1e-9;

/// The cubes of a part after the best rotation of the lattice; empty if no rotation fits.
Cells laid_cubes(const Cells& cells, const Bed& ground) {
  Cells best;
  std::tuple<int, int, int> best_cost{};
  for (const lattice::Turn& turn : lattice::turns()) {
    if (turn.determinant() < 0) continue;
    const Cells turned = lattice::normalised(lattice::image(cells, turn));
    const Cell size = lattice::extent(turned).high + Cell{1, 1, 1};
    if (size.x > ground.width || size.y > ground.depth) continue;
    int on_ground = 0;
    int over_nothing = 0;
    for (const Cell& c : turned) {
      if (c.z == 0) {
        ++on_ground;
      } else if (!std::binary_search(turned.begin(), turned.end(), Cell{c.x, c.y, c.z - 1})) {
        ++over_nothing;
      }
    }
    const std::tuple cost{over_nothing, -on_ground, size.z};
    if (best.empty() || cost < best_cost) {
      best = turned;
      best_cost = cost;
    }
  }
  return best;
}

/// Directions that a body of a lattice may have when it lies on the ground.
struct Directions {
  std::vector<Vector> down;   ///< normals of faces; for spheres, normals of layers
  std::vector<Vector> right;  ///< directions of edges; for spheres, directions to neighbours
};

Directions directions_of(const Lattice& lattice) {
  std::set<Vector> down;
  std::set<Vector> right;
  const auto add = [](std::set<Vector>& to, const Vector& direction) {
    Vector rounded = unit(direction);
    for (double& c : rounded) c = std::round(c * 1e12) / 1e12 + 0.0;
    to.insert(rounded);
  };
  const auto at = [&](const Cell& step) { return lattice::position(lattice, step); };
  const auto add_corner = [&](const Cell& one, const Cell& other) {
    const Vector normal = cross_product(at(one), at(other));
    if (inner(normal, normal) > hair) add(down, normal);
    add(right, at(one));
  };
  for (const Cell& cell : lattice.classes()) {
    if (lattice.grid() == Grid::spheres) {
      const Cells near = lattice.neighbours(cell);
      for (const Cell& one : near) {
        for (const Cell& other : near) {
          add_corner(lattice.point(one) - lattice.point(cell),
                     lattice.point(other) - lattice.point(cell));
        }
      }
      continue;
    }
    for (const Cells& face : outward_faces(lattice.shape(cell))) {
      for (std::size_t k = 0; k < face.size(); ++k) {
        const Cell& corner = face[k];
        add_corner(face[(k + 1) % face.size()] - corner,
                   face[(k + 2) % face.size()] - face[(k + 1) % face.size()]);
      }
    }
  }
  return {{down.begin(), down.end()}, {right.begin(), right.end()}};
}

/// The coordinates of a body along other axes, moved so that the least coordinates are 0.
Mesh seen_along(const Mesh& body, const std::array<Vector, 3>& axes) {
  Mesh turned{.vertices = {}, .triangles = body.triangles};
  Vector least;
  least.fill(std::numeric_limits<double>::infinity());
  for (const Vector& v : body.vertices) {
    turned.vertices.push_back({inner(v, axes[0]), inner(v, axes[1]), inner(v, axes[2])});
    for (std::size_t i = 0; i < 3; ++i) least[i] = std::min(least[i], turned.vertices.back()[i]);
  }
  for (Vector& v : turned.vertices) {
    for (std::size_t i = 0; i < 3; ++i) v[i] -= least[i];
  }
  return turned;
}

Vector size_of(const Mesh& lying) {
  Vector size{};
  for (const Vector& v : lying.vertices) {
    for (std::size_t i = 0; i < 3; ++i) size[i] = std::max(size[i], v[i]);
  }
  return size;
}

/// The cost of an orientation, as four numbers with the most important first: the area of steep
/// overhangs, the negative area on the ground, the height, and the ground area of the box around
/// the body. Costs are integers, so that equal orientations have equal costs.
using Cost = std::array<std::int64_t, 4>;

Cost cost_of(const Mesh& lying, const Vector& size, double cell) {
  double over_nothing = 0;
  double on_ground = 0;
  for (const auto& triangle : lying.triangles) {
    const Vector& a = lying.vertices[triangle[0]];
    const Vector& b = lying.vertices[triangle[1]];
    const Vector& c = lying.vertices[triangle[2]];
    const double lowest = std::max({a[2], b[2], c[2]});
    const Vector normal = cross_product(lattice::sum(b, a, -1), lattice::sum(c, a, -1));
    constexpr double steep = 0.71;  // overhangs up to 45 degrees need no support
    if (normal[2] > -steep * std::sqrt(inner(normal, normal))) continue;
    (lowest < 1e-6 * cell ? on_ground : over_nothing) -= normal[2] / 2;
  }
  const auto whole = [&](double value, double one) { return std::llround(value / one * 1e4); };
  return {whole(over_nothing, cell * cell), -whole(on_ground, cell * cell), whole(size[2], cell),
          whole(size[0] * size[1], cell * cell)};
}

std::optional<Lying> laid_body(const Mesh& body, const Directions& directions, double cell,
                               const Bed& ground) {
  std::optional<Lying> best;
  Cost best_cost{};
  for (const Vector& down : directions.down) {
    for (const Vector& right : directions.right) {
      if (std::abs(inner(down, right)) > 1e-6) continue;
      // The new axes point right, away and up, which is a right-handed system.
      const Vector up{-down[0], -down[1], -down[2]};
      Mesh lying = seen_along(body, {right, cross_product(up, right), up});
      const Vector size = size_of(lying);
      if (size[0] / cell > ground.width + hair || size[1] / cell > ground.depth + hair) continue;
      const Cost cost = cost_of(lying, size, cell);
      if (best && cost >= best_cost) continue;
      best_cost = cost;
      best = Lying{std::move(lying), size[0] / cell, size[1] / cell};
    }
  }
  return best;
}

}  // namespace

std::optional<Lying> lay_down(const scene::Part& part, const Measures& measures, Grid grid,
                              const Bed& ground) {
  if (grid != Grid::cubes) {
    const Lattice& lattice = Lattice::of(grid);
    return laid_body(upright_mesh(part, measures, grid), directions_of(lattice), measures.cell,
                     ground);
  }
  const Cells cells = laid_cubes(upright(part.cells), ground);
  if (cells.empty()) return std::nullopt;
  Lying lying{mesh(cells, measures), lattice::extent(cells).high.x + 1.0,
              lattice::extent(cells).high.y + 1.0};
  // Moves the part down by the thickness of its skin, so that it stands on the ground.
  for (auto& v : lying.mesh.vertices) v[2] -= measures.gap / 2;
  return lying;
}

Spot Layout::place(double width, double depth) {
  auto strip = std::find_if(strips_.begin(), strips_.end(),
                            [&](const Strip& s) { return fits(s, width, depth); });
  if (strip == strips_.end()) strip = open_strip(depth);
  const Spot spot{strip->plate, strip->x, strip->y};
  strip->x += width + gap_;
  if (depth > strip->depth) {
    strip->depth = depth;  // only the last strip of a plate can become deeper
    ends_[strip->plate] = strip->y + depth;
  }
  return spot;
}

void Layout::add(const Lying& part, double cell) {
  const Spot spot = place(part.width, part.depth);
  if (spot.plate == plates_.size()) plates_.emplace_back();
  Mesh placed = part.mesh;
  for (auto& v : placed.vertices) {
    v[0] += spot.x * cell;
    v[1] += spot.y * cell;
  }
  plates_[spot.plate].push_back(std::move(placed));
}

bool Layout::fits(const Strip& strip, double width, double depth) const {
  const bool is_last = strip.y + strip.depth >= ends_[strip.plate];
  return strip.x + width <= plate_.width + hair &&
         (depth <= strip.depth || (is_last && strip.y + depth <= plate_.depth + hair));
}

std::vector<Layout::Strip>::iterator Layout::open_strip(double depth) {
  std::size_t plate = 0;
  while (plate < ends_.size() && ends_[plate] + gap_ + depth > plate_.depth + hair) ++plate;
  double y = 0;
  if (plate < ends_.size()) {
    y = ends_[plate] + gap_;
  } else {
    ends_.push_back(0);
  }
  ends_[plate] = y + depth;
  strips_.push_back({plate, y, depth, 0});
  return strips_.end() - 1;
}

}  // namespace dlx::drawing::solid
