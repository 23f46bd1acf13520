#include "reductions/parts/pictures.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "reductions/drawing/palette.hpp"

namespace dlx::parts {

drawing::Picture picture(const Partition& partition, std::uint32_t columns) {
  constexpr std::string_view signs =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  static_assert(signs.size() == most_signs);
  drawing::Frame frame;
  drawing::Picture picture;
  for (std::uint32_t c = 0; c < partition.size(); ++c) {
    const std::uint32_t part = partition[c];
    if (part == picture.bodies.size()) {
      picture.bodies.push_back({.piece = part, .sign = std::string(1, signs[part % signs.size()])});
      frame.pieces.push_back({.name = "part " + std::to_string(part + 1)});
    }
    const lattice::Cell cell{static_cast<int>(c % columns), static_cast<int>(c / columns), 0};
    picture.bodies[part].cells.push_back(cell);
    frame.cells.push_back(cell);
  }
  std::sort(frame.cells.begin(), frame.cells.end());
  std::vector<drawing::palette::Kind> kinds;
  for (const drawing::Piece& piece : frame.pieces) kinds.push_back({piece.name});
  std::vector<std::vector<std::string>> colours = drawing::palette::colours(kinds);
  for (std::size_t p = 0; p < kinds.size(); ++p) frame.pieces[p].colours = std::move(colours[p]);
  picture.frame = std::make_shared<const drawing::Frame>(std::move(frame));
  return picture;
}

}  // namespace dlx::parts
