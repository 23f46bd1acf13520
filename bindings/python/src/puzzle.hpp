#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "options.hpp"
#include "reductions/catalogue/puzzle.hpp"

namespace dlx::python {

/// A puzzle as Python holds it.
using PuzzleHandle = std::shared_ptr<catalogue::Puzzle>;

/// The text of a puzzle, and its name in messages.
using TextSource = std::pair<std::string, std::string>;

/// The options of several solutions.
using SolutionList = std::vector<catalogue::Solution>;

/// The options with these numbers. Throws std::out_of_range where there is none.
[[nodiscard]] std::vector<OptionId> options_of(const Problem& problem,
                                               const std::vector<std::uint32_t>& numbers);

}  // namespace dlx::python
