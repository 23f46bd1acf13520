#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "dlx/core/ids.hpp"

namespace dlx {

/// On which primary item a search branches next. It changes how long a search takes and in which
/// order it finds solutions, not which ones.
enum class BranchingRule : std::uint8_t {
  minimum_remaining,  ///< one with the fewest options left: the first of them, but that
                      ///< dancing_cells may take the first that has changed since the last choice
  weighted,           ///< least options per weight, which grows with every dead end an item causes
                      ///< (dom/wdeg: F. Boussemart et al., ECAI 2004)
  first_active,       ///< the first that is not covered, in the order of the problem
  given_order,        ///< the first that is not covered, in the order of Branching::order
};

/// The name of a rule, as the command line spells it.
[[nodiscard]] constexpr std::string_view to_string(BranchingRule rule) noexcept {
  constexpr std::array<std::string_view, 4> names = {"minimum", "weighted", "first", "order"};
  return names[static_cast<std::size_t>(rule)];
}

/// A rule, and what it goes by.
struct Branching {
  /// SearchOptions::branching says which engines know it.
  BranchingRule rule = BranchingRule::minimum_remaining;
  /// For given_order: primary items, each once. Those not named come after, in the problem's order.
  std::vector<ItemId> order = {};
};

}  // namespace dlx
