// Draws foam pieces: unfolded, and on the surface of a cube.

#include <algorithm>
#include <span>
#include <utility>

#include "reductions/faces/faces.hpp"

namespace dlx::faces {
namespace {

/// A colour for every piece. A piece whose name or set begins with a colour word has that colour.
/// Otherwise, if all pieces are of one set, each piece has its own colour. If there are several
/// sets, each set has a colour, and its pieces have shades of this colour.
std::vector<std::string> colours_of(const std::vector<Piece>& pieces) {
  std::vector<drawing::palette::Kind> sets;
  std::vector<std::size_t> set_of;  // index of the set of each piece
  std::vector<std::string> names;
  for (const Piece& piece : pieces) {
    const auto found =
        std::find_if(sets.begin(), sets.end(),
                     [&](const drawing::palette::Kind& set) { return set.name == piece.set; });
    set_of.push_back(static_cast<std::size_t>(found - sets.begin()));
    if (found == sets.end()) sets.push_back({piece.set, 0});
    ++sets[set_of.back()].copies;
    const bool is_named =
        !drawing::palette::named_colours(std::span(&piece.name, 1)).front().empty();
    names.push_back(is_named ? piece.name : piece.set);
  }
  if (sets.size() < 2) return drawing::palette::colours_of(names);
  std::vector<std::string> colours = drawing::palette::named_colours(names);
  const auto shades = drawing::palette::colours(sets);
  std::vector<std::size_t> next(sets.size());
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const std::string& shade = shades[set_of[i]][next[set_of[i]]++];
    if (colours[i].empty()) colours[i] = shade;
  }
  return colours;
}

/// The panels of a cube if the layout is that of a cube; otherwise none.
std::vector<Panel> panels_of(const Layout& layout) {
  int side = 1;
  while (6 * side * side < static_cast<int>(layout.size())) ++side;
  constexpr int largest_side = 9;
  if (side > largest_side) return {};
  const Layout cube_of_side = cube(side);
  const bool is_that_cube = cube_of_side.names == layout.names &&
                            cube_of_side.joints == layout.joints &&
                            cube_of_side.corners == layout.corners;
  return is_that_cube ? shell(side) : std::vector<Panel>();
}

}  // namespace

std::shared_ptr<const drawing::Frame> frame(const Model& model) {
  const Layout& layout = model.puzzle.layout;
  drawing::Frame frame{.style = drawing::Style::net};
  const std::vector<std::string> colours = colours_of(model.puzzle.pieces);
  for (std::size_t i = 0; i < colours.size(); ++i) {
    frame.pieces.push_back({.name = model.puzzle.pieces[i].name, .colours = {colours[i]}});
  }
  for (int p = 0; p < static_cast<int>(layout.names.size()); ++p) {
    if (layout.drawn_at.empty()) {
      frame.corners.push_back({p * (piece_side + 1), 0, 0});
    } else {
      const auto& at = layout.drawn_at[static_cast<std::size_t>(p)];
      frame.corners.push_back({at[0], at[1], 0});
    }
  }
  for (const Panel& panel : panels_of(layout)) frame.panels.push_back(panel.cells);
  frame.has_legend = true;
  frame.signs_are_pieces = layout.letters.empty();
  return std::make_shared<const drawing::Frame>(std::move(frame));
}

std::vector<drawing::Body> bodies(const Model& model, const drawing::Frame& frame,
                                  const Assembled& assembled) {
  const Layout& layout = model.puzzle.layout;
  std::vector<drawing::Body> all;
  for (const Placement& placement : assembled) {
    drawing::Body& body = all.emplace_back();
    const std::uint32_t position = placement.position;
    body.piece = placement.piece;
    body.position = layout.names[position];
    body.rim = word(placement.rim);
    body.panel = position;
    const bool has_letter = !layout.letters.empty() && !layout.letters[position].empty();
    body.sign = has_letter ? layout.letters[position] : model.puzzle.pieces[placement.piece].letter;
    for (int row = 0; row < piece_side; ++row) {
      for (int column = 0; column < piece_side; ++column) {
        if (!filled(placement.rim, row, column)) continue;
        body.drawn.push_back(frame.corners[position] + Cell{column, row, 0});
        if (frame.panels.empty()) continue;
        body.cells.push_back(frame.panels[position][static_cast<std::size_t>(row)]
                                         [static_cast<std::size_t>(column)]);
      }
    }
  }
  return all;
}

std::string placements_text(const Model& model, const Assembled& assembled) {
  std::string text;
  for (const Placement& p : assembled) {
    text += model.puzzle.layout.names[p.position] + "=" + model.puzzle.pieces[p.piece].name + ":" +
            word(p.rim) + "\n";
  }
  return text;
}

}  // namespace dlx::faces
