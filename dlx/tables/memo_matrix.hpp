#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/search/control.hpp"

/// Bit sets that represent a problem for the search with memoisation in memo_search.cpp.
namespace dlx::tables::memo {

using Word = std::uint64_t;

[[nodiscard]] constexpr std::size_t words_for(std::size_t bits) {
  return (bits + 63) / 64;
}
inline void set(Word* bits, std::size_t k) {
  bits[k / 64] |= Word{1} << k % 64;
}
[[nodiscard]] inline bool has(const Word* bits, std::size_t k) {
  return (bits[k / 64] >> k % 64 & 1) != 0;
}

template <class Visit>
void for_each_bit(Word word, std::size_t offset, Visit visit) {
  for (; word != 0; word &= word - 1) {
    visit(offset + static_cast<std::size_t>(std::countr_zero(word)));
  }
}

template <class Visit>
void for_each_bit(const Word* bits, std::size_t words, Visit visit) {
  for (std::size_t k = 0; k < words; ++k) for_each_bit(bits[k], k * 64, visit);
}

/// The options of each item, the items of each option, and the options that are compatible with
/// each option.
class Matrix {
 protected:
  explicit Matrix(const Problem& problem)
      : items_(problem.primary_count()),
        options_(problem.option_count()),
        item_words_(words_for(items_)),
        option_words_(words_for(options_)) {}

  /// Computes the bit sets and lists; must be called before they are used. Returns false if the
  /// deadline is reached; they cannot be used after that.
  [[nodiscard]] bool make(const Problem& problem, const search::Deadline& deadline);
  [[nodiscard]] std::size_t matrix_bytes() const;

  std::size_t items_;  // number of primary items
  std::size_t options_;
  std::size_t item_words_;
  std::size_t option_words_;
  std::vector<std::uint32_t> item_ends_;  // the items of option o end at item_ends_[o + 1]
  std::vector<std::uint16_t> items_of_options_;
  std::vector<std::uint32_t> option_ends_;  // the options of item i end at option_ends_[i + 1]
  std::vector<std::uint16_t> options_of_items_;
  // conflicts_[o] is the number of options that conflict with option o, including o itself.
  std::vector<std::uint32_t> conflicts_;
  std::unique_ptr<Word[]> option_items_;  // for each option, its items as a bit set
  std::unique_ptr<Word[]> compatible_;    // for each option, the compatible options as a bit set

 private:
  struct Use;
  bool find_conflicts(const std::vector<Use>& uses, const search::Deadline& deadline);
};

}  // namespace dlx::tables::memo
