#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "dlx/core/text_error.hpp"
#include "dlx/names.hpp"
#include "reductions/polycube/collection.hpp"
#include "reductions/polycube/xmpuzzle.hpp"

namespace dlx::polycube {

/// The file formats of packing puzzles.
enum class Format {
  xmpuzzle,      ///< XML of BurrTools, xmpuzzle.hpp
  triples,       ///< listings of polycubes, read_triples()
  busche,        ///< definition files of Matt Busche's solver; see read_busche()
  soma_figures,  ///< figures made of Soma pieces; see read_soma_figures()
};

/// The names of the formats.
inline constexpr Name<Format> format_names[] = {
    {Format::xmpuzzle, "xmpuzzle", "files of BurrTools"},
    {Format::triples, "triples", "cells as triples of digits, as in Knuth's polycube programs"},
    {Format::busche, "busche", "definition files of Matt Busche's polycube solver"},
    {Format::soma_figures, "soma-figures",
     "layers of numbers, as collections of Soma figures have them"},
};

/// The format that the beginning of a text indicates, if no exact-cover problem begins in this way.
/// The signs of the four formats are <?xml or <puzzle, D: and dimensions, a line of a Soma figure,
/// and a triple of coordinates with brackets.
[[nodiscard]] std::optional<Format> sign_of(std::string_view text);

/// The format of a text that is known to be in one of the formats.
[[nodiscard]] Format format_of(std::string_view text);

/// Reads puzzles. A line "gaps" of triples is not followed if `with_gaps` is false. Throws
/// TextError, whose word() is a part of `text`.
[[nodiscard]] Collection read(std::string_view text, Format format, bool with_gaps = true);

/// Reads Knuth's way of listing polycubes (polycube-dlx, which belongs to his programs for
/// 7.2.2.1). The first line names the cells of the target. Each further line names a piece and its
/// cells. A cell is three base-62 digits x y z. Several digits in brackets, and ranges, may replace
/// a digit: [0-2][0-2]0 is nine cells. If several lines name the same piece, it may take any of
/// these shapes. 4*Z is a piece Z to be used four times. Lines that begin with '|' are comments.
///
/// The following extensions are not read by Knuth's programs. Before the target, a line "grid NAME"
/// sets the lattice of the coordinates (lattice::Grid). A line "turning no-flip" or "turning
/// no-turn" restricts how pieces may be turned (Turning). A line "gaps 5" or "gaps 0..5" says how
/// many cells stay empty (leave_empty()). After the target, a line "optional" has further cells,
/// which may stay empty. A line "wrap x,y" says which edges of the target touch (Puzzle::wraps).
/// Cells may be given as boxes and pictures, and ranges may overlap (CellReader). A target may be
/// drawn on several lines, with an empty line between layers. 0..4*Z is a piece Z to be used at
/// most four times.
[[nodiscard]] Collection read_triples(std::string_view text, bool with_gaps = true);

/// Writes a puzzle in Knuth's format. Throws std::invalid_argument for properties that the format
/// cannot express, such as colours, a block of cells that stays empty, any number of copies, and
/// coordinates greater than 61.
[[nodiscard]] std::string write_triples(const Puzzle& puzzle);

/// Reads the definition files of Matt Busche's polycube solver. A definition begins with D: and
/// ends with ~D. Its pieces are given by coordinates (a line C:) or by layers (from L to ~L).
/// Stationary pieces are removed from the box.
[[nodiscard]] Collection read_busche(std::string_view text);

/// Reads Thorleif Bundgaard's notation of figures to be built of Soma pieces. A figure begins with
/// a line with /SOMA and a name. Then follows one line for each y. A line has a field for each
/// layer, the topmost layer first, and fields are separated by '/'. The characters '.', '-' and '0'
/// are not cells. A line with a ';' is a comment. The figure's volume determines how many sets of
/// the seven pieces are used. A figure whose cells all have the digits 1 to 7 is also an assembly.
/// The digits mean the pieces R L T S P Q Y of soma(). The digits 5 and 6 mean P and Q, or Q and P,
/// because P and Q are mirror images and figures are drawn from either side.
[[nodiscard]] Collection read_soma_figures(std::string_view text);

}  // namespace dlx::polycube

/// Specialisation for the table polycube::format_names.
template <>
inline constexpr std::span<const dlx::Name<dlx::polycube::Format>>
    dlx::names<dlx::polycube::Format> = polycube::format_names;
