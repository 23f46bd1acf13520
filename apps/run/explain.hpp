#pragma once

#include <cstddef>
#include <string>

#include "apps/cli/console.hpp"
#include "apps/cli/request.hpp"
#include "dlx/core/problem.hpp"

/// A search shown step by step: `dlx explain`, and --explain of puzzles.
namespace dlx::app {

/// What is shown beside the search, and how much of the search.
struct Explained {
  std::string html;   ///< the file of the page; empty: the tree is printed as text
  std::string title;  ///< of the page
  std::string board;  ///< as JSON; empty: the puzzle has none
  std::size_t most_nodes = 500;
};

/// Writes the page, or prints the tree; with --json prints what the page holds. Throws
/// std::invalid_argument for problems that are too large to be followed, or have multiplicities.
int explain_problem(const Request& request, Console& console, const Problem& problem,
                    const Explained& explained);

}  // namespace dlx::app
