#include <algorithm>
#include <boost/container/flat_map.hpp>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "reductions/drawing/styles.hpp"

// Draws layers side by side. Each cell is a polygon, or a circle for a sphere, and lines separate
// the pieces. Grids whose cells do not lie in layers are refused, because their cells would overlap
// in such a drawing.

namespace dlx::drawing {
namespace {

using lattice::Grid;
using lattice::Lattice;

constexpr double lattice_margin = 14;

struct Pixels {
  double x;
  double y;
};

/// The number of pixels for one unit of the coordinates of points, along x and along y.
Pixels pixels_of(const Lattice& lattice) {
  const double unit = lattice.grid() == Grid::hexagons ? 9 : 10;
  return {unit * std::sqrt(lattice.scale()[0]), unit * std::sqrt(lattice.scale()[1])};
}

/// The corners of a cell's outline in its layer. For a sphere: the corners of a square around it.
std::vector<Cell> outline(const Lattice& lattice, const Cell& cell) {
  if (lattice.grid() == Grid::spheres) {
    const Cell c = lattice.point(cell);
    return {c + Cell{-1, -1, 0}, c + Cell{1, -1, 0}, c + Cell{1, 1, 0}, c + Cell{-1, 1, 0}};
  }
  const lattice::Polytope body = lattice.shape(cell);
  std::vector<Cell> corners;
  for (const std::uint32_t v : body.faces[1]) {
    corners.push_back({body.vertices[v].x, body.vertices[v].y, 0});
  }
  return corners;
}

std::string pair_of(const Pixels& p) {
  const auto number = [](double value) {
    const auto tenths = std::llround(value * 10);
    return std::to_string(tenths / 10) + '.' + std::to_string(std::llabs(tenths % 10));
  };
  return number(p.x) + ' ' + number(p.y);
}

/// Draws the cells of a picture.
class Drawer {
 public:
  explicit Drawer(const Frame& frame)
      : frame_(frame),
        lattice_(Lattice::of(frame.grid)),
        unit_(pixels_of(lattice_)),
        cells_(frame.cells) {
    Cells corners;
    const auto add_corners = [&](const Cells& cells) {
      for (const Cell& cell : cells) {
        for (const Cell& corner : outline(lattice_, cell)) corners.push_back(corner);
      }
    };
    add_corners(cells_);
    add_corners(frame.outlined);
    const auto [low, high] = lattice::extent(corners);
    low_ = low;
    size_ = {(high.x - low.x) * unit_.x + lattice_margin,
             (high.y - low.y) * unit_.y + 2 * lattice_margin};
    const int layers = lattice::extent(cells_).high.z - lattice::extent(cells_).low.z + 1;
    drawing_ = svg::Drawing(static_cast<int>(std::ceil(layers * size_.x + lattice_margin)),
                            static_cast<int>(std::ceil(size_.y)), "Assembly, layer by layer");
  }

  void add(const Picture& picture) {
    const std::vector<Body>& bodies = picture.bodies;
    boost::container::flat_map<Cell, std::size_t> owner;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      for (const Cell& cell : bodies[i].cells) owner.emplace(cell, i);
    }
    const auto owner_of = [&](const Cell& cell) {
      const auto found = owner.find(cell);
      return found == owner.end() ? bodies.size() : found->second;
    };
    for (const Cell& cell : frame_.outlined) draw_outline(cell);
    std::string lines;
    for (const Cell& cell : cells_) {
      const std::size_t i = owner_of(cell);
      const bool empty = i == bodies.size();
      if (empty) {
        fill(cell, "#eeeeee");
      } else {
        const std::string& colour = frame_.colour(bodies[i].piece, bodies[i].copy);
        fill(cell, colour);
        const Pixels at = place(lattice_.point(cell), cell.z);
        drawing_.text(at.x, at.y, lattice_.grid() == Grid::triangles ? 11 : 14, bodies[i].sign,
                      {.colour = palette::ink_on(colour)});
      }
      add_lines(cell, lines, [&](const Cell& other) {
        return !std::binary_search(cells_.begin(), cells_.end(), other) || owner_of(other) != i;
      });
    }
    if (!lines.empty()) drawing_.path(lines, 2);
  }

  [[nodiscard]] const svg::Drawing& drawing() const { return drawing_; }

 private:
  [[nodiscard]] Pixels place(const Cell& point, int z) const {
    const int layer = z - lattice::extent(cells_).low.z;
    return {lattice_margin + layer * size_.x + (point.x - low_.x) * unit_.x,
            lattice_margin + (point.y - low_.y) * unit_.y};
  }

  void fill(const Cell& cell, const std::string& colour) {
    if (lattice_.grid() == Grid::spheres) {
      const Pixels at = place(lattice_.point(cell), cell.z);
      drawing_.circle(at.x, at.y, unit_.x * std::sqrt(2.0), colour);
      return;
    }
    drawing_.shape(polygon(cell), colour);
  }

  void draw_outline(const Cell& cell) {
    std::string data;
    if (lattice_.grid() == Grid::spheres) {
      const double radius = unit_.x * std::sqrt(2.0);
      const Pixels at = place(lattice_.point(cell), cell.z);
      const std::string half = " A " + pair_of({radius, radius}) + " 0 0 1 ";
      data = "M " + pair_of({at.x - radius, at.y}) + half + pair_of({at.x + radius, at.y}) + half +
             pair_of({at.x - radius, at.y});
    } else {
      data = polygon(cell);
    }
    drawing_.path(data, 0.6, "#aaaaaa");
  }

  /// The outline of a cell that is not a sphere, as path data.
  [[nodiscard]] std::string polygon(const Cell& cell) const {
    std::string data;
    for (const Cell& corner : outline(lattice_, cell)) {
      data += (data.empty() ? "M " : " L ") + pair_of(place(corner, cell.z));
    }
    return data + " Z";
  }

  /// Adds a line for each side of a cell if `is_border` is true for the neighbour on that side.
  template <class Border>
  void add_lines(const Cell& cell, std::string& lines, Border is_border) const {
    if (lattice_.grid() == Grid::spheres) return;
    const auto corners = outline(lattice_, cell);
    const Cells neighbours = lattice_.neighbours(cell);
    for (std::size_t k = 0; k < corners.size(); ++k) {
      const Cell& a = corners[k];
      const Cell& b = corners[(k + 1) % corners.size()];
      const auto beyond =
          std::find_if(neighbours.begin(), neighbours.end(), [&](const Cell& other) {
            if (other.z != cell.z) return false;
            const auto theirs = outline(lattice_, other);
            return std::find(theirs.begin(), theirs.end(), a) != theirs.end() &&
                   std::find(theirs.begin(), theirs.end(), b) != theirs.end();
          });
      if (beyond != neighbours.end() && !is_border(*beyond)) continue;
      lines += "M " + pair_of(place(a, cell.z)) + " L " + pair_of(place(b, cell.z)) + ' ';
    }
  }

  const Frame& frame_;
  const Lattice& lattice_;
  Pixels unit_;
  Cells cells_;
  Cell low_;
  Pixels size_{};  // size of one layer with its margins, in pixels
  svg::Drawing drawing_{0, 0};
};

}  // namespace

std::vector<svg::Drawing> draw_lattice_layers(std::span<const Picture> pictures) {
  check_flat_picture(pictures.front().frame->grid);
  std::vector<svg::Drawing> result;
  for (const Picture& picture : pictures) {
    Drawer drawer(*picture.frame);
    drawer.add(picture);
    result.push_back(drawer.drawing());
  }
  return result;
}

void check_flat_picture(Grid grid) {
  if (grid != Grid::rhombic && grid != Grid::tetra_octahedra) return;
  throw std::invalid_argument("--svg draws layers, and the cells of the grid '" +
                              std::string(to_string(grid)) + "' do not lie in layers");
}

}  // namespace dlx::drawing
