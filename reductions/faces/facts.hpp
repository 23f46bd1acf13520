#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dlx/core/text_error.hpp"
#include "reductions/faces/faces.hpp"

/// Puzzles of one's own, written in one of three ways:
///   - facts, one a line, '%' begins a comment:
///       s(n,1,[0,1,0]).       side n of piece 1, read clockwise; also 010 or '010'
///       c(nw,1,1).            corner nw of piece 1 is filled; a corner not named is not
///       p(e,front,right).     going e from position front leads to right; p must lead back
///       cr([[front,ne],[right,nw],[top,se]]).    corners that meet in one point
///       char(1,'A').          the letter of a piece, or of a position
///       pos(front,4,4).       the column and row of a position's top left cell in the drawing
///     Sides are n, e, s, w, corners nw, ne, se, sw; names are numbers, small letters or 'quoted'.
///   - words, one a line: 16 characters 0 and 1, clockwise from the top left corner; perhaps a name
///     before it;
///   - pictures: five lines of five characters, # X or 1 for a cell and . _ or 0 for none, with an
///     empty line between pieces.
namespace dlx::faces {

/// The content of a file. Without p facts there is no layout.
struct Facts {
  std::vector<Piece> pieces;     ///< each put together from its facts, or a word or picture
  std::optional<Layout> layout;  ///< nothing: the file says none
};

/// Reads a text in one of the three ways. Throws TextError, whose word points into the text.
[[nodiscard]] Facts read_facts(std::string_view text);

/// The facts of a layout and pieces, as read_facts() reads them.
[[nodiscard]] std::string to_facts(const Layout& layout, const std::vector<Piece>& pieces);

}  // namespace dlx::faces
