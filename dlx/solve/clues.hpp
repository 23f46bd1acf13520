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

/// Functions that make the clues of a puzzle. Clues are given options. Exactly one solution
/// contains all clues of a puzzle.
namespace dlx::solve {

/// Removes each clue that follows from the remaining clues, in the order given. After this
/// function, the removal of any further clue would allow several solutions. The problem must have
/// exactly one solution with all clues. Returns nothing if the deadline or a limit of `questions`
/// was reached.
[[nodiscard]] std::optional<std::vector<OptionId>> minimal_clues(
    Questions& questions, std::span<const OptionId> clues, const search::Deadline& deadline = {});

/// Removes each clue that can be found again from the remaining clues by hints of at most this
/// level of difficulty (Hint::level()). So the level of the resulting puzzle is at most this level.
/// If any further clue were removed, a harder hint would be needed, or there would be several
/// solutions.
[[nodiscard]] std::optional<std::vector<OptionId>> minimal_clues(
    Questions& questions, Hints& hints, std::span<const OptionId> clues, int level,
    const search::Deadline& deadline = {});

/// The clues of a new puzzle, or the reason why no puzzle was made.
struct NewClues {
  /// The clues of the new puzzle; nullopt if no attempt made a puzzle of this level.
  std::optional<std::vector<OptionId>> clues = {};
  bool has_solution = true;  ///< whether the problem has a solution if no clues are given
  /// `exhausted`, or the limit that ended the search for a puzzle.
  Status status = Status::exhausted;
};

/// The number of random solutions that new_clues() tries.
inline constexpr int most_attempts = 1'000;

/// Makes a new puzzle of a given level of difficulty (Hint::level()). The clues are options of a
/// random solution, which `seed`, the start value of the random numbers, determines. If any clue is
/// removed, there is a second solution, or a harder hint is needed. Clues are chosen only among the
/// first `values` options of the problem, such as the values of a sudoku's squares. These options
/// of a solution must determine its other options.
[[nodiscard]] NewClues new_clues(const Problem& problem, std::size_t values, std::uint64_t seed,
                                 int level, const Options& options,
                                 const search::Deadline& deadline = {});

}  // namespace dlx::solve
