// Draws the cells layer by layer, in colours, with lines between the bodies.

#include <algorithm>
#include <boost/container/flat_map.hpp>
#include <cstdlib>
#include <string>

#include "reductions/drawing/styles.hpp"

namespace dlx::drawing {
namespace {

/// The body at each cell of a picture, as a position in Picture::bodies.
using Owners = boost::container::flat_map<Cell, std::size_t>;

Owners owners_of(const Picture& picture) {
  Owners owner;
  for (std::size_t i = 0; i < picture.bodies.size(); ++i) {
    for (const Cell& cell : picture.bodies[i].cells) owner.emplace(cell, i);
  }
  return owner;
}

/// The cells that show letters: one for each connected region of a body in a layer, the cell
/// nearest to the region's middle.
std::vector<Cell> lettered_cells(const Picture& picture) {
  std::vector<Cell> result;
  for (const Body& body : picture.bodies) {
    Cells left = body.cells;
    while (!left.empty()) {
      Cells region{left.back()};
      left.pop_back();
      for (std::size_t k = 0; k < region.size(); ++k) {
        const auto beside = std::partition(left.begin(), left.end(), [&](const Cell& c) {
          const Cell d = c - region[k];
          return d.z != 0 || std::abs(d.x) + std::abs(d.y) != 1;
        });
        region.insert(region.end(), beside, left.end());
        left.erase(beside, left.end());
      }
      const auto size = static_cast<int>(region.size());
      Cell sum{0, 0, 0};
      for (const Cell& c : region) sum = sum + c;
      std::sort(region.begin(), region.end());
      result.push_back(*std::min_element(region.begin(), region.end(), [&](Cell a, Cell b) {
        const auto far = [&](const Cell& c) {
          return std::abs(size * c.x - sum.x) + std::abs(size * c.y - sum.y);
        };
        return far(a) < far(b);
      }));
    }
  }
  std::sort(result.begin(), result.end());
  return result;
}

/// The positions of layers in a drawing. Layers are side by side, in several lines if there are
/// many.
class LayerPlan {
 public:
  static constexpr int side = 28;
  static constexpr int margin = 14;

  explicit LayerPlan(const Cells& cells) {
    const auto [low, high] = lattice::extent(cells);
    low_ = low;
    across_ = (high.x - low.x + 1) * side + margin;
    down_ = (high.y - low.y + 1) * side + margin;
    depth_ = high.z - low.z + 1;
    constexpr int widest = 2400;
    const int lines = (depth_ * across_ + widest - 1) / widest;
    beside_ = std::max(1, (depth_ + lines - 1) / lines);
  }
  [[nodiscard]] int width() const { return margin + std::min(beside_, depth_) * across_; }
  [[nodiscard]] int height() const { return margin + (depth_ + beside_ - 1) / beside_ * down_; }
  [[nodiscard]] int x(const Cell& c) const {
    return margin + (c.z - low_.z) % beside_ * across_ + (c.x - low_.x) * side;
  }
  [[nodiscard]] int y(const Cell& c) const {
    return margin + (c.z - low_.z) / beside_ * down_ + (c.y - low_.y) * side;
  }

 private:
  Cell low_;
  int across_ = 0;
  int down_ = 0;
  int depth_ = 0;
  int beside_ = 1;
};

/// A square around each cell, as path data.
std::string squares(const Cells& cells, const LayerPlan& plan) {
  const std::string side = std::to_string(LayerPlan::side);
  std::string lines;
  for (const Cell& cell : cells) {
    lines += 'M' + std::to_string(plan.x(cell)) + ' ' + std::to_string(plan.y(cell)) + 'h' + side +
             'v' + side + "h-" + side + 'z';
  }
  return lines;
}

/// Lines around the cells of each body in its layers, as path data.
std::string borders(const Cells& cells, const Owners& owner, const LayerPlan& plan) {
  std::string lines;
  const auto owner_of = [&](const Cell& cell) {
    const auto found = owner.find(cell);
    return found == owner.end() ? SIZE_MAX : found->second;
  };
  for (const Cell& cell : cells) {
    const auto is_border = [&](int dx, int dy) {
      const Cell next{cell.x + dx, cell.y + dy, cell.z};
      return !std::binary_search(cells.begin(), cells.end(), next) ||
             owner_of(next) != owner_of(cell);
    };
    const int x = plan.x(cell);
    const int y = plan.y(cell);
    const auto add = [&](int from_x, int from_y, char way) {
      lines += 'M' + std::to_string(from_x) + ' ' + std::to_string(from_y) + way +
               std::to_string(LayerPlan::side);
    };
    if (is_border(-1, 0)) add(x, y, 'v');
    if (is_border(0, -1)) add(x, y, 'h');
    // If there is a cell to the right or below, the line between the two cells is drawn as a border
    // of the cell to the right or below.
    const auto is_edge = [&](int dx, int dy) {
      return !std::binary_search(cells.begin(), cells.end(),
                                 Cell{cell.x + dx, cell.y + dy, cell.z});
    };
    if (is_edge(1, 0)) add(x + LayerPlan::side, y, 'v');
    if (is_edge(0, 1)) add(x, y + LayerPlan::side, 'h');
  }
  return lines;
}

}  // namespace

std::vector<svg::Drawing> draw_layers(std::span<const Picture> pictures) {
  const Frame& frame = *pictures.front().frame;
  if (frame.grid != lattice::Grid::cubes) return draw_lattice_layers(pictures);
  const LayerPlan plan(frame.cells);
  constexpr int side = LayerPlan::side;
  std::vector<svg::Drawing> result;
  for (const Picture& picture : pictures) {
    svg::Drawing& drawing =
        result.emplace_back(plan.width(), plan.height(), "Assembly, layer by layer");
    const Owners owner = owners_of(picture);
    const auto colour_of = [&](std::size_t i) -> const std::string& {
      return frame.colour(picture.bodies[i].piece, picture.bodies[i].copy);
    };
    Cells empty;
    for (const Cell& cell : frame.cells) {
      const auto found = owner.find(cell);
      drawing.rectangle(plan.x(cell), plan.y(cell), side, side,
                        found == owner.end() ? "#eeeeee" : colour_of(found->second));
      if (found == owner.end()) empty.push_back(cell);
    }
    empty.insert(empty.end(), frame.outlined.begin(), frame.outlined.end());
    if (!empty.empty()) drawing.path(squares(empty, plan), 0.6, "#aaaaaa");
    drawing.path(borders(frame.cells, owner, plan), 2);
    for (const Cell& cell : lettered_cells(picture)) {
      const std::size_t i = owner.at(cell);
      drawing.text(plan.x(cell) + side / 2.0, plan.y(cell) + side / 2.0, side * 0.5,
                   picture.bodies[i].sign, {.colour = palette::ink_on(colour_of(i))});
    }
  }
  return result;
}

}  // namespace dlx::drawing
