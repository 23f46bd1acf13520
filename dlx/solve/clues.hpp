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

/// Functions that make the clues of a puzzle. Clues are options that are given to the solver.
/// Exactly one solution contains all clues of a puzzle.
namespace dlx::solve {

/// Removes each clue without which the remaining clues still have only one solution, in the order
/// given. Afterwards, the removal of any further clue would allow several solutions. The problem
/// must have exactly one solution with all clues. Returns nothing if the deadline or a limit of
/// `questions` was reached.
[[nodiscard]] std::optional<std::vector<OptionId>> minimal_clues(
    Questions& questions, std::span<const OptionId> clues, const search::Deadline& deadline = {});

/// Removes each clue that can be found again from the remaining clues by hints of at most the
/// difficulty `level` (Hint::level()). So the difficulty of the resulting puzzle is at most
/// `level`. If any further clue were removed, a harder hint would be needed, or there would be
/// several solutions.
[[nodiscard]] std::optional<std::vector<OptionId>> minimal_clues(
    Questions& questions, Hints& hints, std::span<const OptionId> clues, int level,
    const search::Deadline& deadline = {});

/// The clues of a new puzzle, or the reason why no puzzle was made.
struct NewClues {
  /// The clues of the new puzzle; nullopt if no attempt made a puzzle of the given difficulty.
  std::optional<std::vector<OptionId>> clues = {};
  bool has_solution = true;  ///< whether the problem has a solution if no clues are given
  /// The limit that ended the search for a puzzle; `exhausted` if no limit was reached.
  Status status = Status::exhausted;
};

/// The maximum number of random solutions from which new_clues() tries to make a puzzle.
inline constexpr int most_attempts = 1'000;

/// Makes a new puzzle of a given level of difficulty (Hint::level()). The clues are options of a
/// random solution, which `seed`, the start value of the random numbers, determines. If any of the
/// clues were removed, there would be a second solution, or a harder hint would be needed. Clues
/// are chosen only among the first `values` options of the problem, such as the values of a
/// sudoku's squares. In every solution, the options from this range must determine all other
/// options.
[[nodiscard]] NewClues new_clues(const Problem& problem, std::size_t values, std::uint64_t seed,
                                 int level, const Options& options,
                                 const search::Deadline& deadline = {});

}  // namespace dlx::solve
