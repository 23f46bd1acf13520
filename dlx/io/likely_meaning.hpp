#pragma once

#include <string>
#include <string_view>

#include "dlx/io/problem_format.hpp"

namespace dlx::io {

/// The likely meaning of a text that cannot be read in `format`, or has no options there, for
/// example "it looks like a sudoku, which 'dlx sudoku' reads". Empty if it looks like nothing else.
/// `start` is as much of the text as Input::ahead() gives.
[[nodiscard]] std::string likely_meaning(std::string_view start, ProblemFormat format);

/// A note on a problem that was read from such a text and has no options, for example "no options
/// in it, so no solution exists"; empty if it has options.
[[nodiscard]] std::string note_without_options(const Problem& problem, std::string_view start,
                                               ProblemFormat format);

}  // namespace dlx::io
