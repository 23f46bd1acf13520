#pragma once

#include <cstdint>
#include <vector>

#include "dlx/core/ids.hpp"

namespace dlx::search {

/// A part of a search: a node, and beside the way to it options that are still to be tried. It is
/// what a paused search has before it, and what another engine of the same kind can go on with.
struct OpenWork {
  /// In a way, in place of an option: an item is covered no more (with multiplicities).
  static constexpr OptionId closing{0xFFFF'FFFF};

  /// A node with ways that are still to be tried.
  struct Branch {
    std::uint32_t depth = 0;     ///< how many choices of `path` come before
    std::vector<OptionId> ways;  ///< to go on from there; all are of one item
    friend bool operator==(const Branch&, const Branch&) = default;
  };

  /// Everything: the search has not counted its root yet. The rest is empty then.
  bool whole = true;
  /// The choices that lead down to the deepest branch.
  std::vector<OptionId> path = {};
  /// By ascending depth, with one way or more each. None at all: nothing is left.
  std::vector<Branch> branches = {};

  /// Whether nothing is left.
  [[nodiscard]] bool empty() const noexcept { return !whole && branches.empty(); }

  /// How many ways there are; of the whole search, 1.
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
