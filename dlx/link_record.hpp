#pragma once

#include <cstddef>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/names.hpp"
#include "dlx/search/link_watcher.hpp"
#include "dlx/search_tree.hpp"

namespace dlx {

/// The branching rule of a recorded search, and the limits of the record.
struct RecordOptions {
  BranchingRule rule = BranchingRule::minimum_remaining;  ///< minimum_remaining or first_active
  std::size_t most_nodes = 500;
  /// The record ends at the first node that is reached with this many moves or more.
  std::size_t most_steps = 100'000;
};

/// A search by dancing links, move by move.
struct LinkRecord {
  search::LinkMemory start;             ///< memory before the first move
  std::vector<search::LinkStep> steps;  ///< moves of the search, for apply()
  /// The search as a tree, with the nodes and the solutions of the engine's search.
  SearchTree tree;
  /// [node of the tree]: the number of moves after which the state of the node is known. For an
  /// open node this is the number of all moves.
  std::vector<std::size_t> arrivals;
};

/// Records the moves of the engine dancing_links. Throws the exceptions of
/// make_watched_dancing_links().
[[nodiscard]] LinkRecord record_search(const Problem& problem, const RecordOptions& options = {});

/// Applies a move to a memory.
void apply(const search::LinkStep& step, search::LinkMemory& memory);

}  // namespace dlx
