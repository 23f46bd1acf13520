#include "reductions/design/design.hpp"

#include "reductions/design/shapes.hpp"

namespace dlx::design {
namespace {

polycube::Piece piece_of(const Design& design, const Kind& kind, Range copies) {
  polycube::Piece piece{
      .name = kind.name, .cells = kind.cells, .copies = Bounds{copies.least, copies.most}};
  if (!kind.free) return piece;
  if (Cells other = mirrored(design, kind.cells); other != kind.cells) {
    piece.alternatives.push_back(std::move(other));
  }
  return piece;
}

polycube::Puzzle puzzle_without_pieces(const Design& design, const Box& box) {
  return {.pieces = {},
          .target = box.target,
          .turning = design.turning,
          .optional_cells = box.optional_cells};
}

Cells all_cells(const Box& box) {
  return polycube::all_cells(
      {.pieces = {}, .target = box.target, .optional_cells = box.optional_cells});
}

}  // namespace

std::size_t axis_across(const Design& design) {
  constexpr std::size_t z = 2;
  return lattice::thin_axis(all_cells(design.boxes.front())).value_or(z);
}

Cells first_turned(const Design& design, const Cells& cells) {
  if (design.turning == polycube::Turning::rotations) return canonical(cells);
  // The turns that a box allows depend only on the extent of the box.
  const auto [low, high] = lattice::extent(all_cells(design.boxes.front()));
  return polycube::orientations({.pieces = {}, .target = {low, high}, .turning = design.turning},
                                cells)
      .front();
}

Cells mirrored(const Design& design, const Cells& cells) {
  lattice::Turn mirror;
  mirror.sign[axis_across(design) == 0 ? 1 : 0] = -1;
  return first_turned(design, lattice::image(cells, mirror));
}

std::string in_words(const Design& design, const Set& set) {
  std::string text;
  for (std::size_t k = 0; k < set.size(); ++k) {
    if (set[k] == 0) continue;
    if (!text.empty()) text += ' ';
    if (set[k] > 1) text += std::to_string(set[k]) + '*';
    text += design.kinds[k].name;
  }
  return text;
}

std::optional<Set> mirror_image(const Design& design, const Set& set) {
  Set image(set.size(), 0);
  for (std::size_t k = 0; k < set.size(); ++k) {
    if (set[k] == 0) continue;
    if (!design.mirror_images[k]) return std::nullopt;
    image[*design.mirror_images[k]] = set[k];
  }
  return image;
}

polycube::Puzzle puzzle_of(const Design& design, const Box& box, const Set& set) {
  polycube::Puzzle puzzle = puzzle_without_pieces(design, box);
  for (std::size_t k = 0; k < set.size(); ++k) {
    if (set[k] > 0) puzzle.pieces.push_back(piece_of(design, design.kinds[k], {set[k], set[k]}));
  }
  return puzzle;
}

polycube::Puzzle bag_of(const Design& design, const Box& box) {
  polycube::Puzzle puzzle = puzzle_without_pieces(design, box);
  for (const Kind& kind : design.kinds) {
    puzzle.pieces.push_back(piece_of(design, kind, kind.copies));
  }
  return puzzle;
}

}  // namespace dlx::design
