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
  dead,      ///< a dead end: an uncovered item has no options
  solution,  ///< a solution: every primary item is covered
  open,      ///< the search did not visit the node before the record ended
};

/// A node of the tree of a recorded search by Algorithm X (Knuth, The Art of Computer Programming,
/// volume 4B, section 7.2.2.1). The node stands for a partial solution.
struct TreeNode {
  /// The position of the node's parent in the tree; nullopt for the root.
  std::optional<std::size_t> parent = {};
  /// The option that is chosen at this node in addition to the options of its parent; nullopt for
  /// the root.
  std::optional<OptionId> option = {};
  TreeState state = TreeState::open;  ///< the state of the node: branch, dead, solution or open
  /// The item on which a branch node branches, or the item without options of a dead node.
  ItemId item{};
  /// For a branch node: the options of `item` that can be chosen.
  std::vector<OptionId> choices = {};
};

/// A recorded search, for pictures and explanations.
struct SearchTree {
  /// The nodes in the order in which the search visits them, the root first.
  std::vector<TreeNode> nodes;
  /// Whether the record contains the whole search.
  bool complete = true;
  std::uint64_t solutions = 0;  ///< the number of nodes that are solutions
};

}  // namespace dlx
