#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "dlx/core/problem.hpp"

namespace dlx {

/// The state of a node in the tree of a recorded search.
enum class TreeState {
  branch,    ///< the search branched on an item, and tried each of its options
  dead,      ///< a dead end: an item has no option left
  solution,  ///< a solution: every primary item is covered
  open,      ///< the node was not visited, because the record ended before
};

/// A node of the tree that Algorithm X goes through (Knuth, The Art of Computer Programming, volume
/// 4B, section 7.2.2.1): a partial solution.
struct TreeNode {
  /// The position of the node's parent in the tree; nullopt for the root.
  std::optional<std::size_t> parent = {};
  /// The option that the node adds to its parent; nullopt for the root.
  std::optional<OptionId> option = {};
  TreeState state = TreeState::open;  ///< the state of the node: branch, dead, solution or open
  /// The item on which a branch node branches, or the item without options of a dead node.
  ItemId item{};
  std::vector<OptionId> choices = {};  ///< the options of the node's item that are left
};

/// A recorded search, for pictures and explanations.
struct SearchTree {
  /// The nodes in the order in which the search visits them, the root first.
  std::vector<TreeNode> nodes;
  /// Whether the record contains the whole search; false if the record ended before.
  bool complete = true;
  std::uint64_t solutions = 0;  ///< the number of nodes that are solutions
};

}  // namespace dlx
