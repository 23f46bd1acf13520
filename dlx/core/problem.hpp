#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dlx/core/bounds.hpp"
#include "dlx/core/ids.hpp"
#include "dlx/core/name_pool.hpp"

namespace dlx {

/// One item of an option, with the colour that the option gives to the item. For example, `{a, {s,
/// red}}` is a list of two entries.
struct Entry {
  ItemId item;    ///< the item that the entry covers
  Colour colour;  ///< the colour that the entry gives to a secondary item; `none` without a colour
  /// An item converts implicitly to an entry without colour.
  Entry(ItemId i, Colour c = Colour::none) noexcept : item(i), colour(c) {}  // NOLINT: implicit
};

/// The entries of an option, for use in a range-based for loop.
class Entries {
 public:
  /// An iterator: a position in the list of an option's entries.
  class Iterator {
   public:
    /// Constructs an iterator at the position of an item and its colour. `colour` is null if the
    /// problem has no colours.
    Iterator(const ItemId* item, const Colour* colour) noexcept : item_(item), colour_(colour) {}
    /// The entry at the position of the iterator.
    Entry operator*() const noexcept { return {*item_, colour_ ? *colour_ : Colour::none}; }
    /// Moves the iterator to the next entry of the option.
    Iterator& operator++() noexcept {
      ++item_;
      if (colour_ != nullptr) ++colour_;
      return *this;
    }
    /// Whether two iterators point to different entries.
    friend bool operator!=(Iterator a, Iterator b) noexcept { return a.item_ != b.item_; }

   private:
    const ItemId* item_;
    const Colour* colour_;
  };

  /// The entries of an option with these items. `colours` has a colour for each item, or is empty.
  Entries(std::span<const ItemId> items, std::span<const Colour> colours) noexcept
      : items_(items), colours_(colours.empty() ? nullptr : colours.data()) {}
  /// Iterators to the first entry of the option and past its last entry.
  /// @{
  [[nodiscard]] Iterator begin() const noexcept { return {items_.data(), colours_}; }
  [[nodiscard]] Iterator end() const noexcept { return {items_.data() + items_.size(), nullptr}; }
  /// @}

 private:
  std::span<const ItemId> items_;
  const Colour* colours_;
};

/// An exact-cover problem with colours, multiplicities and costs (Knuth, The Art of Computer
/// Programming, volume 4B, section 7.2.2.1). A Problem is immutable. ProblemBuilder makes problems,
/// and guarantees:
///   - no option names an item twice, and every option has a primary item;
///   - only secondary items have colours; only primary items have bounds other than {1, 1};
///   - the names of items are unique, and so are the names of options that have names; names
///     consist of visible characters, and those of items do not contain ':' and '|'.
///
/// A solution is a set of options in which each primary item occurs within its bounds, and each
/// secondary item occurs at most once without colour, or any number of times in one colour.
class Problem {
 public:
  /// The number of items, primary and secondary.
  [[nodiscard]] std::uint32_t item_count() const noexcept { return item_names_.size(); }
  /// The number of primary items. Primary items come before all secondary items.
  [[nodiscard]] std::uint32_t primary_count() const noexcept { return primary_count_; }
  /// The number of secondary items. Secondary items come after all primary items.
  [[nodiscard]] std::uint32_t secondary_count() const noexcept {
    return item_count() - primary_count_;
  }
  /// The number of options of the problem. The handles of options are numbered from 0.
  [[nodiscard]] std::uint32_t option_count() const noexcept {
    return static_cast<std::uint32_t>(option_ends_.size());
  }
  /// The number of an option in messages and in files: its position, from 1, in the file that the
  /// problem was read from. The reader of a file drops some options, such as options without a
  /// primary item, so the problem does not contain these options. The number of a dropped option is
  /// not given to another option. For example, if the reader drops the second of three options, the
  /// remaining options have the numbers 1 and 3.
  [[nodiscard]] std::uint32_t number(OptionId option) const noexcept;
  /// The option whose number() is `number`; nullopt if no option has this number.
  [[nodiscard]] std::optional<OptionId> find_option(std::uint64_t number) const noexcept;
  /// The numbers of the options that the reader dropped, in ascending order; see number().
  [[nodiscard]] std::span<const std::uint32_t> dropped_numbers() const noexcept {
    return dropped_numbers_;
  }
  /// The number of options in the file that the problem was read from, including dropped options;
  /// see number().
  [[nodiscard]] std::uint32_t last_number() const noexcept {
    return option_count() + static_cast<std::uint32_t>(dropped_numbers_.size());
  }
  /// The total number of entries in all options, that is, of ones in the matrix.
  [[nodiscard]] std::size_t entry_count() const noexcept { return entry_items_.size(); }
  /// The number of colours that the options use, without `none`.
  [[nodiscard]] std::uint32_t colour_count() const noexcept { return colour_names_.size(); }

  /// Whether some option gives a colour to an item.
  [[nodiscard]] bool has_colours() const noexcept { return !entry_colours_.empty(); }
  /// Whether some item has bounds other than {1, 1}.
  [[nodiscard]] bool has_multiplicities() const noexcept { return !bounds_.empty(); }
  /// Whether some option has a cost other than 0.
  [[nodiscard]] bool has_costs() const noexcept { return !costs_.empty(); }

  /// Whether an item is primary, that is, must be covered as often as its bounds say.
  [[nodiscard]] bool is_primary(ItemId item) const noexcept { return index(item) < primary_count_; }
  /// The name of an item.
  [[nodiscard]] std::string_view name(ItemId item) const noexcept {
    return item_names_[index(item)];
  }
  /// The name of a colour; empty if the colour is `Colour::none`.
  [[nodiscard]] std::string_view name(Colour colour) const noexcept {
    return colour == Colour::none ? std::string_view{} : colour_names_[index(colour) - 1];
  }
  /// Whether some option has a name, as the variables of a linear program have.
  [[nodiscard]] bool has_option_names() const noexcept { return option_names_.size() != 0; }
  /// The name of an option; empty if the option has no name.
  [[nodiscard]] std::string_view name(OptionId option) const noexcept {
    return has_option_names() ? option_names_[index(option)] : std::string_view{};
  }
  /// The option with this name; nullopt if no option has this name.
  [[nodiscard]] std::optional<OptionId> find_option(std::string_view name) const;
  /// An option in messages and solutions: its number(), followed by its name if it has one. For
  /// example, "12" or "12 route_b".
  [[nodiscard]] std::string label(OptionId option) const;
  /// The smallest and largest number of times that a primary item must be covered.
  [[nodiscard]] Bounds bounds(ItemId primary) const noexcept {
    return bounds_.empty() ? Bounds{} : bounds_[index(primary)];
  }

  /// The items of an option, in the order in which they were given.
  [[nodiscard]] std::span<const ItemId> items(OptionId option) const noexcept {
    return std::span(entry_items_).subspan(start(option), size(option));
  }
  /// The colours of an option's items, in the order of items(); empty if the problem has no
  /// colours.
  [[nodiscard]] std::span<const Colour> colours(OptionId option) const noexcept {
    if (entry_colours_.empty()) return {};
    return std::span(entry_colours_).subspan(start(option), size(option));
  }
  /// The items and colours of an option.
  [[nodiscard]] Entries entries(OptionId option) const noexcept {
    return {items(option), colours(option)};
  }
  /// The colour that an option gives to its k-th item, where k counts from 0.
  [[nodiscard]] Colour colour(OptionId option, std::size_t k) const noexcept {
    return entry_colours_.empty() ? Colour::none : entry_colours_[start(option) + k];
  }
  /// The cost of an option in units of 10^-cost_places(). An option without a given cost costs 0.
  [[nodiscard]] std::int64_t cost(OptionId option) const noexcept {
    return costs_.empty() ? 0 : costs_[index(option)];
  }
  /// The number of decimal places of costs. For example, cost_places() is 2 if the costs were given
  /// as 0.25 and 3.
  [[nodiscard]] int cost_places() const noexcept { return cost_places_; }

  /// The approximate number of bytes that the problem has allocated on the heap.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  friend class ProblemBuilder;
  Problem() = default;

  [[nodiscard]] std::size_t start(OptionId option) const noexcept {
    return index(option) == 0 ? 0 : option_ends_[index(option) - 1];
  }
  [[nodiscard]] std::size_t size(OptionId option) const noexcept {
    return option_ends_[index(option)] - start(option);
  }

  NamePool item_names_;
  NamePool colour_names_;
  NamePool option_names_;  // for each option: its name, which may be empty; or no names at all
  std::uint32_t primary_count_ = 0;
  std::vector<Bounds> bounds_;  // for each primary item: its bounds; empty if all bounds are {1, 1}
  std::vector<std::uint32_t> option_ends_;
  std::vector<ItemId> entry_items_;
  std::vector<Colour> entry_colours_;  // for each entry: its colour; empty if no entry has a colour
  std::vector<std::int64_t> costs_;    // for each option: its cost; empty if all costs are 0
  int cost_places_ = 0;
  std::vector<std::uint32_t> dropped_numbers_;
};

}  // namespace dlx
