#pragma once

#include <string>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/io/input.hpp"
#include "dlx/symmetry/automorphisms.hpp"

namespace dlx::symmetry {

/// Reads symmetries of a problem, one a line, as cycles of items with a bar between them. For
/// example, `a b c | d e` maps a to b, b to c, c to a, and d and e to each other. Items that are
/// not named are mapped to themselves. Colours are unchanged, unless cycles of coloured items
/// rename them. For example, `s t | s:red t:blue` exchanges s and t. The line also maps red on s to
/// blue on t, and blue on t to red on s. Lines are skipped if they are empty, begin with a bar
/// (comments) or describe the identity. A line cannot exchange options that have the same items and
/// colours, because a line names only items and colours. Throws InputError if a word is neither an
/// item nor a coloured item, or if a word is repeated. A coloured item must be mapped to the image
/// of its item; otherwise InputError is thrown, too. If a line is not an automorphism of the
/// problem, the error names an option that has no image.
[[nodiscard]] std::vector<MatrixPermutation> read_symmetries(io::Input& input,
                                                             const Problem& problem);

/// A permutation as a line of text in the format of read_symmetries(), without a line end. The line
/// is empty if the permutation moves no item and renames no colour.
[[nodiscard]] std::string symmetry_text(const Problem& problem,
                                        const MatrixPermutation& permutation);

}  // namespace dlx::symmetry
