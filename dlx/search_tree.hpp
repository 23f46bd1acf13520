#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "dlx/core/problem.hpp"

namespace dlx {

/// The state of a node of a search.
enum class TreeState {
  branch,    ///< an item was chosen, and each of its options was tried
  dead,      ///< an item has no option left
  solution,  ///< every primary item is covered
  open,      ///< not visited, because the record ended before
};

/// A node of the tree that Algorithm X goes through (Knuth, The Art of Computer Programming, volume
/// 4B, section 7.2.2.1): a partial solution.
struct TreeNode {
  /// Position of the parent in the tree; nothing: this is the root.
  std::optional<std::size_t> parent = {};
  std::optional<OptionId> option = {};  ///< the option that the node adds to its parent
  TreeState state = TreeState::open;    ///< the state of the node
  ItemId item{};                        ///< branch: the item chosen; dead: the item without options
  std::vector<OptionId> choices = {};   ///< the options of this item that are left
};

/// A recorded search, for pictures and explanations.
struct SearchTree {
  std::vector<TreeNode> nodes;  ///< nodes in the order of the search, the root first
  bool complete = true;         ///< false: the record ended before the search did
  std::uint64_t solutions = 0;  ///< number of solutions among the nodes
};

}  // namespace dlx
