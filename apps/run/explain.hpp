#pragma once

#include <cstddef>
#include <string>

#include "apps/cli/console.hpp"
#include "apps/cli/request.hpp"
#include "dlx/core/problem.hpp"

/// A search shown step by step: `dlx explain`, and --explain of puzzles.
namespace dlx::app {

/// The texts and pictures that accompany the search, and how much of the search is shown.
struct Explained {
  std::string html;   ///< the file of the page; empty: the tree is printed as text
  std::string title;  ///< the title of the page
  std::string board;  ///< the board as JSON; empty: the puzzle has none
  std::size_t most_nodes = 500;
};

/// Writes the page, or prints the tree; with --json prints the data of the page. Throws
/// std::invalid_argument for problems that have multiplicities or are too large to follow.
int explain_problem(const Request& request, Console& console, const Problem& problem,
                    const Explained& explained);

}  // namespace dlx::app
