#pragma once

#include <cstddef>
#include <string>

#include "apps/cli/console.hpp"
#include "apps/cli/request.hpp"
#include "dlx/core/problem.hpp"

/// Shows a search step by step, for `dlx explain` and for --explain of puzzles.
namespace dlx::app {

/// The texts and pictures that accompany the search, and the limit on the number of nodes shown.
struct Explained {
  std::string html;   ///< the file of the page; empty: the tree is printed as text
  std::string title;  ///< the title of the page
  std::string board;  ///< the board as JSON; empty: the puzzle has no board
  std::size_t most_nodes = 500;
};

/// Writes the page, or prints the tree as text. With --json, prints the data of the page. Throws
/// std::invalid_argument if the problem has multiplicities or is too large to be shown.
int explain_problem(const Request& request, Console& console, const Problem& problem,
                    const Explained& explained);

}  // namespace dlx::app
