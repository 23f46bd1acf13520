#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace dlx::search {

/// Statistics of the work that a search has done so far.
struct Statistics {
  /// The number of nodes of the search tree: the root, and one for each option tried. With
  /// multiplicities, there is also a node for each decision to stop covering an item. The number of
  /// nodes is equal in every run on a problem, unless counts are remembered.
  std::uint64_t nodes = 0;
  /// The number of nodes that have a child. If solutions are listed, all other nodes are solutions
  /// or dead ends. The number is 0 for bit_matrix, item_bits and searches for the cheapest
  /// solutions, which do not count inner nodes.
  std::uint64_t inner_nodes = 0;
  /// The number of nodes that were skipped, because the count below their state was remembered (see
  /// Options::remember_bytes). Skipped nodes are not included in `nodes`.
  std::uint64_t nodes_spared = 0;
  /// The number of times that an entry was removed from an item's list.
  std::uint64_t updates = 0;
  /// The number of solutions found; the class Tally can count more than 64 bits can hold.
  std::uint64_t solutions = 0;
  /// The searched fraction of the search tree, from 0 to 1. See Progress::share.
  double share = 0;
  /// The engine's estimate of the number of nodes of the entire search, made at its beginning; 0 if
  /// unknown.
  double nodes_expected = 0;
  /// For each depth: the number of nodes; the root has depth 0. The sum of all elements is `nodes`.
  std::vector<std::uint64_t> nodes_per_level;
  /// The number of bytes of the engine's own data.
  std::size_t memory_bytes = 0;
};

/// Adds the statistics of one search to the sum over earlier searches. The `share` of the sum is
/// set to the `share` of the added search.
inline void add(Statistics& sum, const Statistics& search) {
  sum.nodes += search.nodes;
  sum.inner_nodes += search.inner_nodes;
  sum.nodes_spared += search.nodes_spared;
  sum.updates += search.updates;
  sum.solutions += search.solutions;
  sum.share = search.share;
  sum.memory_bytes = std::max(sum.memory_bytes, search.memory_bytes);
  const auto& levels = search.nodes_per_level;
  if (sum.nodes_per_level.size() < levels.size()) sum.nodes_per_level.resize(levels.size());
  for (std::size_t l = 0; l < levels.size(); ++l) sum.nodes_per_level[l] += levels[l];
}

/// The numbers of nodes at each depth, without the depths below the deepest node.
[[nodiscard]] inline std::vector<std::uint64_t> without_empty_levels(
    std::vector<std::uint64_t> nodes_per_level) {
  while (!nodes_per_level.empty() && nodes_per_level.back() == 0) nodes_per_level.pop_back();
  return nodes_per_level;
}

}  // namespace dlx::search
