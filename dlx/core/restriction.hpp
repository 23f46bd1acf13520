#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "dlx/core/problem.hpp"

namespace dlx {

/// Tells which options can be chosen together with a given option. The problem must outlive this
/// object.
class Beside {
 public:
  Beside(const Problem& problem, OptionId chosen);

  /// Whether the chosen option contains this item.
  [[nodiscard]] bool has(ItemId item) const { return colours_[index(item)].has_value(); }
  /// Whether no common item forbids a solution to contain both `option` and the chosen option.
  /// Returns false if `option` is the chosen option itself.
  [[nodiscard]] bool may_stand(OptionId option) const;

 private:
  const Problem* problem_;
  OptionId chosen_;
  // For each item: the colour that the chosen option gives to the item; nullopt if the option does
  // not contain the item.
  std::vector<std::optional<Colour>> colours_;
};

/// The option that a text names: by its name, by its number or by its items. Items may be in any
/// order, are separated by blanks, and have colours as in files ("a b s:red"). The text may leave
/// out items of the option, if no other option contains all items that the text names. The text "7"
/// means the option with the name "7" or with the number 7, even if an item has the name "7"; these
/// must not be two options. If nothing matches, blanks in the text count as '_', because readers
/// replace the blanks in names. Throws std::invalid_argument if no option matches, or if several
/// options have the items of the text.
[[nodiscard]] OptionId option_of_text(const Problem& problem, std::string_view text);

/// The problem whose solutions are the solutions of `problem` that contain all options of `fixed`
/// and no option of `forbidden`. Items, names, costs and the numbers of options are unchanged. The
/// result does not contain the forbidden options and the options that conflict with a fixed option.
/// If a fixed option has a primary item that must be covered exactly once, this removal alone
/// forces the fixed option. Any other fixed option gets an additional primary item, "fixed-NUMBER",
/// which no other option contains.
[[nodiscard]] Problem restricted(const Problem& problem, std::span<const OptionId> fixed,
                                 std::span<const OptionId> forbidden);

}  // namespace dlx
