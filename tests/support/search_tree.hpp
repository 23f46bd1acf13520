#pragma once

#include <cstddef>

#include "dlx/core/problem.hpp"
#include "dlx/search_tree.hpp"

namespace dlx::test {

/// The tree of the search that covers an item with fewest options left first, the first of several.
/// It is made by going through sets, far more slowly than any engine, and at most `most_nodes` are
/// looked at. Throws std::invalid_argument for problems with multiplicities.
[[nodiscard]] SearchTree search_tree(const Problem& problem, std::size_t most_nodes);

}  // namespace dlx::test
