#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "reductions/polycube/lines.hpp"
#include "reductions/polycube/polycube.hpp"

namespace dlx::polycube {

/// Whether words of a line are a picture of cells: one word of X and #, with _ and . for no cell.
[[nodiscard]] bool is_picture(std::span<const std::string_view> words);

/// Throws TextError for cells that the grid does not have; `word` names them.
void check_cells(const Lines& lines, const Cells& cells, std::string_view word,
                 const lattice::Lattice& grid);

/// The cells that words of a line name, sorted. They may be one picture such as "XX/X", with '/'
/// between rows and "//" between layers. Otherwise each word is a box from the origin, such as
/// "4x4x4" or, alone, "4x4"; or three coordinates x y z, each a digit of base 62 or several of them
/// in brackets, as "[0-2][0-2]0". Words that name several cells may overlap. Throws TextError for
/// other words, for a cell that two words name by itself, and for cells that the grid does not
/// have.
[[nodiscard]] Cells cells_of_words(const Lines& lines, std::span<const std::string_view> words,
                                   const lattice::Lattice& grid);

/// The cells as words of coordinates, with a blank between. Throws std::invalid_argument for
/// coordinates that need more than a digit of base 62.
[[nodiscard]] std::string words_of_cells(const Cells& cells);

/// A whole number. Throws TextError unless it is from `least` to `most`.
[[nodiscard]] std::uint32_t number_of_word(const Lines& lines, std::string_view word,
                                           std::uint32_t least, std::uint32_t most);

/// Numbers up to `most`: "3", or "0..4". Throws TextError.
[[nodiscard]] Bounds range_of_word(const Lines& lines, std::string_view word, std::uint32_t most);

/// The number of copies before the name of a piece, "3*" or "0..4*", which is taken from the word.
/// Nothing if the word has no such number. Throws TextError for other numbers and for words that
/// are not names.
[[nodiscard]] std::optional<Bounds> take_copies(const Lines& lines, std::string_view& word,
                                                std::uint32_t most);

}  // namespace dlx::polycube
