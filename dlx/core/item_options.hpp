#pragma once

#include <cstdint>
#include <vector>

#include "dlx/core/problem.hpp"

namespace dlx {

/// The options of each primary item, ascending, as OptionId or as numbers.
template <class Option = OptionId>
[[nodiscard]] std::vector<std::vector<Option>> options_of_primary_items(const Problem& problem) {
  std::vector<std::vector<Option>> options(problem.primary_count());
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    for (const ItemId item : problem.items(OptionId{o})) {
      if (problem.is_primary(item)) options[index(item)].push_back(Option{o});
    }
  }
  return options;
}

}  // namespace dlx
