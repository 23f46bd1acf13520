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

/// Removes each clue that follows from the remaining clues, in the order given. Afterwards the
/// removal of any further clue would allow several solutions. The problem must have exactly one
/// solution with all clues. Returns nothing if the deadline or a limit of the questions was
/// reached.
[[nodiscard]] std::optional<std::vector<OptionId>> minimal_clues(
    Questions& questions, std::span<const OptionId> clues, const search::Deadline& deadline = {});

/// Removes each clue that hints of at most this level can find again from the remaining clues. So
/// the puzzle has at most this level. Without any further clue a harder hint would be needed, or
/// there would be several solutions.
[[nodiscard]] std::optional<std::vector<OptionId>> minimal_clues(
    Questions& questions, Hints& hints, std::span<const OptionId> clues, int level,
    const search::Deadline& deadline = {});

/// Clues of a new puzzle, or the reason why there are none.
struct NewClues {
  std::optional<std::vector<OptionId>> clues = {};  ///< nothing: no attempt gave this level
  bool has_solution = true;           ///< whether the problem has a solution without clues
  Status status = Status::exhausted;  ///< exhausted, or the limit that was reached
};

/// How many random solutions new_clues() tries.
inline constexpr int most_attempts = 1'000;

/// Makes a new puzzle of a level. The clues are options of a random solution, which depends on the
/// seed. If any clue is removed, there is a second solution, or a harder hint is needed. Only the
/// first `values` options of the problem may be clues; the other options follow from them.
[[nodiscard]] NewClues new_clues(const Problem& problem, std::size_t values, std::uint64_t seed,
                                 int level, const Options& options,
                                 const search::Deadline& deadline = {});

}  // namespace dlx::solve
