#include "reductions/design/design.hpp"

#include <algorithm>

#include "reductions/design/shapes.hpp"

namespace dlx::design {
namespace {

polycube::Piece piece_of(const Kind& kind, Range copies) {
  polycube::Piece piece{
      .name = kind.name, .cells = kind.cells, .copies = Bounds{copies.least, copies.most}};
  if (Cells other = mirrored(kind.cells); kind.free && other != kind.cells) {
    piece.alternatives.push_back(std::move(other));
  }
  return piece;
}

}  // namespace

std::string_view to_string(Want want) noexcept {
  constexpr std::string_view names[] = {"unique", "fewest", "most", "any"};
  return names[static_cast<std::size_t>(want)];
}

std::string_view to_string(Measure measure) noexcept {
  constexpr std::string_view names[] = {"none", "nodes", "dead-ends", "near-solutions", "level"};
  return names[static_cast<std::size_t>(measure)];
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
  polycube::Puzzle puzzle{.pieces = {}, .target = box.target, .optional_cells = box.optional_cells};
  for (std::size_t k = 0; k < set.size(); ++k) {
    if (set[k] > 0) puzzle.pieces.push_back(piece_of(design.kinds[k], {set[k], set[k]}));
  }
  return puzzle;
}

polycube::Puzzle bag_of(const Design& design, const Box& box) {
  polycube::Puzzle puzzle{.pieces = {}, .target = box.target, .optional_cells = box.optional_cells};
  for (const Kind& kind : design.kinds) puzzle.pieces.push_back(piece_of(kind, kind.copies));
  return puzzle;
}

}  // namespace dlx::design
