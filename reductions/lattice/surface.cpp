// The surface of a body made of cells.
//
// Polyhedra. After the skin (a layer below the outer faces) is removed, the body consists of
// blocks. Each cell has a core: the points that are deeper than the skin below all faces of the
// cell. Between the cores of two cells with a common face, there is a block for this face. There is
// also a block around each edge and each vertex of cells. The block of a face, edge or vertex
// belongs to the body if all cells around the block belong to the body. Blocks meet in polygons of
// three kinds:
//
//     core | face      the face of a core                   corners: one cell, the face's vertices
//     face | edge      a strip along the edge               corners: two cells, the edge's ends
//     edge | vertex    a polygon across the end of an edge  corners: the cells around the edge
//
// The corner of a cell at a vertex is the corner of its core: the point where three planes meet.
// The surface consists of the polygons between a block of the body and a block outside it. Four
// blocks meet at each side of a polygon. The four blocks are either a core, two blocks of faces and
// a block of an edge, or a block of a face, two blocks of edges and a block of a vertex. In both
// lists, a block is in the body only if all blocks named before it are in the body. So a side
// belongs to no polygon of the surface or to two, even where cells touch only along an edge.
//
// Spheres are balls with facets, joined by short necks. Without necks, balls would touch only in
// points, and a printer would print separate balls. Each ball is divided into 12 patches, one for
// each neighbour. A patch is the image of a face of the rhombic dodecahedron. If the neighbour is
// in the body, a circle on the patch is the rim of a neck. The rims on both balls are mirror
// images, so the neck is a ring of rectangles.
#include "reductions/lattice/surface.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

namespace dlx::lattice {
namespace {

using Edge = std::pair<Cell, Cell>;  // the two ends of an edge, the lesser end first

Edge edge_of(const Cell& a, const Cell& b) {
  return a < b ? Edge{a, b} : Edge{b, a};
}

/// The plane of a face: the points whose scalar product with `normal` is `level`.
struct Plane {
  Position normal;
  double level;
};

/// The plane of a face; its normal points outward.
Plane plane_of(const Lattice& lattice, const Cells& face) {
  const Position a = position(lattice, face[0]);
  const Position normal = unit(cross_product(sum(position(lattice, face[1]), a, -1),
                                             sum(position(lattice, face[2]), a, -1)));
  return {normal, inner(normal, a)};
}

/// The point where the planes of three faces meet.
Position meeting(const std::array<Plane, 3>& planes) {
  const Position across = cross_product(planes[1].normal, planes[2].normal);
  const double volume = inner(planes[0].normal, across);
  Position at{};
  for (std::size_t i = 0; i < 3; ++i) {
    const Position turned = cross_product(planes[(i + 1) % 3].normal, planes[(i + 2) % 3].normal);
    at = sum(at, turned, planes[i].level / volume);
  }
  return at;
}

/// The surface of polyhedra.
class Polyhedra {
 public:
  Polyhedra(const Lattice& lattice, const Cells& cells, double skin)
      : lattice_(lattice), skin_(skin) {
    for (const Cell& cell : cells) bodies_.push_back(outward_faces(lattice.shape(cell)));
    for (std::size_t c = 0; c < bodies_.size(); ++c) {
      for (std::size_t f = 0; f < bodies_[c].size(); ++f) sides_[key(c, f)].push_back(c);
    }
  }

  Surface make() {
    add_outer_faces();
    if (skin_ > 0) {
      add_strips();
      add_ends();
    }
    return std::move(surface_);
  }

 private:
  [[nodiscard]] Cells key(std::size_t cell, std::size_t face) const {
    Cells corners = bodies_[cell][face];
    std::sort(corners.begin(), corners.end());
    return corners;
  }

  [[nodiscard]] Plane plane(const Cells& face) const {
    const Plane outer = plane_of(lattice_, face);
    return {outer.normal, outer.level - skin_};
  }

  /// The corner of a cell's core at a vertex of the cell.
  [[nodiscard]] Position corner(std::size_t cell, const Cell& vertex) const {
    if (skin_ == 0) return position(lattice_, vertex);
    std::array<Plane, 3> planes{};
    std::size_t count = 0;
    for (const Cells& face : bodies_[cell]) {
      if (std::find(face.begin(), face.end(), vertex) == face.end()) continue;
      // In all lattices, three faces of a polyhedron meet at a vertex.
      planes[count++] = plane(face);
    }
    return meeting(planes);
  }

  std::uint32_t vertex(std::size_t cell, const Cell& point) {
    const auto next = static_cast<std::uint32_t>(surface_.vertices.size());
    const auto [found, is_new] = numbers_.emplace(std::pair(skin_ > 0 ? cell : 0, point), next);
    if (is_new) surface_.vertices.push_back(corner(cell, point));
    return found->second;
  }

  void add_outer_faces() {
    for (std::size_t c = 0; c < bodies_.size(); ++c) {
      for (std::size_t f = 0; f < bodies_[c].size(); ++f) {
        if (sides_.at(key(c, f)).size() > 1) continue;
        const Cells& face = bodies_[c][f];
        std::vector<std::uint32_t> polygon;
        for (std::size_t k = 0; k < face.size(); ++k) {
          polygon.push_back(vertex(c, face[k]));
          outer_edges_.insert(edge_of(face[k], face[(k + 1) % face.size()]));
          outer_vertices_.insert(face[k]);
        }
        surface_.faces.push_back(std::move(polygon));
      }
    }
  }

  /// The cell on the other side of a face, which must be between two cells of the body.
  [[nodiscard]] std::size_t beyond(std::size_t cell, std::size_t face) const {
    const auto& both = sides_.at(key(cell, face));
    return both[0] == cell ? both[1] : both[0];
  }

  void add_strips() {
    for (std::size_t c = 0; c < bodies_.size(); ++c) {
      for (std::size_t f = 0; f < bodies_[c].size(); ++f) {
        const auto& both = sides_.at(key(c, f));
        if (both.size() < 2 || both[0] != c) continue;
        const Cells& face = bodies_[c][f];
        for (std::size_t k = 0; k < face.size(); ++k) {
          const Cell& a = face[k];
          const Cell& b = face[(k + 1) % face.size()];
          if (!outer_edges_.contains(edge_of(a, b))) continue;
          surface_.faces.push_back(
              {vertex(c, a), vertex(c, b), vertex(both[1], b), vertex(both[1], a)});
        }
      }
    }
  }

  /// The face of a cell that contains an edge, and whose border, seen from outside, runs along the
  /// edge to the given end.
  [[nodiscard]] std::size_t face_toward(std::size_t cell, const Edge& edge, const Cell& end) const {
    const Cell& start = edge.first == end ? edge.second : edge.first;
    const auto& faces = bodies_[cell];
    const auto found = std::find_if(faces.begin(), faces.end(), [&](const Cells& face) {
      const auto at = std::find(face.begin(), face.end(), start);
      return at != face.end() && (at + 1 == face.end() ? face.front() : at[1]) == end;
    });
    return static_cast<std::size_t>(found - faces.begin());
  }

  void add_ends() {
    std::map<Edge, std::size_t> inner_edges;  // edges inside the body, each with one of its cells
    for (std::size_t c = 0; c < bodies_.size(); ++c) {
      for (const Cells& face : bodies_[c]) {
        for (std::size_t k = 0; k < face.size(); ++k) {
          const Edge edge = edge_of(face[k], face[(k + 1) % face.size()]);
          if (!outer_edges_.contains(edge)) inner_edges.emplace(edge, c);
        }
      }
    }
    for (const auto& [edge, start] : inner_edges) {
      for (const Cell& end : {edge.first, edge.second}) {
        if (!outer_vertices_.contains(end)) continue;
        std::vector<std::uint32_t> polygon;
        std::size_t cell = start;
        do {
          polygon.push_back(vertex(cell, end));
          cell = beyond(cell, face_toward(cell, edge, end));
        } while (cell != start);
        surface_.faces.push_back(std::move(polygon));
      }
    }
  }

  const Lattice& lattice_;
  double skin_;
  std::vector<std::vector<Cells>> bodies_;                         // faces of each cell
  std::map<Cells, std::vector<std::size_t>> sides_;                // cells of each face
  std::set<Edge> outer_edges_;                                     // edges of outer faces
  std::set<Cell> outer_vertices_;                                  // vertices of outer faces
  std::map<std::pair<std::size_t, Cell>, std::uint32_t> numbers_;  // numbers of vertices
  Surface surface_;
};

/// The surface of balls and their necks.
class Balls {
 public:
  Balls(const Lattice& lattice, const Cells& cells, double skin)
      : lattice_(lattice), radius_(0.5 - skin), cells_(cells.begin(), cells.end()) {}

  Surface make() {
    for (const Cell& cell : cells_) {
      for (const Cells& face : outward_faces(lattice_.shape(cell))) add_patch(cell, face);
    }
    return std::move(surface_);
  }

 private:
  static constexpr int pieces = 4;  // number of segments of each side of a patch
  // Angle at the ball's centre between the axis of a neck and the neck's rim, in radians; at most
  // 30 degrees are possible.
  static constexpr double neck = 0.35;

  /// Directions from the centre of a ball to points on it.
  using Ring = std::vector<Position>;

  /// Directions from the centre to points on the border of a patch.
  [[nodiscard]] Ring border(const Cells& face, const Cell& centre) const {
    Ring ring;
    for (std::size_t k = 0; k < face.size(); ++k) {
      const Position a = unit(position(lattice_, face[k] - centre));
      const Position b = unit(position(lattice_, face[(k + 1) % face.size()] - centre));
      for (int i = 0; i < pieces; ++i) {
        const double part = static_cast<double>(i) / pieces;
        Position between{};
        for (std::size_t j = 0; j < 3; ++j) between[j] = (1 - part) * a[j] + part * b[j];
        ring.push_back(unit(between));
      }
    }
    return ring;
  }

  std::uint32_t vertex(const Position& centre, const Position& direction) {
    const Position at = sum(centre, direction, radius_);
    std::array<std::int64_t, 3> rounded{};
    for (std::size_t i = 0; i < 3; ++i) rounded[i] = std::llround(at[i] * 1e7);
    const auto next = static_cast<std::uint32_t>(surface_.vertices.size());
    const auto [found, is_new] = numbers_.emplace(rounded, next);
    if (is_new) surface_.vertices.push_back(at);
    return found->second;
  }

  void add_band(const std::vector<std::uint32_t>& outer, const std::vector<std::uint32_t>& inside) {
    for (std::size_t i = 0; i < outer.size(); ++i) {
      const std::size_t next = (i + 1) % outer.size();
      surface_.faces.push_back({outer[i], outer[next], inside[next], inside[i]});
    }
  }

  void add_patch(const Cell& cell, const Cells& face) {
    const Position centre = position(lattice_, lattice_.point(cell));
    // The sum of opposite corners of the face is twice the middle of the face, and the middle of
    // the face is halfway to the neighbour.
    const Cell step = face[0] + face[2] - times(2, lattice_.point(cell));
    const auto other = lattice_.cell_at(lattice_.point(cell) + step);
    const bool joined = other && cells_.contains(*other);
    const Position axis = unit(position(lattice_, step));
    const Ring edge = border(face, lattice_.point(cell));
    // Makes a ring of points about the axis from this ball to its neighbour; on the neighbour's
    // ball, about the opposite axis. Each point is in the direction of a point of the border. The
    // function `angle_of` computes the angle of a point from the axis, given the angle of the point
    // of the border.
    const auto ring_at = [&](auto angle_of, const Position& from, double sign) {
      std::vector<std::uint32_t> ring;
      for (const Position& point : edge) {
        const double along = inner(point, axis);
        const Position aside = unit(sum(point, axis, -along));
        const double angle = angle_of(std::acos(along));
        const Position direction = sum({}, axis, sign * std::cos(angle));
        ring.push_back(vertex(from, sum(direction, aside, std::sin(angle))));
      }
      return ring;
    };
    const auto rim = ring_at([](double) { return neck; }, centre, 1);
    const auto middle = ring_at([](double whole) { return (whole + neck) / 2; }, centre, 1);
    add_band(ring_at([](double whole) { return whole; }, centre, 1), middle);
    add_band(middle, rim);
    if (!joined) {
      const auto cap = ring_at([](double) { return neck / 2; }, centre, 1);
      add_band(rim, cap);
      surface_.faces.push_back(cap);
    } else if (cell < *other) {
      const Position beyond = position(lattice_, lattice_.point(*other));
      add_band(rim, ring_at([](double) { return neck; }, beyond, -1));
    }
  }

  const Lattice& lattice_;
  double radius_;
  std::set<Cell> cells_;
  std::map<std::array<std::int64_t, 3>, std::uint32_t> numbers_;  // vertex numbers by position
  Surface surface_;
};

/// The squared length of the longest edge.
double longest_squared(const Lattice& lattice) {
  const auto squared = [&](const Cell& c) { return static_cast<double>(lattice.inner(c, c)); };
  double longest = 0;
  for (const Cell& cell : lattice.classes()) {
    const Polytope body = lattice.shape(cell);
    for (const auto& face : body.faces) {
      for (std::size_t k = 0; k < face.size(); ++k) {
        const Cell& next = body.vertices[face[(k + 1) % face.size()]];
        longest = std::max(longest, squared(next - body.vertices[face[k]]));
      }
    }
  }
  if (lattice.grid() != Grid::spheres) return longest;
  const Cell& cell = lattice.classes().front();
  return squared(lattice.point(lattice.neighbours(cell).front()) - lattice.point(cell));
}

/// Stores a number that is computed once for each lattice.
template <double compute(const Lattice&)>
struct Length {
  explicit Length(Grid grid) : value(compute(Lattice::of(grid))) {}
  double value;
};

double compute_longest(const Lattice& lattice) {
  return std::sqrt(longest_squared(lattice));
}

/// The radius of the ball inside a tetrahedron: three times the volume, divided by the area of the
/// faces.
double radius_in_tetrahedron(const Lattice& lattice, const std::vector<Cells>& faces) {
  double area = 0;
  double six_volumes = 0;
  for (const Cells& face : faces) {
    const Position a = position(lattice, face[0]);
    const Position b = position(lattice, face[1]);
    const Position c = position(lattice, face[2]);
    const Position across = cross_product(sum(b, a, -1), sum(c, a, -1));
    area += std::sqrt(inner(across, across)) / 2;
    six_volumes += inner(a, cross_product(b, c));
  }
  return six_volumes / 2 / area;
}

/// The radius of the ball inside a prism. The centre of the prism has equal distances from all
/// sides, and equal distances from top and bottom.
double radius_in_prism(const Lattice& lattice, const Cell& cell, const std::vector<Cells>& faces) {
  double least = std::numeric_limits<double>::infinity();
  const Position centre = position(lattice, lattice.point(cell));
  for (const Cells& face : faces) {
    const Plane plane = plane_of(lattice, face);
    least = std::min(least, plane.level - inner(plane.normal, centre));
  }
  return least;
}

double compute_radius(const Lattice& lattice) {
  if (lattice.grid() == Grid::spheres) return 0.5;
  double least = std::numeric_limits<double>::infinity();
  for (const Cell& cell : lattice.classes()) {
    const auto faces = outward_faces(lattice.shape(cell));
    const bool is_prism = lattice.has_layers();
    least = std::min(least, is_prism ? radius_in_prism(lattice, cell, faces)
                                     : radius_in_tetrahedron(lattice, faces));
  }
  return least;
}

}  // namespace

std::vector<Cells> outward_faces(const Polytope& body) {
  Cell total;
  for (const Cell& v : body.vertices) total = total + v;
  std::vector<Cells> faces;
  for (const auto& face : body.faces) {
    Cells corners;
    for (const std::uint32_t v : face) corners.push_back(body.vertices[v]);
    const Cell normal = cross(corners[1] - corners[0], corners[2] - corners[0]);
    const auto count = static_cast<int>(body.vertices.size());
    if (dot(normal, times(count, corners[0]) - total) < 0) {
      std::reverse(corners.begin(), corners.end());
    }
    faces.push_back(std::move(corners));
  }
  return faces;
}

double longest_edge(const Lattice& lattice) {
  return only<Length<compute_longest>>(lattice.grid()).value;
}

Position position(const Lattice& lattice, const Cell& point) {
  const auto scale = lattice.scale();
  const double edge = longest_edge(lattice);
  return {std::sqrt(scale[0]) * point.x / edge, std::sqrt(scale[1]) * point.y / edge,
          std::sqrt(scale[2]) * point.z / edge};
}

double inner_radius(const Lattice& lattice) {
  return only<Length<compute_radius>>(lattice.grid()).value;
}

Surface surface(const Lattice& lattice, const Cells& cells, double skin) {
  if (!(skin >= 0) || skin >= inner_radius(lattice)) {
    throw std::invalid_argument("a skin is at least 0 and thinner than cells");
  }
  if (lattice.grid() == Grid::spheres) return Balls(lattice, cells, skin).make();
  return Polyhedra(lattice, cells, skin).make();
}

}  // namespace dlx::lattice
