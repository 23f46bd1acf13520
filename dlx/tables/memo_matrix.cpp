#include "dlx/tables/memo_matrix.hpp"

#include <algorithm>
#include <compare>

#include "dlx/core/heap_bytes.hpp"

namespace dlx::tables::memo {

struct Matrix::Use {
  std::uint32_t item, colour, option;
  auto operator<=>(const Use&) const = default;
};

bool Matrix::make(const Problem& problem, const search::Deadline& deadline) {
  std::vector<Use> uses;
  uses.reserve(problem.entry_count());
  option_items_ = std::make_unique<Word[]>(options_ * item_words_);
  item_ends_.assign(1, 0);
  for (std::uint32_t o = 0; o < options_; ++o) {
    for (const auto [item, colour] : problem.entries(OptionId{o})) {
      uses.push_back({index(item), index(colour), o});
      if (!problem.is_primary(item)) continue;
      items_of_options_.push_back(static_cast<std::uint16_t>(index(item)));
      set(option_items_.get() + o * item_words_, index(item));
    }
    item_ends_.push_back(static_cast<std::uint32_t>(items_of_options_.size()));
  }
  std::sort(uses.begin(), uses.end());
  if (!find_conflicts(uses, deadline)) return false;

  option_ends_.assign(items_ + 1, 0);
  for (const Use& use : uses) {
    if (use.item >= items_) break;
    options_of_items_.push_back(static_cast<std::uint16_t>(use.option));
    ++option_ends_[use.item + 1];
  }
  for (std::size_t i = 0; i < items_; ++i) option_ends_[i + 1] += option_ends_[i];
  return true;
}

/// Finds, for each option, the options that are compatible with it, and the number of options that
/// conflict with it. `uses` is sorted by item.
bool Matrix::find_conflicts(const std::vector<Use>& uses, const search::Deadline& deadline) {
  compatible_ = std::make_unique<Word[]>(options_ * option_words_);
  std::vector<Word> all(option_words_);
  for (std::size_t o = 0; o < options_; ++o) set(all.data(), o);
  for (std::size_t o = 0; o < options_; ++o) {
    std::copy(all.begin(), all.end(), compatible_.get() + o * option_words_);
  }
  std::vector<Word> item_options(option_words_);
  std::vector<Word> colour_options(option_words_);
  for (auto first = uses.begin(); first != uses.end();) {
    if (deadline.reached()) return false;
    const auto last =
        std::find_if(first, uses.end(), [&](const Use& use) { return use.item != first->item; });
    std::fill(item_options.begin(), item_options.end(), 0);
    for (auto e = first; e != last; ++e) set(item_options.data(), e->option);
    for (auto same = first; same != last;) {
      const auto end =
          std::find_if(same, last, [&](const Use& use) { return use.colour != same->colour; });
      std::fill(colour_options.begin(), colour_options.end(), 0);
      if (same->colour != 0) {
        for (auto e = same; e != end; ++e) set(colour_options.data(), e->option);
      }
      for (auto e = same; e != end; ++e) {
        Word* const compatible = compatible_.get() + e->option * option_words_;
        for (std::size_t k = 0; k < option_words_; ++k) {
          compatible[k] &= ~item_options[k] | colour_options[k];
        }
      }
      same = end;
    }
    first = last;
  }
  for (std::size_t o = 0; o < options_; ++o) {
    std::size_t left = 0;
    for (std::size_t k = 0; k < option_words_; ++k) {
      left += static_cast<std::size_t>(std::popcount(compatible_[o * option_words_ + k]));
    }
    conflicts_.push_back(static_cast<std::uint32_t>(options_ - left));
  }
  return true;
}

std::size_t Matrix::matrix_bytes() const {
  return heap_bytes(item_ends_, items_of_options_, option_ends_, options_of_items_, conflicts_) +
         options_ * (item_words_ + option_words_) * sizeof(Word);
}

}  // namespace dlx::tables::memo
