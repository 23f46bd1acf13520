// Draws a puzzle without a solution: the board or the empty box, and the pieces below.

#include <algorithm>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "reductions/drawing/styles.hpp"

namespace dlx::drawing {
namespace {

/// The cells of the box around a piece of several layers, without those of the piece.
Cells empty_cells(const Cells& piece, const lattice::Lattice& lattice) {
  const auto [low, high] = lattice::extent(piece);
  Cells empty;
  if (low.z == high.z) return empty;
  for (int x = low.x; x <= high.x; ++x) {
    for (int y = low.y; y <= high.y; ++y) {
      for (int z = low.z; z <= high.z; ++z) {
        const Cell cell{x, y, z};
        if (lattice.is_cell(cell) && !std::binary_search(piece.begin(), piece.end(), cell)) {
          empty.push_back(cell);
        }
      }
    }
  }
  std::sort(empty.begin(), empty.end());
  return empty;
}

/// A drawing of a piece alone.
svg::Drawing draw_alone(const Frame& frame, const Body& piece) {
  auto own = std::make_shared<Frame>(frame);
  Body body = piece;
  if (!frame.signs_are_pieces) body.sign.clear();
  if (frame.style == Style::net) {
    own->corners = {frame.corners[piece.panel]};
    body.panel = 0;
  } else {
    own->cells = piece.cells;
    std::sort(own->cells.begin(), own->cells.end());
    own->outlined = empty_cells(own->cells, lattice::Lattice::of(frame.grid));
  }
  const Picture picture{own, {std::move(body)}};
  return std::move(drawings(std::span(&picture, 1)).front());
}

/// A drawing of dominoes on the squares of its board.
svg::Drawing on_grid(const svg::Drawing& dominoes, const Frame& frame) {
  auto squares = std::make_shared<Frame>(frame);
  squares->style = Style::layers;
  const Picture empty{squares, {}};
  svg::Drawing board = std::move(draw_layers(std::span(&empty, 1)).front());
  board.place(dominoes, 0, 0);
  return board;
}

/// Arranges drawings in lines that are at most `width` wide. The first drawing has a line of its
/// own.
struct Arrangement {
  std::vector<std::pair<int, int>> places;  ///< the top left corner of each drawing
  int height = 0;

  Arrangement(const std::vector<svg::Drawing>& parts, int width) {
    int x = 0;
    int y = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (i == 1 || x + parts[i].width() > width) {
        x = 0;
        y = height;
      }
      places.emplace_back(x, y);
      x += parts[i].width();
      height = std::max(height, y + parts[i].height());
    }
  }
};

/// Arranges drawings in lines below the first drawing, so that all together have about the shape of
/// a page.
svg::Drawing arranged(const std::vector<svg::Drawing>& parts) {
  constexpr double shape = 1.3;  // height of the arrangement divided by its width
  constexpr int step = 14;
  int width = 1;
  for (const svg::Drawing& part : parts) width = std::max(width, part.width());
  while (parts.size() > 1 && Arrangement(parts, width).height > shape * width) width += step;
  const Arrangement arrangement(parts, width);
  svg::Drawing all(width, arrangement.height, parts.front().description());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    all.place(parts[i], arrangement.places[i].first, arrangement.places[i].second);
  }
  return all;
}

}  // namespace

svg::Drawing draw_blank(const Picture& given, std::span<const Body> pieces) {
  const Frame& frame = *given.frame;
  std::vector<svg::Drawing> parts = drawings(std::span(&given, 1));
  if (frame.style == Style::dominoes && !parts.empty())
    parts.front() = on_grid(parts.front(), frame);
  if (parts.empty()) throw std::invalid_argument("the puzzle has no cells to draw");
  if (frame.style == Style::layers || frame.style == Style::net) {
    for (const Body& piece : pieces) parts.push_back(draw_alone(frame, piece));
  }
  return arranged(parts);
}

}  // namespace dlx::drawing
