#pragma once

#include <string>
#include <string_view>

#include "dlx/io/problem_format.hpp"

namespace dlx::io {

/// A guess at the format of a text that cannot be read in `format`, or that has no options in
/// `format`. For example, "it looks like a sudoku, which 'dlx sudoku' reads". The guess is empty if
/// the text resembles no other known format. `start` is the beginning of the text, as returned by
/// Input::ahead().
[[nodiscard]] std::string likely_meaning(std::string_view start, ProblemFormat format);

/// A note for the user if a problem that was read has no options, for example "no options in it, so
/// no solution exists". The note includes likely_meaning(). The note is empty if the problem has
/// options.
[[nodiscard]] std::string note_without_options(const Problem& problem, std::string_view start,
                                               ProblemFormat format);

}  // namespace dlx::io
