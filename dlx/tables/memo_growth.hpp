#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "dlx/core/heap_bytes.hpp"

namespace dlx::tables::memo {

/// Predicts how many nodes a search with memoisation visits until it first finishes a subtree whose
/// root has a given number of uncovered items. At first each further item multiplies the number of
/// nodes by a constant factor, so the derivative of the logarithm of the number of nodes is
/// constant. Later most subproblems are found in the table, and each further item adds equally many
/// nodes, so this derivative is proportional to 1 / items. The class assumes that the derivative is
/// proportional to (1 / items)^p, and fits p to the subtrees finished so far.
class Growth {
 public:
  void reserve(std::size_t levels) { first_done_.reserve(levels); }
  /// Records that a subtree at depth `level`, whose root has `count` uncovered items, is finished
  /// after the search has visited `nodes` nodes in total.
  void note(std::size_t level, std::uint32_t count, std::uint64_t nodes) {
    if (first_done_.empty() || level < highest_level())
      first_done_.push_back({level, count, nodes});
  }

  [[nodiscard]] bool is_known() const { return first_done_.size() >= 2; }
  /// The smallest depth at which a subtree was finished.
  [[nodiscard]] std::size_t highest_level() const { return first_done_.back().level; }

  /// The expected number of nodes until a subtree whose root has `count` uncovered items is
  /// finished, divided by the number of nodes until a subtree at highest_level() was finished.
  [[nodiscard]] double to(std::uint32_t count) const {
    const std::size_t last = first_done_.size() - 1;
    const std::size_t start = last / 2;
    const std::size_t middle = last * 3 / 4;
    const auto rate = [&](const FirstDone& from, const FirstDone& to) {
      const double nodes = static_cast<double>(to.nodes) / static_cast<double>(from.nodes);
      return std::log(nodes) / (to.count - from.count);
    };
    const auto centre = [](const FirstDone& from, const FirstDone& to) {
      return (from.count + to.count) / 2.0;
    };
    const FirstDone& now = first_done_[last];
    const double late = rate(first_done_[middle], now);
    const double late_centre = centre(first_done_[middle], now);
    double power = 0;
    if (start < middle && late > 0) {
      const double early = rate(first_done_[start], first_done_[middle]);
      const double early_centre = centre(first_done_[start], first_done_[middle]);
      if (early > late) power = std::log(early / late) / std::log(late_centre / early_centre);
      power = std::min(power, 0.999);
    }
    const double items = static_cast<double>(count) / now.count;
    const double grown = late * now.count * std::pow(late_centre / now.count, power) *
                         (std::pow(items, 1 - power) - 1) / (1 - power);
    return std::max(items, std::exp(std::min(grown, 600.0)));
  }

  [[nodiscard]] std::size_t memory_bytes() const { return heap_bytes(first_done_); }

 private:
  struct FirstDone {
    std::size_t level;
    std::uint32_t count;  // number of uncovered items at the root of the subtree
    // Number of nodes visited until a subtree at this level was first finished.
    std::uint64_t nodes;
  };

  // One record for each level at which a subtree was finished, the deepest level first.
  std::vector<FirstDone> first_done_;
};

}  // namespace dlx::tables::memo
