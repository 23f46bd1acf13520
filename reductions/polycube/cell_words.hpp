#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "reductions/polycube/lines.hpp"
#include "reductions/polycube/polycube.hpp"

namespace dlx::polycube {

/// Whether the words of a line are a picture of cells. A picture is a single word of X and # for
/// cells, and _ and . for empty places.
[[nodiscard]] bool is_picture(std::span<const std::string_view> words);

/// Throws TextError if one of the cells is not a cell of the grid. `word`: the word in the message.
void check_cells(const Lines& lines, const Cells& cells, std::string_view word,
                 const lattice::Lattice& grid);

/// The cells that the words of a line describe, sorted. A line may be one picture such as "XX/X",
/// with '/' between rows and "//" between layers. Otherwise each word is a box at the origin or a
/// list of coordinates. A box is written "4x4x4", or, as the only word, "4x4". Coordinates x y z
/// are base-62 digits; several digits in brackets describe several cells, as in "[0-2][0-2]0".
/// Words that describe several cells may overlap. Throws TextError for other words, for a single
/// cell that two words describe, and for cells that the grid does not have.
[[nodiscard]] Cells cells_of_words(const Lines& lines, std::span<const std::string_view> words,
                                   const lattice::Lattice& grid);

/// The cells as words of coordinates, separated by blanks. Throws std::invalid_argument for
/// coordinates that need more than one base-62 digit.
[[nodiscard]] std::string words_of_cells(const Cells& cells);

/// Reads a whole number. Throws TextError unless it is from `least` to `most`.
[[nodiscard]] std::uint32_t number_of_word(const Lines& lines, std::string_view word,
                                           std::uint32_t least, std::uint32_t most);

/// Reads a number "3" or a range "0..4", up to `most`. Throws TextError.
[[nodiscard]] Bounds range_of_word(const Lines& lines, std::string_view word, std::uint32_t most);

/// Reads the number of copies before the name of a piece, "3*" or "0..4*", and removes it from the
/// word. Returns nothing if the word has no such number. Throws TextError for other numbers, and if
/// the rest is not a name.
[[nodiscard]] std::optional<Bounds> take_copies(const Lines& lines, std::string_view& word,
                                                std::uint32_t most);

}  // namespace dlx::polycube
