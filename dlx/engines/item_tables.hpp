#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/engines/item_kernel.hpp"

namespace dlx::engines::item_sets {

inline constexpr std::uint32_t no_option = ~std::uint32_t{0};

/// The options of a problem, grouped by their first items in a given order of items. The place of
/// an option is its position in this table.
class Table {
 public:
  /// Makes the table of a problem. `order` contains every item, with the primary items first.
  Table(const Problem& problem, std::vector<ItemId> order);

  void show_to(State& state) const;

  [[nodiscard]] std::span<const ItemId> order() const { return order_; }
  [[nodiscard]] std::uint32_t words() const { return words_; }
  [[nodiscard]] std::uint32_t option(std::uint32_t place) const { return options_[place]; }
  /// The position of an option in the table; `no_option` if the option has no primary item, or does
  /// not exist.
  [[nodiscard]] std::uint32_t place_of(OptionId option) const {
    return index(option) < places_.size() ? places_[index(option)] : no_option;
  }
  [[nodiscard]] bool goes_with(std::uint32_t place, const Word* covered) const;
  void cover(std::uint32_t place, Word* covered) const;
  [[nodiscard]] std::size_t bytes() const;

  /// Estimates the number of nodes of the search by `ways_down` random descents from the root.
  void estimate(int ways_down);
  /// The last estimate of the number of nodes; 0 if no estimate was made.
  [[nodiscard]] double expected_nodes() const { return expected_nodes_; }

 private:
  [[nodiscard]] Word mask(std::uint32_t place, std::uint32_t word) const {
    return masks_[(std::size_t{place / block} * words_ + word) * block + place % block];
  }
  [[nodiscard]] std::uint32_t first_not_in(const Word* covered) const;
  void add_group(Group& group, std::span<const std::uint32_t> members, std::span<const Word> sets);
  void find_needed(std::uint32_t item, std::vector<std::uint32_t> left, std::span<const Word> sets);

  std::uint32_t words_;
  std::vector<ItemId> order_;
  std::vector<Group> groups_;
  std::vector<Word> masks_ = {};
  // For each position in the table: the option there; no_option for the unused positions at the end
  // of a block.
  std::vector<std::uint32_t> options_ = {};
  std::vector<std::uint32_t> places_;  // for each option: its position in the table
  std::vector<Word> needed_;
  double expected_nodes_ = 0;
};

/// Makes the table of options in the order of items that the head of item_bits.cpp describes.
[[nodiscard]] Table table_in_found_order(const Problem& problem);
/// Whether the two conditions of suits_item_bits() hold in the order of items that
/// table_in_found_order() uses.
[[nodiscard]] bool has_narrow_rim(const Problem& problem);

}  // namespace dlx::engines::item_sets
