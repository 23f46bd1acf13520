#include "dlx/core/problem.hpp"

#include <algorithm>

#include "dlx/core/heap_bytes.hpp"

namespace dlx {

// If the k-th dropped number, counted from 0, is d, then d - 1 - k options have smaller numbers.

std::uint32_t Problem::number(OptionId option) const noexcept {
  std::size_t before = 0;  // the number of dropped option numbers below the number of `option`
  for (std::size_t end = dropped_numbers_.size(); before < end;) {
    const std::size_t k = before + (end - before) / 2;
    if (dropped_numbers_[k] - 1 - k <= index(option)) {
      before = k + 1;
    } else {
      end = k;
    }
  }
  return index(option) + 1 + static_cast<std::uint32_t>(before);
}

std::optional<OptionId> Problem::find_option(std::uint64_t number) const noexcept {
  if (number == 0 || number > last_number()) return std::nullopt;
  const auto after = std::lower_bound(dropped_numbers_.begin(), dropped_numbers_.end(), number);
  if (after != dropped_numbers_.end() && *after == number) return std::nullopt;
  const auto before = static_cast<std::uint32_t>(after - dropped_numbers_.begin());
  return OptionId{static_cast<std::uint32_t>(number) - 1 - before};
}

std::optional<OptionId> Problem::find_option(std::string_view name) const {
  if (!has_option_names() || name.empty()) return std::nullopt;
  for (std::uint32_t o = 0; o < option_count(); ++o) {
    if (option_names_[o] == name) return OptionId{o};
  }
  return std::nullopt;
}

std::string Problem::label(OptionId option) const {
  std::string label = std::to_string(number(option));
  if (const std::string_view own = name(option); !own.empty()) label.append(" ").append(own);
  return label;
}

std::size_t Problem::memory_bytes() const noexcept {
  return item_names_.memory_bytes() + colour_names_.memory_bytes() + option_names_.memory_bytes() +
         heap_bytes(bounds_, option_ends_, entry_items_, entry_colours_, costs_, dropped_numbers_);
}

}  // namespace dlx
