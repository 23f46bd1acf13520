#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "reductions/polycube/lines.hpp"
#include "reductions/polycube/puzzle.hpp"

namespace dlx::polycube {

/// Whether the words of a line are a picture of cells. A picture is a single word of X and # for
/// cells, and _ and . for empty places.
[[nodiscard]] bool is_picture(std::span<const std::string_view> words);

/// Throws TextError, which shows `word`, if one of the cells is not a cell of the grid.
void check_cells(const Lines& lines, const Cells& cells, std::string_view word,
                 const lattice::Lattice& grid);

/// Reads the cells of all lines of a file.
///
/// Letters are digits of base 62, so a word such as "red" is also a cell: x is 27, y is 14 and z is
/// 13. A word of three letters is read as a cell only if another cell of the file is near. A word
/// with letters and digits, such as "p12", is treated in this way too, if its line has words
/// without letters. So a name of two words, or a number before a name, is an error instead of a
/// piece with cells far away.
class CellReader {
 public:
  /// `lines` must outlive the reader.
  explicit CellReader(const Lines& lines) : lines_(&lines) {}

  /// The cells that the words of a line describe, sorted. A line may be one picture such as "XX/X",
  /// with '/' between rows and "//" between layers. Otherwise each word is a box at the origin or a
  /// list of coordinates. A box is written "4x4x4", or, as the only word, "4x4". Coordinates x y z
  /// are base-62 digits; several digits in brackets describe several cells, as in "[0-2][0-2]0".
  /// Words that describe several cells may overlap. `name` is the word before the cells, which
  /// names a piece; it is empty for a box. Throws TextError for other words, for a single cell that
  /// two words describe, and for cells that the grid does not have.
  [[nodiscard]] Cells read(std::span<const std::string_view> words, std::string_view name,
                           const lattice::Lattice& grid);

  /// Throws TextError for the first cell written with letters that is not near another cell of the
  /// file. The function must be called after the last line. A cell is near if each of its
  /// coordinates is at most 3 outside the range of this coordinate in other cells. A word with
  /// letters that is near extends the ranges. So a line 900 a00 b00 ... may go on to Z00.
  void check() const;

 private:
  void put_off(std::string_view word, const Cell& cell, std::span<const std::string_view> words,
               std::string_view name);

  const Lines* lines_;
  Cells range_;  // two opposite corners of the range of cells read so far
  // Cells written with letters that were not near other cells when they were read, each with its
  // error.
  std::map<Cell, TextError> far_away_;
};

/// Adds the cells of a line "optional CELLS". Throws TextError, at `word`, for cells that the
/// target or `optional_cells` has already. Both lists are sorted.
void add_optional(const Lines& lines, const Cells& target, const Cells& cells,
                  std::string_view word, Cells& optional_cells);

/// The cells as words of coordinates, separated by blanks. A word with letters whose cell is far
/// from the cells before it is written with a bracket, so that CellReader does not take it for a
/// name. Throws std::invalid_argument for coordinates that need more than one base-62 digit.
[[nodiscard]] std::string words_of_cells(const Cells& cells);

/// Reads a whole number. Throws TextError unless the number is from `least` to `most`.
[[nodiscard]] std::uint32_t number_of_word(const Lines& lines, std::string_view word,
                                           std::uint32_t least, std::uint32_t most);

/// Reads a number "3" or a range "0..4", up to `most`. Throws TextError.
[[nodiscard]] Bounds range_of_word(const Lines& lines, std::string_view word, std::uint32_t most);

/// A number of copies and a name as they are written: "3*red" for a word such as "3xred", and "3*I"
/// for "Ix3". Empty for words that are names. A name of several letters may end in x3.
[[nodiscard]] std::string copies_with_star(std::string_view word);

/// Reads the number of copies before the name of a piece, "3*" or "0..4*", and removes it from the
/// word. Returns nothing if the word has no such number. Throws TextError for other numbers, and if
/// the rest of the word is not a name.
[[nodiscard]] std::optional<Bounds> take_copies(const Lines& lines, std::string_view& word,
                                                std::uint32_t most);

}  // namespace dlx::polycube
