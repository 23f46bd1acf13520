#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "apps/cli/console.hpp"
#include "apps/cli/request.hpp"
#include "apps/run/answer.hpp"
#include "dlx/core/path_problem.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/core/symmetry.hpp"

/// The search that all subcommands use. run_search() converts a request to an answer, confirms the
/// answer, and prints both at the end.
namespace dlx::app {

struct OtherSearch;  // checkpoint.hpp

/// Searches as the request asks. Verifies and prints every listed solution, and prints how the
/// search ended. Finds the symmetries for --up-to all or --up-to FILE itself.
Outcome run_search(const Request& request, Console& console, const Problem& problem,
                   const Presentation& presentation, const OtherSearch* other_search = nullptr);
/// Searches a path problem, whose solutions are covers with options that form a path. Each solution
/// is checked both as a cover and as a path.
Outcome run_search(const Request& request, Console& console, const PathProblem& problem,
                   const Presentation& presentation);

/// Searches the problem of a puzzle, after --fix and --forbid are applied. Solutions are shown with
/// the options of the original problem.
Outcome run_puzzle_search(const Request& request, Console& console, const Problem& whole,
                          const Presentation& presentation);

/// The number of solutions of a problem, and the number of classes of solutions under each of
/// several symmetry groups.
struct ListedClasses {
  Answer answer;
  std::uint64_t raw = 0;
  std::vector<std::uint64_t> classes;  ///< for each group: number of classes of solutions
};
/// Lists and verifies all solutions without printing them. Counts the classes under each group.
[[nodiscard]] ListedClasses list_classes(const Request& request, Console& console,
                                         const Problem& problem,
                                         std::span<const OptionSymmetries> groups);

}  // namespace dlx::app
