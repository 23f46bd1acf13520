#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "options.hpp"
#include "reductions/catalogue/puzzle.hpp"

namespace dlx::python {

/// The pointer to a puzzle that Python objects contain.
using PuzzleHandle = std::shared_ptr<catalogue::Puzzle>;

/// The text of a puzzle, and the name of the text in error messages.
using TextSource = std::pair<std::string, std::string>;

/// Several solutions, each a list of options.
using SolutionList = std::vector<catalogue::Solution>;

/// The options with the given numbers. Throws std::out_of_range if a number is too large.
[[nodiscard]] std::vector<OptionId> options_of(const Problem& problem,
                                               const std::vector<std::uint32_t>& numbers);

}  // namespace dlx::python
