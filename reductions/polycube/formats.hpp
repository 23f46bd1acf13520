#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "dlx/core/text_error.hpp"
#include "dlx/names.hpp"
#include "reductions/polycube/collection.hpp"
#include "reductions/polycube/xmpuzzle.hpp"

namespace dlx::polycube {

/// How packing puzzles are spelled.
enum class Format {
  xmpuzzle,      ///< XML of BurrTools, xmpuzzle.hpp
  triples,       ///< read_triples()
  busche,        ///< read_busche()
  soma_figures,  ///< read_soma_figures()
};

/// The table of formats.
inline constexpr Name<Format> format_names[] = {
    {Format::xmpuzzle, "xmpuzzle", "files of BurrTools"},
    {Format::triples, "triples", "cells as triples of digits, as in Knuth's polycube programs"},
    {Format::busche, "busche", "definition files of Matt Busche's polycube solver"},
    {Format::soma_figures, "soma-figures",
     "layers of numbers, as collections of Soma figures have them"},
};

/// The format that the beginning of a text shows, if an exact-cover problem would not begin so:
/// with <?xml or <puzzle, D: and dimensions, a line of a figure, or a triple in brackets.
[[nodiscard]] std::optional<Format> sign_of(std::string_view text);

/// The format of a text that is known to be in one of them.
[[nodiscard]] Format format_of(std::string_view text);

/// Reads puzzles. Throws TextError, whose word points into the text.
[[nodiscard]] Collection read(std::string_view text, Format format);

/// Knuth's way of listing polycubes (polycube-dlx, to his programs for 7.2.2.1). The first line
/// names the cells of the target, each further line a piece and its cells. A cell is three digits x
/// y z of base 62. Several digits may stand in brackets in place of one, with ranges: [0-2][0-2]0
/// is nine cells. A piece on several lines may take any of these shapes; 4*Z is a piece Z to be
/// used four times. Lines that begin with '|' are comments.
///
/// Knuth's programs do not read the following. A line "grid NAME" before the target says which
/// lattice the coordinates are of (lattice::Grid), and a line "turning no-flip" or "turning
/// no-turn" how pieces may be turned (Turning). A line "wrap x,y" says which edges of the target
/// touch (Puzzle::wraps). Cells may be boxes and pictures, and ranges may
/// overlap (cells_of_words()); a target may be drawn on several lines, with an empty line between
/// layers. 0..4*Z is a piece Z to be used at most four times.
[[nodiscard]] Collection read_triples(std::string_view text);

/// Writes a puzzle in Knuth's format. Throws std::invalid_argument for facts that it cannot
/// express: colours, cells that may stay empty, any number of copies, and coordinates past 61.
[[nodiscard]] std::string write_triples(const Puzzle& puzzle);

/// The definition files of Matt Busche's polycube solver: D: ... ~D with C: pieces by coordinates
/// and L ... ~L pieces by layers. Stationary pieces are taken from the box.
[[nodiscard]] Collection read_busche(std::string_view text);

/// Thorleif Bundgaard's notation of figures to be built of Soma pieces. A figure begins with a line
/// with /SOMA and a name. Then each y has a line with a field between '/' for each layer, the
/// topmost first. '.', '-' and '0' are not cells. A comment line has a ';' in it. As many sets of
/// the seven pieces are used as the figure's volume wants. A figure spelled with the digits 1 to 7
/// throughout is also an assembly: R L T S P Q Y as soma() names them. 5 and 6 are P and Q or Q and
/// P, because these are mirror images and figures are looked at from either side.
[[nodiscard]] Collection read_soma_figures(std::string_view text);

}  // namespace dlx::polycube

/// The rows of polycube::Format.
template <>
inline constexpr std::span<const dlx::Name<dlx::polycube::Format>>
    dlx::names<dlx::polycube::Format> = polycube::format_names;
