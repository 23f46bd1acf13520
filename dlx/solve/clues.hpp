#pragma once

#include <optional>
#include <span>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/search/control.hpp"
#include "dlx/solve/hint.hpp"
#include "dlx/solve/questions.hpp"

/// Clues of a puzzle: options that are given, so that exactly one solution is left.
namespace dlx::solve {

/// Leaves out each clue that follows from the others, in the order given: without any one of the
/// clues that are kept there are several solutions. There must be exactly one solution with all of
/// them. Nothing: the deadline was reached, or a limit of the questions.
[[nodiscard]] std::optional<std::vector<OptionId>> minimal_clues(
    Questions& questions, std::span<const OptionId> clues, const search::Deadline& deadline = {});

/// The same as long as each clue that goes can be found again by hints of at most this level. Thus
/// the puzzle has that level or a lower one, and each clue fewer would make it harder.
[[nodiscard]] std::optional<std::vector<OptionId>> minimal_clues(
    Questions& questions, Hints& hints, std::span<const OptionId> clues, int level,
    const search::Deadline& deadline = {});

}  // namespace dlx::solve
