#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dlx/core/text_error.hpp"
#include "reductions/faces/puzzle.hpp"

/// Texts in which users describe puzzles, in one of three formats:
///   - facts, one on each line; '%' begins a comment:
///       s(n,1,[0,1,0]).       side n of piece 1, read clockwise; also 010 or '010'
///       c(nw,1,1).            corner nw of piece 1 is filled; other corners are not
///       p(e,front,right).     the east side of position front meets position right;
///                             a p fact of right must lead back to front
///       cr([[front,ne],[right,nw],[top,se]]).    corners that meet in one point
///       char(1,'A').          the letter of a piece, or of a position
///       pos(front,4,4).       the column and row of a position's top left cell in the drawing
///     Sides are n, e, s, w, corners nw, ne, se, sw; names are numbers, small letters or 'quoted'.
///   - words, one on each line: 16 characters 0 and 1, clockwise from the top left corner,
///   optionally after a name;
///   - pictures: five lines of five characters, # X or 1 for a cell and . _ or 0 for no cell, with
///   an empty line between pieces.
namespace dlx::faces {

/// The content of a file. A file without facts of the form p(...) has no layout.
struct Facts {
  std::vector<Piece> pieces;     ///< the pieces that the facts, words or pictures describe
  std::optional<Layout> layout;  ///< the layout; nothing if the file has no layout
};

/// Reads a text in one of the three formats. Throws TextError, whose word() is a part of `text`.
[[nodiscard]] Facts read_facts(std::string_view text);

/// Writes a layout and pieces as facts that read_facts() can read.
[[nodiscard]] std::string to_facts(const Layout& layout, const std::vector<Piece>& pieces);

}  // namespace dlx::faces
