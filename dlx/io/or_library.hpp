#pragma once

#include "dlx/core/problem.hpp"
#include "dlx/io/input.hpp"

namespace dlx::io {

/// Reads a set partitioning problem as J. E. Beasley's OR-Library has them (J. Oper. Res. Soc. 41,
/// 1990; the files sppnw01 and so on): whole numbers between blanks,
///   - on the first line the number of items and the number of options;
///   - then for every option its cost, the number of its items, and these, counted from 1.
/// An option begins on a line of its own and may go on over several. Every item is primary and
/// named by its number. The library's set covering files of the same layout (rail507 and so on) are
/// read as if every item had to be covered exactly once; those with the costs in front (scp41) are
/// not. Throws InputError for anything else, among it numbers that do not match, items named twice
/// by an option, options without items and more than 2^22 items; and what Input throws.
[[nodiscard]] Problem read_or_library(Input& input);

}  // namespace dlx::io
