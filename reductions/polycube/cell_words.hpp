#pragma once

#include <span>
#include <string_view>

#include "reductions/polycube/lines.hpp"
#include "reductions/polycube/polycube.hpp"

namespace dlx::polycube {

/// The cells that words of a line name, sorted: each word three coordinates x y z, each coordinate
/// a digit of base 62 or several of them in brackets, as [0-2]. Throws TextError for other words,
/// for cells named twice and for cells that the grid has not.
[[nodiscard]] Cells cells_of_words(const Lines& lines, std::span<const std::string_view> words,
                                   const lattice::Lattice& grid);

}  // namespace dlx::polycube
