#pragma once

#include <string>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/io/input.hpp"
#include "dlx/symmetry/automorphisms.hpp"

namespace dlx {

/// Reads symmetries of a problem: one a line, as cycles of items with a bar
/// between them, so that `a b c | d e` takes a to b, b to c, c to a, and d and e to each other.
/// Items that are not named stay. Empty lines, those that begin with a bar, which are comments, and
/// those that move nothing are skipped. Options that are alike are exchanged by no line.
/// Throws InputError where a word is no item or stands there twice, and where a line is no
/// automorphism of the problem, with an option that has no image.
[[nodiscard]] std::vector<MatrixPermutation> read_symmetries(Input& input, const Problem& problem);

/// A permutation as such a line, without its end; "" if it moves no item.
[[nodiscard]] std::string symmetry_text(const Problem& problem,
                                        const MatrixPermutation& permutation);

}  // namespace dlx
