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

/// The search of every subcommand: a request becomes an answer, a confirmation of it, and last of
/// all output.
namespace dlx::app {

struct OtherSearch;  // checkpoint.hpp

/// Searches as the request asks, verifies and prints every solution that is listed, and prints how
/// it ended. The classes of --up-to all, or of a file, it finds itself.
Outcome run_search(const Request& request, Console& console, const Problem& problem,
                   const Presentation& presentation, const OtherSearch* other_search = nullptr);
/// Searches for walks: solutions are checked as covers and as walks.
Outcome run_search(const Request& request, Console& console, const PathProblem& problem,
                   const Presentation& presentation);

/// Searches the problem of a puzzle, of which --fix and --forbid may leave a part. Solutions are
/// shown by the options of the whole problem.
Outcome run_puzzle_search(const Request& request, Console& console, const Problem& whole,
                          const Presentation& presentation);

/// How many solutions a problem has, and how many of them represent a class of each group.
struct ListedClasses {
  Answer answer;
  std::uint64_t raw = 0;
  std::vector<std::uint64_t> classes;  ///< the number of classes for each group
};
/// Lists and verifies all solutions, without printing them.
[[nodiscard]] ListedClasses list_classes(const Request& request, Console& console,
                                         const Problem& problem,
                                         std::span<const OptionSymmetries> groups);

}  // namespace dlx::app
