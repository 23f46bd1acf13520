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
  /// The branching rule: minimum_remaining or first_active.
  BranchingRule rule = BranchingRule::minimum_remaining;
  std::size_t most_nodes = 500;
  /// The record ends at the first node that is reached after this number of moves or more.
  std::size_t most_steps = 100'000;
};

/// A record of a search by dancing links. A move is a change of a link, or a step such as trying an
/// option.
struct LinkRecord {
  /// The links and numbers in the engine's memory before the first move.
  search::LinkMemory start;
  std::vector<search::LinkStep> steps;  ///< the moves of the search, which apply() can repeat
  /// The search as a tree, with the nodes and the solutions of the engine's search.
  SearchTree tree;
  /// For each node of the tree: the number of moves after which the state of the node is known. For
  /// an open node, it is the number of all moves.
  std::vector<std::size_t> arrivals;
};

/// Records a search by the engine dancing_links, with all its moves. Throws the exceptions of
/// make_watched_dancing_links().
[[nodiscard]] LinkRecord record_search(const Problem& problem, const RecordOptions& options = {});

/// Applies a move to `memory`, a copy of the engine's memory.
void apply(const search::LinkStep& step, search::LinkMemory& memory);

}  // namespace dlx
