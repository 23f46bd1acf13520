// Coloured drawings of boards: queens, rows and dominoes. Each board is drawn as it usually is on
// paper, on a white ground. Letters and digits have the contrast that level AA of WCAG 2.1
// requires.

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reductions/drawing/styles.hpp"

namespace dlx::drawing {
namespace {

constexpr int board_margin = 14;

std::string pair(int x, int y) {
  return std::to_string(x) + ' ' + std::to_string(y);
}

/// A rectangle with rounded corners as path data.
std::string rounded(int x, int y, int width, int height, int radius) {
  const std::string r = std::to_string(radius);
  const auto arc = [&](int dx, int dy) { return "a" + r + ' ' + r + " 0 0 1 " + pair(dx, dy); };
  return "M" + pair(x + radius, y) + "h" + std::to_string(width - 2 * radius) +
         arc(radius, radius) + "v" + std::to_string(height - 2 * radius) + arc(-radius, radius) +
         "h" + std::to_string(2 * radius - width) + arc(-radius, -radius) + "v" +
         std::to_string(2 * radius - height) + "z";
}

/// The outline of a crown (five points above a bar) as path data. Lengths are in thirtieths of a
/// square.
std::string crown(int x, int y) {
  constexpr std::array<std::pair<int, int>, 9> corners{
      {{7, 21}, {4, 10}, {10, 15}, {11, 7}, {15, 14}, {19, 7}, {20, 15}, {26, 10}, {23, 21}}};
  std::string data;
  for (const auto& [dx, dy] : corners) data += (data.empty() ? 'M' : 'L') + pair(x + dx, y + dy);
  return data + "zM" + pair(x + 7, y + 23) + "h16v2h-16z";
}

/// The four kinds of dominoes. The colours of these kinds show where a tiling is rigid. A domino is
/// horizontal or vertical, and x + y of its first cell is even or odd (Jockusch, Propp, Shor,
/// "Random domino tilings and the arctic circle theorem", 1998).
constexpr std::array<std::string_view, 4> domino_sorts{"lying, even", "lying, odd",
                                                       "standing, even", "standing, odd"};

bool lies(const Cells& cells) {
  return cells[0].y == cells[1].y;
}

std::size_t domino_sort(const Cells& cells) {
  const Cell& c = cells[0];
  return (lies(cells) ? 0U : 2U) + static_cast<std::size_t>((c.x + c.y) & 1);
}

const std::vector<std::string>& domino_colours() {
  static const std::vector<std::string> colours =
      palette::colours_of(std::vector<std::string>(domino_sorts.begin(), domino_sorts.end()));
  return colours;
}

}  // namespace

std::vector<svg::Drawing> draw_chess(std::span<const Picture> pictures) {
  constexpr int side = 30;
  const int n = pictures.front().frame->width;
  std::string dark;
  const std::string square =
      "h" + std::to_string(side) + "v" + std::to_string(side) + "h-" + std::to_string(side) + "z";
  for (int y = 0; y < n; ++y) {
    for (int x = (y + 1) % 2; x < n; x += 2) {
      dark += "M" + pair(board_margin + x * side, board_margin + y * side) + square;
    }
  }
  std::vector<svg::Drawing> result;
  for (const Picture& picture : pictures) {
    std::string crowns;
    std::string columns;
    for (const Body& queen : picture.bodies) {
      const Cell& c = queen.cells.front();
      crowns += crown(board_margin + c.x * side, board_margin + c.y * side);
      columns += ' ' + std::to_string(c.x + 1);
    }
    const int width = 2 * board_margin + n * side;
    svg::Drawing& drawing =
        result.emplace_back(width, width, "Row by row, the queens stand in columns" + columns);
    drawing.rectangle(board_margin, board_margin, n * side, n * side, "#f3ead8");
    drawing.shape(dark, "#cdb48b");
    drawing.shape(crowns, "#1c1b19");
  }
  return result;
}

std::vector<svg::Drawing> draw_row(std::span<const Picture> pictures) {
  constexpr int side = 28;
  const int width = pictures.front().frame->width;
  // The arc between two places of a row is half of an ellipse. The height of an arc is half the
  // height of a semicircle.
  const auto height_of = [&](int squares) { return squares * side / 4; };
  const int top = board_margin + height_of(width / 2 + 1);
  std::vector<svg::Drawing> result;
  for (const Picture& picture : pictures) {
    svg::Drawing& drawing =
        result.emplace_back(2 * board_margin + width * side, top + side + board_margin,
                            "Langford pairs: " + text(picture));
    std::vector<std::pair<int, const Body*>> places;
    for (const Body& body : picture.bodies) {
      for (const Cell& c : body.cells) places.emplace_back(c.x, &body);
    }
    std::sort(places.begin(), places.end());
    for (const auto& [place, body] : places) {
      const std::string& colour = picture.frame->colour(body->piece, body->copy);
      const int x = board_margin + place * side;
      drawing.rectangle(x, top, side, side, colour);
      drawing.text(x + side / 2.0, top + side / 2.0, body->sign.size() < 3 ? 15 : 11, body->sign,
                   {.colour = palette::ink_on(colour)});
      if (place == body->cells.front().x) continue;
      const int squares = place - body->cells.front().x;
      const int length = squares * side;
      const std::string arc = "M" + pair(x - length + side / 2, top) + "a" +
                              pair(length / 2, height_of(squares)) + " 0 0 1 " + pair(length, 0);
      drawing.path(arc, 4, "#333333");
      drawing.path(arc, 2.4, colour);
    }
    std::string lines = "M" + pair(board_margin, top) + "h" + std::to_string(width * side) + "v" +
                        std::to_string(side) + "h-" + std::to_string(width * side) + "z";
    for (int s = 1; s < width; ++s) {
      lines += "M" + pair(board_margin + s * side, top) + "v" + std::to_string(side);
    }
    drawing.path(lines, 1.6);
  }
  return result;
}

bool crosses_edge(const Cells& cells) {
  const Cell between = cells[1] - cells[0];
  return between.x + between.y != 1;
}

const std::string& domino_colour(const Cells& cells) {
  return domino_colours()[domino_sort(cells)];
}

std::vector<svg::Drawing> draw_dominoes(std::span<const Picture> pictures) {
  constexpr int side = 28;
  constexpr int inset = 2;
  std::vector<svg::Drawing> result;
  const lattice::Extent box = lattice::extent(pictures.front().frame->cells);
  for (const Picture& picture : pictures) {
    svg::Drawing& drawing = result.emplace_back(
        2 * board_margin + (box.high.x - box.low.x + 1) * side,
        2 * board_margin + (box.high.y - box.low.y + 1) * side, "Tiling by dominoes");
    std::array<std::string, domino_sorts.size()> bodies;
    for (const Body& domino : picture.bodies) {
      const bool lying = lies(domino.cells);
      const auto add = [&](const Cell& c, int width, int height) {
        bodies[domino_sort(domino.cells)] +=
            rounded(board_margin + (c.x - box.low.x) * side + inset,
                    board_margin + (c.y - box.low.y) * side + inset, width * side - 2 * inset,
                    height * side - 2 * inset, 6);
      };
      if (crosses_edge(domino.cells)) {
        for (const Cell& half : domino.cells) add(half, 1, 1);
      } else {
        add(domino.cells[0], lying ? 2 : 1, lying ? 1 : 2);
      }
    }
    for (std::size_t k = 0; k < domino_sorts.size(); ++k) {
      if (bodies[k].empty()) continue;
      drawing.shape(bodies[k], domino_colours()[k]);
      drawing.path(bodies[k], 1.2, "#333333");
    }
  }
  return result;
}

void colour_dominoes(scene::Scene& scene) {
  scene.pieces.assign(domino_sorts.begin(), domino_sorts.end());
  scene.colours = domino_colours();
  for (scene::Parts& parts : scene.assemblies) {
    for (scene::Part& part : parts) {
      part.piece = static_cast<std::uint32_t>(domino_sort(part.cells));
      part.label = lies(part.cells) ? "H" : "V";
    }
  }
}

}  // namespace dlx::drawing
