#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "dlx/core/problem.hpp"

namespace dlx {

/// Which options can stand beside a chosen one. The problem must outlive it.
class Beside {
 public:
  Beside(const Problem& problem, OptionId chosen);

  /// Whether the chosen option has this item.
  [[nodiscard]] bool has(ItemId item) const { return colours_[index(item)].has_value(); }
  /// Whether a solution can have this option and the chosen one; false for the chosen one.
  [[nodiscard]] bool may_stand(OptionId option) const;

 private:
  const Problem* problem_;
  OptionId chosen_;
  std::vector<std::optional<Colour>> colours_;  // colours of the chosen option's items
};

/// The option that a text names: by its number, or by its items in any order, with blanks between
/// them and colours as in files ("a b s:red"). Some of its items are enough if no other option has
/// all of them. A number means the option with that number, even if an item has it as its name.
/// Throws std::invalid_argument if no option fits, or if several have these items.
[[nodiscard]] OptionId option_of_text(const Problem& problem, std::string_view text);

/// The problem with the solutions of `problem` that have all options of `fixed` and none of
/// `forbidden`. Items, names, costs and the numbers of options stay. Options that cannot stand
/// beside a fixed one are dropped. A fixed option that then need not be chosen, because all its
/// items may be covered otherwise, gets another primary item, "fixed-NUMBER".
[[nodiscard]] Problem restricted(const Problem& problem, std::span<const OptionId> fixed,
                                 std::span<const OptionId> forbidden);

}  // namespace dlx
