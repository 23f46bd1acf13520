// Boards in colours: queens, sudokus, Langford pairs and dominoes. Each is drawn as people know it
// from paper, on white; letters and digits have the contrast of WCAG 2.1 AA.

#include <algorithm>
#include <array>
#include <boost/container/flat_map.hpp>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "reductions/classics/dominoes.hpp"
#include "reductions/classics/langford.hpp"
#include "reductions/classics/queens.hpp"
#include "reductions/classics/sudoku.hpp"
#include "reductions/drawing/palette.hpp"
#include "reductions/drawing/sheet.hpp"

namespace dlx::classics {
namespace {

constexpr int margin = 14;

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

}  // namespace

namespace queens {
namespace {

constexpr int side = 30;

/// A crown of five points above a bar, in thirtieths of a square.
std::string crown(int x, int y) {
  constexpr std::array<std::pair<int, int>, 9> corners{
      {{7, 21}, {4, 10}, {10, 15}, {11, 7}, {15, 14}, {19, 7}, {20, 15}, {26, 10}, {23, 21}}};
  std::string data;
  for (const auto& [dx, dy] : corners) data += (data.empty() ? 'M' : 'L') + pair(x + dx, y + dy);
  return data + "zM" + pair(x + 7, y + 23) + "h16v2h-16z";
}

}  // namespace

std::vector<drawing::svg::Picture> drawings(const Model& model, std::span<const Board> boards) {
  const int n = model.n;
  std::string dark;
  const std::string square =
      "h" + std::to_string(side) + "v" + std::to_string(side) + "h-" + std::to_string(side) + "z";
  for (int y = 0; y < n; ++y) {
    for (int x = (y + 1) % 2; x < n; x += 2) {
      dark += "M" + pair(margin + x * side, margin + y * side) + square;
    }
  }
  std::vector<drawing::svg::Picture> result;
  for (const Board& board : boards) {
    std::string crowns;
    std::string columns;
    for (int y = 0; y < n; ++y) {
      const int x = board[static_cast<std::size_t>(y)];
      crowns += crown(margin + x * side, margin + y * side);
      columns += ' ' + std::to_string(x + 1);
    }
    const int width = 2 * margin + n * side;
    drawing::svg::Picture& picture =
        result.emplace_back(width, width, "Row by row, the queens stand in columns" + columns);
    picture.rectangle(margin, margin, n * side, n * side, "#f3ead8");
    picture.shape(dark, "#cdb48b");
    picture.shape(crowns, "#1c1b19");
  }
  return result;
}

}  // namespace queens

namespace sudoku {

std::vector<drawing::svg::Picture> drawings(const Model& model, std::span<const Puzzle> solved) {
  constexpr int side = 30;
  const Puzzle& given = model.puzzle;
  const int n = given.size();
  const int size = n * side;
  std::string thin;
  std::string thick;
  for (int i = 0; i <= n; ++i) {
    const int at = margin + i * side;
    (i % given.box_height == 0 ? thick : thin) +=
        "M" + pair(margin, at) + "h" + std::to_string(size);
    (i % given.box_width == 0 ? thick : thin) +=
        "M" + pair(at, margin) + "v" + std::to_string(size);
  }
  std::vector<drawing::svg::Picture> result;
  for (const Puzzle& board : solved) {
    drawing::svg::Picture& picture =
        result.emplace_back(2 * margin + size, 2 * margin + size, "Sudoku, solved");
    const auto is_given = [&](std::size_t s) { return given.squares[s] != 0; };
    for (const bool lettered : {false, true}) {
      for (std::size_t s = 0; s < board.squares.size(); ++s) {
        const int x = margin + static_cast<int>(s) % n * side;
        const int y = margin + static_cast<int>(s) / n * side;
        if (!lettered && is_given(s)) picture.rectangle(x, y, side, side, "#e6e3dc");
        if (!lettered || board.squares[s] == 0) continue;
        const std::string symbol = given.alphabet.symbol(board.squares[s]);
        picture.text(x + side / 2.0, y + side / 2.0, 18, symbol,
                     {.colour = is_given(s) ? "black" : "#0b4f8a", .bold = is_given(s)});
      }
      if (lettered) continue;
      picture.path(thin, 0.8, "#8a867d");
      picture.path(thick, 2.4);
    }
  }
  return result;
}

}  // namespace sudoku

namespace langford {

std::vector<drawing::svg::Picture> drawings(const Model& model, std::span<const Row> rows) {
  constexpr int side = 28;
  std::vector<std::string> names;
  for (int k = 1; k <= model.n; ++k) names.push_back(std::to_string(k));
  const std::vector<std::string> colours = drawing::palette::colours_of(names);
  // An arc is half of an ellipse, half as high as a circle would be.
  const auto height_of = [&](int k) { return (k + 1) * side / 4; };
  const int top = margin + height_of(model.n);
  std::vector<drawing::svg::Picture> result;
  for (const Row& row : rows) {
    drawing::svg::Picture& picture =
        result.emplace_back(2 * margin + 2 * model.n * side, top + side + margin,
                            "Langford pairs: " + draw(model, row));
    std::vector<int> first(colours.size(), -1);
    for (int s = 0; s < static_cast<int>(row.size()); ++s) {
      const int k = row[static_cast<std::size_t>(s)];
      const auto number = static_cast<std::size_t>(k - 1);
      const std::string& colour = colours[number];
      const int x = margin + s * side;
      picture.rectangle(x, top, side, side, colour);
      picture.text(x + side / 2.0, top + side / 2.0, k < 100 ? 15 : 11, names[number],
                   {.colour = drawing::palette::ink_on(colour)});
      if (std::exchange(first[number], s) < 0) continue;
      const int width = (k + 1) * side;
      const std::string arc = "M" + pair(x - width + side / 2, top) + "a" +
                              pair(width / 2, height_of(k)) + " 0 0 1 " + pair(width, 0);
      picture.path(arc, 4, "#333333");
      picture.path(arc, 2.4, colour);
    }
    std::string lines = "M" + pair(margin, top) + "h" + std::to_string(2 * model.n * side) + "v" +
                        std::to_string(side) + "h-" + std::to_string(2 * model.n * side) + "z";
    for (int s = 1; s < 2 * model.n; ++s) {
      lines += "M" + pair(margin + s * side, top) + "v" + std::to_string(side);
    }
    picture.path(lines, 1.6);
  }
  return result;
}

}  // namespace langford

namespace dominoes {
namespace {

/// Lying on an even or an odd cell, standing on one.
constexpr std::array<std::string_view, 4> kinds{"lying, even", "lying, odd", "standing, even",
                                                "standing, odd"};

bool lies(const lattice::Cells& cells) {
  return cells[0].y == cells[1].y;
}

std::size_t kind_of(const lattice::Cells& cells) {
  const lattice::Cell& c = cells[0];
  return (lies(cells) ? 0U : 2U) + static_cast<std::size_t>((c.x + c.y) & 1);
}

std::vector<std::string> colours() {
  return drawing::palette::colours_of(std::vector<std::string>(kinds.begin(), kinds.end()));
}

}  // namespace

std::string draw(const Model& model, const polycube::Assembly& tiling,
                 drawing::palette::Paint paint) {
  if (model.puzzle.target.empty()) return "\n";
  const auto [low, high] = lattice::extent(model.puzzle.target);
  const std::vector<std::string> colour = colours();
  boost::container::flat_map<lattice::Cell, std::string> shown;
  for (const polycube::Placement& domino : tiling) {
    const std::string_view ends = lies(domino.cells) ? "<>" : "^v";
    for (std::size_t i = 0; i < 2; ++i) {
      const std::string_view end = ends.substr(i, 1);
      shown[domino.cells[i]] = paint == drawing::palette::Paint::plain
                                   ? std::string(end)
                                   : drawing::palette::painted(end, colour[kind_of(domino.cells)]);
    }
  }
  std::string picture;
  for (int y = low.y; y <= high.y; ++y) {
    std::string row;
    for (int x = low.x; x <= high.x; ++x) {
      const auto found = shown.find({x, y, low.z});
      row += found == shown.end() ? " " : found->second;
    }
    while (row.ends_with(' ')) row.pop_back();
    picture += row + '\n';
  }
  return picture + '\n';
}

std::vector<drawing::svg::Picture> drawings(const Model& model,
                                            std::span<const polycube::Assembly> tilings) {
  constexpr int side = 28;
  constexpr int inset = 2;
  std::vector<drawing::svg::Picture> result;
  if (model.puzzle.target.empty()) return result;
  const auto [low, high] = lattice::extent(model.puzzle.target);
  const std::vector<std::string> colour = colours();
  for (const polycube::Assembly& tiling : tilings) {
    drawing::svg::Picture& picture =
        result.emplace_back(2 * margin + (high.x - low.x + 1) * side,
                            2 * margin + (high.y - low.y + 1) * side, "Tiling by dominoes");
    std::array<std::string, kinds.size()> bodies;
    for (const polycube::Placement& domino : tiling) {
      const lattice::Cell& c = domino.cells[0];
      const bool lying = lies(domino.cells);
      bodies[kind_of(domino.cells)] +=
          rounded(margin + (c.x - low.x) * side + inset, margin + (c.y - low.y) * side + inset,
                  (lying ? 2 : 1) * side - 2 * inset, (lying ? 1 : 2) * side - 2 * inset, 6);
    }
    for (std::size_t k = 0; k < kinds.size(); ++k) {
      if (bodies[k].empty()) continue;
      picture.shape(bodies[k], colour[k]);
      picture.path(bodies[k], 1.2, "#333333");
    }
  }
  return result;
}

drawing::svg::Legend legend(const Model&, std::span<const polycube::Assembly>) {
  return {};
}

drawing::scene::Scene to_scene(const Model& model, std::span<const polycube::Assembly> tilings,
                               std::string title) {
  drawing::scene::Scene scene =
      to_scene(static_cast<const polycube::Model&>(model), tilings, std::move(title));
  scene.pieces.assign(kinds.begin(), kinds.end());
  scene.colours = colours();
  for (drawing::scene::Parts& parts : scene.assemblies) {
    for (drawing::scene::Part& part : parts) {
      part.piece = static_cast<std::uint32_t>(kind_of(part.cells));
      part.label = lies(part.cells) ? "H" : "V";
    }
  }
  return scene;
}

std::string letters_in_words(const Model&) {
  return "";
}

}  // namespace dominoes
}  // namespace dlx::classics
