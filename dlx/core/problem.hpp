#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "dlx/core/ids.hpp"
#include "dlx/core/name_pool.hpp"

namespace dlx {

/// How often a primary item must be covered: at_least ≤ times ≤ at_most. Exact cover is {1, 1}.
struct Bounds {
  std::uint32_t at_least = 1;  ///< 0: it need not be covered
  std::uint32_t at_most = 1;   ///< at least 1
  friend bool operator==(const Bounds&, const Bounds&) = default;
};

/// One item of an option, with its colour if it has one: `{a, {s, red}}` is a list of two.
struct Entry {
  ItemId item;    ///< an item of the problem
  Colour colour;  ///< `none`, or the colour of a secondary item
  /// An item alone is an entry without colour.
  Entry(ItemId i, Colour c = Colour::none) noexcept : item(i), colour(c) {}  // NOLINT: implicit
};

/// The entries of an option, for a loop over all of them.
class Entries {
 public:
  /// A place among the entries.
  class Iterator {
   public:
    /// A place at an item and its colour; null: the problem has no colours.
    Iterator(const ItemId* item, const Colour* colour) noexcept : item_(item), colour_(colour) {}
    /// The entry at this place.
    Entry operator*() const noexcept { return {*item_, colour_ ? *colour_ : Colour::none}; }
    /// Goes to the next entry.
    Iterator& operator++() noexcept {
      ++item_;
      if (colour_ != nullptr) ++colour_;
      return *this;
    }
    /// Whether the places differ.
    friend bool operator!=(Iterator a, Iterator b) noexcept { return a.item_ != b.item_; }

   private:
    const ItemId* item_;
    const Colour* colour_;
  };

  /// `colours`: one for each item, or empty.
  Entries(std::span<const ItemId> items, std::span<const Colour> colours) noexcept
      : items_(items), colours_(colours.empty() ? nullptr : colours.data()) {}
  /// The first entry, and the place after the last.
  /// @{
  [[nodiscard]] Iterator begin() const noexcept { return {items_.data(), colours_}; }
  [[nodiscard]] Iterator end() const noexcept { return {items_.data() + items_.size(), nullptr}; }
  /// @}

 private:
  std::span<const ItemId> items_;
  const Colour* colours_;
};

/// An exact-cover problem with colours, multiplicities and costs (Knuth, The Art of Computer
/// Programming, volume 4B, section 7.2.2.1). Immutable; made by ProblemBuilder, which guarantees:
///   - no option names an item twice, and every option has a primary item;
///   - only secondary items are coloured; only primary items have bounds other than {1, 1};
///   - names are unique, of visible characters without ':' and '|'.
///
/// A solution is a set of options in which each primary item occurs within its bounds, and each
/// secondary item occurs at most once without colour, or any number of times in one colour.
class Problem {
 public:
  /// Items, primary and secondary.
  [[nodiscard]] std::uint32_t item_count() const noexcept { return item_names_.size(); }
  /// The number of primary items, which come first.
  [[nodiscard]] std::uint32_t primary_count() const noexcept { return primary_count_; }
  /// The number of secondary items, which come after the primary ones.
  [[nodiscard]] std::uint32_t secondary_count() const noexcept {
    return item_count() - primary_count_;
  }
  /// The number of options; their handles count from 0.
  [[nodiscard]] std::uint32_t option_count() const noexcept {
    return static_cast<std::uint32_t>(option_ends_.size());
  }
  /// The number of an option for people, in messages and in files: counted from 1, as in the file
  /// that the problem was read from. Options that the reader dropped keep their numbers, and no
  /// option here has these.
  [[nodiscard]] std::uint32_t number(OptionId option) const noexcept;
  /// The option with that number; nothing if there is none.
  [[nodiscard]] std::optional<OptionId> find_option(std::uint64_t number) const noexcept;
  /// The numbers that no option has because the reader dropped it, ascending.
  [[nodiscard]] std::span<const std::uint32_t> dropped_numbers() const noexcept {
    return dropped_numbers_;
  }
  /// The largest number in the file: options here and options dropped.
  [[nodiscard]] std::uint32_t last_number() const noexcept {
    return option_count() + static_cast<std::uint32_t>(dropped_numbers_.size());
  }
  /// The number of entries of all options: the nodes of the matrix.
  [[nodiscard]] std::size_t entry_count() const noexcept { return entry_items_.size(); }
  /// Colours other than `none`.
  [[nodiscard]] std::uint32_t colour_count() const noexcept { return colour_names_.size(); }

  /// Whether some option gives a colour to an item.
  [[nodiscard]] bool has_colours() const noexcept { return !entry_colours_.empty(); }
  /// Whether some item has bounds other than {1, 1}.
  [[nodiscard]] bool has_multiplicities() const noexcept { return !bounds_.empty(); }
  /// Whether some option has a cost other than 0.
  [[nodiscard]] bool has_costs() const noexcept { return !costs_.empty(); }

  /// Whether an item must be covered within its bounds.
  [[nodiscard]] bool is_primary(ItemId item) const noexcept { return index(item) < primary_count_; }
  /// The name of an item, as it was declared.
  [[nodiscard]] std::string_view name(ItemId item) const noexcept {
    return item_names_[index(item)];
  }
  /// The name of a colour; empty for `Colour::none`.
  [[nodiscard]] std::string_view name(Colour colour) const noexcept {
    return colour == Colour::none ? std::string_view{} : colour_names_[index(colour) - 1];
  }
  /// The bounds of a primary item.
  [[nodiscard]] Bounds bounds(ItemId primary) const noexcept {
    return bounds_.empty() ? Bounds{} : bounds_[index(primary)];
  }

  /// The items of an option, in the order they were given.
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
  /// The colour of an option's k-th item, from 0.
  [[nodiscard]] Colour colour(OptionId option, std::size_t k) const noexcept {
    return entry_colours_.empty() ? Colour::none : entry_colours_[start(option) + k];
  }
  /// The cost of an option, in units of 10^-cost_places(); 0 unless it was given one.
  [[nodiscard]] std::int64_t cost(OptionId option) const noexcept {
    return costs_.empty() ? 0 : costs_[index(option)];
  }
  /// Digits behind the point of costs: 2 where costs were given as 0.25 and 3.
  [[nodiscard]] int cost_places() const noexcept { return cost_places_; }

  /// Bytes held on the heap, roughly.
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
  std::uint32_t primary_count_ = 0;
  std::vector<Bounds> bounds_;  // a primary item each; empty if all are {1, 1}
  std::vector<std::uint32_t> option_ends_;
  std::vector<ItemId> entry_items_;
  std::vector<Colour> entry_colours_;  // an entry each; empty if none is coloured
  std::vector<std::int64_t> costs_;    // an option each; empty if all are 0
  int cost_places_ = 0;
  std::vector<std::uint32_t> dropped_numbers_;
};

}  // namespace dlx
