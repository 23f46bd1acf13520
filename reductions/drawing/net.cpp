// Draws unfolded panels: every piece in its colour, every border between pieces as a black line.

#include <algorithm>
#include <map>

#include "reductions/drawing/styles.hpp"

namespace dlx::drawing {
namespace {

constexpr int panel_side = 5;  // side of a panel, in cells

struct Spot {
  int x, y;
  friend auto operator<=>(const Spot&, const Spot&) = default;
};

/// The body that fills each cell of the drawing.
std::map<Spot, std::size_t> filled_cells(const Picture& picture) {
  std::map<Spot, std::size_t> owner;
  for (std::size_t i = 0; i < picture.bodies.size(); ++i) {
    for (const Cell& c : picture.bodies[i].drawn) owner[{c.x, c.y}] = i;
  }
  return owner;
}

}  // namespace

std::string net_text(const Picture& picture, palette::Paint paint) {
  const auto owner = filled_cells(picture);
  if (owner.empty()) return "\n";
  int left = owner.begin()->first.x;
  std::map<int, std::map<int, std::size_t>> rows;
  for (const auto& [spot, position] : owner) {
    rows[spot.y][spot.x] = position;
    left = std::min(left, spot.x);
  }
  std::string text;
  for (int y = rows.begin()->first; y <= rows.rbegin()->first; ++y) {
    int x = left;
    for (const auto& [at, position] : rows[y]) {
      for (; x < at; ++x) text += ' ';
      const Body& body = picture.bodies[position];
      text += paint == palette::Paint::plain
                  ? body.sign
                  : palette::painted(body.sign, picture.frame->colour(body.piece, 0));
      ++x;
    }
    text += '\n';
  }
  return text + '\n';
}

std::vector<svg::Drawing> draw_net(std::span<const Picture> pictures) {
  constexpr int cell = 14;
  constexpr int margin = 10;
  const Frame& frame = *pictures.front().frame;
  Spot low{0, 0};
  Spot high{0, 0};
  for (std::size_t i = 0; i < frame.corners.size(); ++i) {
    const Cell& s = frame.corners[i];
    low = i == 0 ? Spot{s.x, s.y} : Spot{std::min(low.x, s.x), std::min(low.y, s.y)};
    high = {std::max(high.x, s.x + panel_side), std::max(high.y, s.y + panel_side)};
  }
  const std::string across = "h" + std::to_string(cell);
  const std::string down = "v" + std::to_string(cell);
  const auto px = [&](int x) { return margin + cell * (x - low.x); };
  const auto py = [&](int y) { return margin + cell * (y - low.y); };

  std::vector<svg::Drawing> result;
  for (const Picture& picture : pictures) {
    std::string description = "Unfolded:";
    for (const Body& body : picture.bodies) {
      description += " " + body.position + "=" + frame.pieces[body.piece].name;
    }
    svg::Drawing& drawing =
        result.emplace_back(2 * margin + cell * (high.x - low.x),
                            2 * margin + cell * (high.y - low.y), std::move(description));
    const auto owner = filled_cells(picture);
    std::string borders;
    for (std::uint32_t panel = 0; panel < frame.corners.size(); ++panel) {
      const auto is_there = [&](const Body& body) { return body.panel == panel; };
      if (std::any_of(picture.bodies.begin(), picture.bodies.end(), is_there)) continue;
      // Panels share their rims, so the square between the middles of the rims is drawn.
      const double x = px(frame.corners[panel].x) + cell / 2.0;
      const double y = py(frame.corners[panel].y) + cell / 2.0;
      constexpr double side = cell * (panel_side - 1);
      drawing.rectangle(x, y, side, side, "#888888");
      drawing.rectangle(x + 1, y + 1, side - 2, side - 2, "#eeeeee");
    }
    const auto border = [&](Spot from, const std::string& run) {
      borders += "M" + std::to_string(px(from.x)) + " " + std::to_string(py(from.y)) + run;
    };
    for (const auto& [spot, position] : owner) {
      const auto is_owner = [&, mine = position](Spot other) {
        const auto found = owner.find(other);
        return found != owner.end() && found->second == mine;
      };
      drawing.rectangle(px(spot.x), py(spot.y), cell, cell,
                        frame.colour(picture.bodies[position].piece, 0));
      if (!is_owner({spot.x, spot.y - 1})) border(spot, across);
      if (!is_owner({spot.x - 1, spot.y})) border(spot, down);
      // If there is a cell to the right or below, the border between the two cells is drawn with
      // the cell to the right or below.
      if (!owner.contains({spot.x, spot.y + 1})) border({spot.x, spot.y + 1}, across);
      if (!owner.contains({spot.x + 1, spot.y})) border({spot.x + 1, spot.y}, down);
    }
    drawing.path(borders, 1.8);
    for (const Body& body : picture.bodies) {
      const Cell& corner = frame.corners[body.panel];
      drawing.text(px(corner.x) + cell * panel_side / 2.0, py(corner.y) + cell * panel_side / 2.0,
                   1.4 * cell, body.sign, {.colour = palette::ink_on(frame.colour(body.piece, 0))});
    }
  }
  return result;
}

}  // namespace dlx::drawing
