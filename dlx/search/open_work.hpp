#pragma once

#include <cstdint>
#include <vector>

#include "dlx/core/ids.hpp"

namespace dlx::search {

/// The unsearched part of a search tree: a path to a node, and the untried options at the nodes on
/// the path. Another engine of the same kind can resume the search from its open work.
struct OpenWork {
  /// A value in place of an option on the path: the search has decided to cover an item with
  /// multiplicities no further (to close it).
  static constexpr OptionId closing{0xFFFF'FFFF};

  /// A node on the path that has untried options, which are called ways.
  struct Branch {
    std::uint32_t depth = 0;     ///< the number of choices in `path` that lead to the node
    std::vector<OptionId> ways;  ///< the untried options of the node, all of the same item
    friend bool operator==(const Branch&, const Branch&) = default;
  };

  /// True if the open work is an entire search tree whose root has not been counted yet. If `whole`
  /// is true, `path` and `branches` are empty.
  bool whole = true;
  /// The choices on the path from the root to the deepest branch.
  std::vector<OptionId> path = {};
  /// The branches by ascending depth, each with at least one untried option. If `whole` is false
  /// and `branches` is empty, the search is complete.
  std::vector<Branch> branches = {};

  /// Whether the open work is empty, so that nothing is left to search.
  [[nodiscard]] bool empty() const noexcept { return !whole && branches.empty(); }

  /// The number of untried options in all branches; 1 if the open work is an entire search tree.
  [[nodiscard]] std::uint64_t size() const noexcept {
    std::uint64_t ways = whole ? 1 : 0;
    for (const Branch& branch : branches) ways += branch.ways.size();
    return ways;
  }

  friend bool operator==(const OpenWork&, const OpenWork&) = default;
};

/// Divides open work into at most `parts` nonempty parts. The untried options are distributed over
/// the parts one by one, like cards to players. The options nearest to the root come first, because
/// most of the work is below them. An entire search tree is returned as a single part.
[[nodiscard]] std::vector<OpenWork> deal(const OpenWork& open_work, std::uint32_t parts);

}  // namespace dlx::search
