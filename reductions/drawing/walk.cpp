// Draws a walk through all cells of a cube, layer by layer.

#include <boost/container/flat_map.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reductions/drawing/styles.hpp"

namespace dlx::drawing {
namespace {

constexpr std::string_view first_colour = "#8f8";
constexpr std::string_view last_colour = "#f88";

/// The cells in the order of the walk.
Cells cells_of(const Picture& walk) {
  Cells cells;
  for (const Body& cubelet : walk.bodies) cells.push_back(cubelet.cells.front());
  return cells;
}

/// A triangle with its middle at (x, y) that points in the direction (dx, dy). dx and dy are -1, 0
/// or 1.
std::string arrow(int x, int y, int dx, int dy) {
  constexpr int length = 6;
  const auto corner = [&](int along, int across) {
    return std::to_string(x + along * dx - across * dy) + " " +
           std::to_string(y + along * dy + across * dx);
  };
  return "M" + corner(length, 0) + "L" + corner(-length, length) + "L" + corner(-length, -length) +
         "z";
}

/// The meaning of the signs at cells: a legend of one or more lines below the layers.
class WalkLegend {
 public:
  /// Places the entries of the legend on lines of the given width. The middle of the first line is
  /// at y = 0.
  explicit WalkLegend(int width) {
    int x = 0;
    for (const Entry& entry : entries) {
      const int own = 24 + 31 * static_cast<int>(entry.words.size()) / 5;
      if (x > 0 && x + own > width) {
        x = 0;
        ++lines_;
      }
      places_.emplace_back(x, (lines_ - 1) * line_height);
      x += own;
    }
  }

  [[nodiscard]] int height() const { return lines_ * line_height; }

  void draw(svg::Drawing& drawing, int left, int top) const {
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const int x = left + places_[i].first + 9;
      const int y = top + places_[i].second;
      drawing.circle(x, y, 9, entries[i].colour);
      if (entries[i].up != 0) drawing.shape(arrow(x, y, 0, -entries[i].up), "#333");
      drawing.text(x + 14, y, 11, entries[i].words, {.from_left = true});
    }
  }

 private:
  struct Entry {
    std::string_view colour;
    int up;  // direction of an arrow: 1 is up, -1 is down
    std::string_view words;
  };
  static constexpr Entry entries[] = {{first_colour, 0, "first"},
                                      {last_colour, 0, "last"},
                                      {"white", 1, "to the layer above"},
                                      {"white", -1, "to the layer below"}};
  static constexpr int line_height = 24;

  std::vector<std::pair<int, int>> places_;
  int lines_ = 1;
};

}  // namespace

std::string arrows_of(const Picture& walk) {
  std::string arrows;
  for (const Body& cubelet : walk.bodies) {
    if (!cubelet.sign.empty()) arrows += (arrows.empty() ? "" : " ") + cubelet.sign;
  }
  return arrows;
}

std::string numbered_layers(const Picture& walk) {
  const Cells cells = cells_of(walk);
  boost::container::flat_map<Cell, std::size_t> visit;
  for (const Cell& cell : cells) visit.emplace(cell, visit.size() + 1);
  const auto [low, high] = lattice::extent(cells);
  const std::size_t width = std::to_string(cells.size()).size();
  std::string text;
  for (int y = high.y; y >= low.y; --y) {
    // The y axis points upward and z toward the viewer, so the top row comes first.
    for (int z = high.z; z >= low.z; --z) {
      if (z < high.z) text += "   ";
      for (int x = low.x; x <= high.x; ++x) {
        const auto found = visit.find({x, y, z});
        const std::string number = found == visit.end() ? "" : std::to_string(found->second);
        if (x > low.x) text += ' ';
        text.append(width - number.size(), ' ') += number;
      }
    }
    text += '\n';
  }
  return text;
}

std::vector<svg::Drawing> draw_walk(std::span<const Picture> pictures) {
  constexpr int square = 40;
  constexpr int margin = 20;
  constexpr int head = 18;  // height of the line with the name of a layer
  std::vector<svg::Drawing> result;
  const auto [low, high] = lattice::extent(pictures.front().frame->cells);
  const int side = high.x - low.x + 1;
  const int block = square * side + margin;
  const std::string length = std::to_string(square);
  const WalkLegend legend(block * side - margin);
  for (const Picture& picture : pictures) {
    const Cells cells = cells_of(picture);
    svg::Drawing& drawing = result.emplace_back(block * side + margin,
                                                square * side + 2 * margin + head + legend.height(),
                                                "Folding by layers: " + arrows_of(picture));
    // The coordinates of the middle of a cell in the drawing.
    const auto x = [&](const Cell& c) {
      return margin + (side - 1 - c.z) * block + c.x * square + square / 2;
    };
    const auto y = [&](const Cell& c) {
      return margin + head + (side - 1 - c.y) * square + square / 2;
    };
    const auto point = [&](char command, const Cell& c) {
      return command + std::to_string(x(c)) + " " + std::to_string(y(c));
    };
    for (int layer = 0; layer < side; ++layer) {
      drawing.text(margin + layer * block, margin + head / 2.0 - 4, 11,
                   "layer " + std::to_string(layer + 1) + (layer == 0 ? ", top" : ""),
                   {.from_left = true});
    }
    std::string grid;
    std::string thread;
    std::string ways;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const Cell& c = cells[i];
      drawing.rectangle(x(c) - square / 2.0, y(c) - square / 2.0, square, square,
                        svg::light_colour(static_cast<int>(300 * i / cells.size()), 85));
      grid += "M" + std::to_string(x(c) - square / 2) + " " + std::to_string(y(c) - square / 2) +
              "h" + length + "v" + length + "h-" + length + "z";
      const bool same_layer = i > 0 && cells[i - 1].z == c.z;
      thread += point(same_layer ? 'L' : 'M', c);
      if (!same_layer) continue;
      const Cell& before = cells[i - 1];
      ways += arrow((x(before) + x(c)) / 2, (y(before) + y(c)) / 2, c.x - before.x, before.y - c.y);
    }
    drawing.path(grid, 0.6, "#555");
    drawing.path(thread, 3, "#333");
    drawing.shape(ways, "#333");
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const Cell& c = cells[i];
      const auto goes = [&](std::size_t from, std::size_t to) {
        return to < cells.size() && cells[from].z != cells[to].z;
      };
      const bool end = i == 0 || i + 1 == cells.size();
      // If the walk goes to another layer, there is a dot at both cells, and an arrow up or down at
      // the first of them. The two ends of the walk have large dots.
      if (end) {
        drawing.circle(x(c), y(c), 9, i == 0 ? first_colour : last_colour);
      } else if (goes(i, i + 1) || goes(i - 1, i)) {
        drawing.circle(x(c), y(c), goes(i, i + 1) ? 9 : 5, "white");
      }
      if (goes(i, i + 1)) {
        drawing.shape(arrow(x(c), y(c), 0, cells[i + 1].z > c.z ? -1 : 1), "#333");
      }
      drawing.text(x(c) - 12, y(c) - 12, 11, std::to_string(i + 1));
    }
    legend.draw(drawing, margin, margin + head + square * side + 20);
  }
  return result;
}

}  // namespace dlx::drawing
