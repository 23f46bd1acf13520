#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "dlx/core/ids.hpp"
#include "dlx/names.hpp"

namespace dlx::search {

/// A rule, and what it goes by.
struct Branching {
  /// SearchOptions::branching says which engines know it.
  BranchingRule rule = BranchingRule::minimum_remaining;
  /// For given_order: primary items, each once. Those not named come after, in the problem's order.
  std::vector<ItemId> order = {};
};

}  // namespace dlx::search
