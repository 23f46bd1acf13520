#pragma once

#include <cstddef>
#include <cstdint>
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
/// remaining clues there are several solutions. The problem must have exactly one solution with all
/// clues. Nothing: the deadline was reached, or a limit of the questions.
[[nodiscard]] std::optional<std::vector<OptionId>> minimal_clues(
    Questions& questions, std::span<const OptionId> clues, const search::Deadline& deadline = {});

/// Removes clues as long as hints of at most this level can find each removed clue again. Thus the
/// puzzle has at most this level, and without any further clue it would be harder.
[[nodiscard]] std::optional<std::vector<OptionId>> minimal_clues(
    Questions& questions, Hints& hints, std::span<const OptionId> clues, int level,
    const search::Deadline& deadline = {});

/// Clues of a new puzzle, or why there are none.
struct NewClues {
  std::optional<std::vector<OptionId>> clues = {};  ///< nothing: no attempt had the level
  bool has_solution = true;           ///< whether the problem has a solution without clues
  Status status = Status::exhausted;  ///< exhausted, or the limit that was reached
};

/// How many random solutions new_clues() tries.
inline constexpr int most_attempts = 1'000;

/// A new puzzle of a level: clues of a random solution, which depends on the seed. Without any one
/// of them there is a second solution, or a harder hint is needed. The problem's first `values`
/// options may be clues; the others follow from them.
[[nodiscard]] NewClues new_clues(const Problem& problem, std::size_t values, std::uint64_t seed,
                                 int level, const Options& options,
                                 const search::Deadline& deadline = {});

}  // namespace dlx::solve
