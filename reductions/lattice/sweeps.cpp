// While a convex body slides, it sweeps a convex body: the sum of the body and a segment. The
// insides of the swept body and of another convex body are disjoint if and only if a plane
// separates them. If so, the two bodies are also separated by a plane that is parallel to a face of
// one of them, or parallel to an edge of each. All numbers are integers. Normals of planes are not
// converted to the units of points, because only signs are needed.
#include "reductions/lattice/sweeps.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

namespace dlx::lattice {
namespace {

/// A convex body: its corners, the directions of its edges, and the normals of its faces.
struct Body {
  Cells corners;
  std::set<Cell> edges;
  std::set<Cell> normals;  // normals of faces
};

void add_direction(std::set<Cell>& directions, const Cell& direction) {
  if (direction != Cell{}) directions.insert(direction < Cell{} ? Cell{} - direction : direction);
}

Body body_of(const Polytope& shape) {
  Body body{.corners = shape.vertices, .edges = {}, .normals = {}};
  for (const auto& face : shape.faces) {
    const auto corner = [&](std::size_t k) { return shape.vertices[face[k % face.size()]]; };
    for (std::size_t k = 0; k < face.size(); ++k) {
      add_direction(body.edges, corner(k + 1) - corner(k));
    }
    add_direction(body.normals, cross(corner(1) - corner(0), corner(2) - corner(0)));
  }
  return body;
}

/// The body that a body sweeps while it slides from 0 to `step`.
Body swept(Body body, const Cell& step) {
  const std::size_t count = body.corners.size();
  for (std::size_t k = 0; k < count; ++k) body.corners.push_back(body.corners[k] + step);
  for (const Cell& edge : body.edges) add_direction(body.normals, cross(edge, step));
  add_direction(body.edges, step);
  return body;
}

/// Whether some plane with the given normal separates the insides of both bodies.
bool lies_between(const Cell& normal, const Body& a, const Body& b) {
  const auto range = [&](const Body& body) {
    std::pair<std::int64_t, std::int64_t> extent{dot(normal, body.corners[0]),
                                                 dot(normal, body.corners[0])};
    for (const Cell& corner : body.corners) {
      const std::int64_t at = dot(normal, corner);
      extent = {std::min(extent.first, at), std::max(extent.second, at)};
    }
    return extent;
  };
  const auto one = range(a);
  const auto other = range(b);
  return one.second <= other.first || other.second <= one.first;
}

bool insides_meet(const Body& a, const Body& b) {
  const auto separates = [&](const Cell& normal) { return lies_between(normal, a, b); };
  for (const Cell& axis : {Cell{1, 0, 0}, Cell{0, 1, 0}, Cell{0, 0, 1}}) {
    if (separates(axis)) return false;  // most bodies are separated along x, y or z
  }
  if (std::any_of(a.normals.begin(), a.normals.end(), separates)) return false;
  if (std::any_of(b.normals.begin(), b.normals.end(), separates)) return false;
  for (const Cell& mine : a.edges) {
    for (const Cell& edge : b.edges) {
      const Cell normal = cross(mine, edge);
      if (normal != Cell{} && separates(normal)) return false;
    }
  }
  return true;
}

/// Whether a ball that slides from 0 to `step` collides with a ball at `other`. The squared
/// distance of the centres of touching balls is 2.
bool balls_meet(const Cell& other, const Cell& step) {
  constexpr std::int64_t touching = 2;
  const std::int64_t along = dot(other, step);
  const std::int64_t length = dot(step, step);
  if (along <= 0) return dot(other, other) < touching;
  if (along >= length) return dot(other - step, other - step) < touching;
  return dot(other, other) * length - along * along < touching * length;
}

/// The relative positions of all cells that may obstruct a cell that slides by `step`.
Cells differences_near(const Cell& step) {
  constexpr Cell block{5, 5, 5};  // upper bound on the lengths of a block of cells
  const auto [low, high] = extent({Cell{}, step});
  return cells_between(low - block, high + block);
}

}  // namespace

const Sweeps& Sweeps::of(Grid grid) {
  return only<Sweeps>(grid);
}

Sweeps::Sweeps(Grid grid) {
  const Lattice& lattice = Lattice::of(grid);
  const Cells& steps = slide_directions(lattice);
  directions_ = steps.size();
  for (const Cell& cell : lattice.classes()) {
    const Body body = body_of(lattice.shape(cell));
    for (const Cell& step : steps) {
      const Body mine = swept(body, lattice.point(cell + step) - lattice.point(cell));
      Cells found = differences_near(step);
      std::erase_if(found, [&](const Cell& difference) {
        if (difference == Cell{} || !lattice.is_cell(cell + difference)) return true;
        if (grid == Grid::spheres) return !balls_meet(difference, step);
        return !insides_meet(mine, body_of(lattice.shape(cell + difference)));
      });
      swept_.push_back(std::move(found));
    }
  }
}

}  // namespace dlx::lattice
