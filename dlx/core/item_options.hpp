#pragma once

#include <cstdint>
#include <vector>

#include "dlx/core/problem.hpp"

namespace dlx {

/// For each of the first `count` items, the options that contain the item, in ascending order. The
/// template parameter `Option` is OptionId or an integer type.
template <class Option = OptionId>
[[nodiscard]] std::vector<std::vector<Option>> options_of_items(const Problem& problem,
                                                                std::uint32_t count) {
  std::vector<std::vector<Option>> options(count);
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    for (const ItemId item : problem.items(OptionId{o})) {
      if (index(item) < count) options[index(item)].push_back(Option{o});
    }
  }
  return options;
}
template <class Option = OptionId>
[[nodiscard]] std::vector<std::vector<Option>> options_of_primary_items(const Problem& problem) {
  return options_of_items<Option>(problem, problem.primary_count());
}

/// For each item, the number of options that contain the item.
[[nodiscard]] inline std::vector<std::uint32_t> option_counts(const Problem& problem) {
  std::vector<std::uint32_t> counts(problem.item_count());
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    for (const ItemId item : problem.items(OptionId{o})) ++counts[index(item)];
  }
  return counts;
}

/// The primary items that must be covered but that no option contains. If there are any, no
/// solution exists.
[[nodiscard]] inline std::vector<ItemId> items_without_options(const Problem& problem) {
  const std::vector<std::uint32_t> counts = option_counts(problem);
  std::vector<ItemId> items;
  for (std::uint32_t i = 0; i < problem.primary_count(); ++i) {
    if (counts[i] == 0 && problem.bounds(ItemId{i}).at_least > 0) items.push_back(ItemId{i});
  }
  return items;
}

/// The colour that an option gives to an item. Returns `none` also if the option does not contain
/// the item.
[[nodiscard]] inline Colour colour_of(const Problem& problem, OptionId option, ItemId wanted) {
  for (const auto [item, colour] : problem.entries(option)) {
    if (item == wanted) return colour;
  }
  return Colour::none;
}

}  // namespace dlx
