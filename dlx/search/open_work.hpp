#pragma once

#include <cstdint>
#include <vector>

#include "dlx/core/ids.hpp"

namespace dlx::search {

/// The unsearched part of a search: a path to a node, and options beside it that are still to be
/// tried. Another engine of the same kind can resume it.
struct OpenWork {
  /// Stands in place of an option: the item is not covered again (with multiplicities).
  static constexpr OptionId closing{0xFFFF'FFFF};

  /// A node with ways that are still to be tried.
  struct Branch {
    std::uint32_t depth = 0;     ///< how many choices of `path` come before
    std::vector<OptionId> ways;  ///< options still to be tried, all of one item
    friend bool operator==(const Branch&, const Branch&) = default;
  };

  /// True for the whole search, which has not counted its root yet. Path and branches are empty.
  bool whole = true;
  /// The choices that lead down to the deepest branch.
  std::vector<OptionId> path = {};
  /// Branches by ascending depth, each with one way or more. Empty: the search is over.
  std::vector<Branch> branches = {};

  /// Whether nothing is left.
  [[nodiscard]] bool empty() const noexcept { return !whole && branches.empty(); }

  /// The number of ways; 1 for the whole search.
  [[nodiscard]] std::uint64_t size() const noexcept {
    std::uint64_t ways = whole ? 1 : 0;
    for (const Branch& branch : branches) ways += branch.ways.size();
    return ways;
  }

  friend bool operator==(const OpenWork&, const OpenWork&) = default;
};

/// Divides open work into at most `parts` parts, none of them empty. The ways are dealt out in
/// turn, those nearest to the root first, because they hold most of the work. A whole search is not
/// divided.
[[nodiscard]] std::vector<OpenWork> deal(const OpenWork& open_work, std::uint32_t parts);

}  // namespace dlx::search
