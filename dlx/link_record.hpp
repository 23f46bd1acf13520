#pragma once

#include <cstddef>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/names.hpp"
#include "dlx/search/link_watcher.hpp"
#include "dlx/search_tree.hpp"

namespace dlx {

/// How much of a search is recorded.
struct RecordOptions {
  BranchingRule rule = BranchingRule::minimum_remaining;  ///< or first_active
  std::size_t most_nodes = 500;
  /// The record ends at the first node that is reached with this many moves or more.
  std::size_t most_steps = 100'000;
};

/// A search by dancing links, move by move.
struct LinkRecord {
  search::LinkMemory start;             ///< before the first move
  std::vector<search::LinkStep> steps;  ///< apply() makes them
  /// The same search as a tree. Its nodes and solutions are those of the engine.
  SearchTree tree;
  /// For each node of the tree: the number of moves after which its state is known; that of all
  /// moves for nodes that are open.
  std::vector<std::size_t> arrivals;
};

/// Records what the engine dancing_links itself does. Throws what make_watched_dancing_links()
/// throws.
[[nodiscard]] LinkRecord record_search(const Problem& problem, const RecordOptions& options = {});

/// Makes a move in a memory.
void apply(const search::LinkStep& step, search::LinkMemory& memory);

}  // namespace dlx
