#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "dlx/core/decimal.hpp"
#include "dlx/core/problem.hpp"

namespace dlx {

/// Thrown by ProblemBuilder for invalid input. what() names the option and the item at fault.
class ProblemError : public std::invalid_argument {
 public:
  /// The kinds of faults that ProblemBuilder finds in its input.
  enum class Kind {
    empty_name,  ///< the name has no characters
    /// The name contains a blank, an invisible character, ':' or '|', or is invalid UTF-8.
    illegal_character,
    name_too_long,   ///< the name has more than ProblemBuilder::longest_name bytes
    duplicate_name,  ///< two items, or two options, have equal names
    /// A primary item was declared after a secondary item, or an item after an option.
    wrong_order,
    bad_bounds,         ///< bounds have at_least > at_most, or at_most = 0
    unknown_item,       ///< an option contains an item that this builder has not declared
    duplicate_item,     ///< an option contains the same item twice
    unknown_colour,     ///< an option uses a colour that this builder has not made
    colour_on_primary,  ///< an option gives a colour to a primary item
    no_primary_item,    ///< an option has no primary item, so the option is useless in a cover
    too_large,          ///< items, options and entries together are more than 2^31
    bad_cost,           ///< costs, converted to their common unit, exceed 64 bits
  };

  /// Constructs an error. `message` is the text of what(). `entry` is the position, from 0, of the
  /// invalid entry in the option.
  ProblemError(Kind kind, const std::string& message, std::optional<std::size_t> entry = {})
      : std::invalid_argument(message), kind_(kind), entry_(entry) {}

  /// The kind of fault that the error reports.
  [[nodiscard]] Kind kind() const noexcept { return kind_; }
  /// The position, from 0, of the invalid entry in the option that was being added; for an error of
  /// with_option_names(), the option with the invalid name. nullopt for other faults.
  [[nodiscard]] std::optional<std::size_t> entry() const noexcept { return entry_; }

 private:
  Kind kind_;
  std::optional<std::size_t> entry_;
};

/// Makes Problems. All validation of problems happens in this class. Declare the primary items
/// first, then the secondary items, then the options. Items and options are numbered in the order
/// of their declaration. A member function that throws ProblemError leaves the builder unchanged.
/// After std::bad_alloc the builder may only be assigned to or destroyed.
class ProblemBuilder {
 public:
  /// The maximum length of a name in bytes. A name may contain all visible characters (UTF-8)
  /// except ':' and '|'.
  static constexpr std::size_t longest_name = 65'536;

  /// Constructs a builder without items, colours and options.
  ProblemBuilder();
  /// A builder whose items are declared already; their names are their numbers: "0", "1" and so on.
  /// The first `primary` items are primary and must be covered once; the other items are secondary.
  /// Further items cannot be declared. numbered() is much faster than declaring each item by name.
  /// Throws ProblemError for too many items.
  [[nodiscard]] static ProblemBuilder numbered(std::uint32_t primary, std::uint32_t secondary = 0);
  /// A builder that has been moved from may only be assigned to or destroyed.
  /// @{
  ProblemBuilder(ProblemBuilder&&) noexcept;
  ProblemBuilder& operator=(ProblemBuilder&&) noexcept;
  /// @}
  ~ProblemBuilder();

  /// Declares a primary item, which must be covered within the bounds.
  ItemId primary(std::string_view name, Bounds bounds = {});
  /// Declares a secondary item, which may be covered once, or several times in one colour.
  ItemId secondary(std::string_view name);
  /// The colour with this name, which is created by the first call. Two calls with equal names
  /// return the same colour.
  Colour colour(std::string_view name);

  /// Adds an option. Two options with equal items are distinct options. Lower costs are better. If
  /// a cost has more decimal places than earlier costs, all costs are converted to the finer unit.
  /// Throws ProblemError if a cost in the finer unit exceeds 64 bits.
  OptionId option(std::span<const Entry> entries, Decimal cost = {});
  /// Adds an option, with its entries as an initializer list or with an integer cost.
  /// @{
  OptionId option(std::initializer_list<Entry> entries, std::int64_t cost = 0) {
    return option(std::span(entries.begin(), entries.size()), Decimal{cost});
  }
  OptionId option(std::span<const Entry> entries, std::int64_t cost) {
    return option(entries, Decimal{cost});
  }
  OptionId option(std::initializer_list<Entry> entries, Decimal cost) {
    return option(std::span(entries.begin(), entries.size()), cost);
  }
  /// @}
  /// These overloads are deleted, because a floating-point cost would be rounded. For example,
  /// write a cost of 2.5 as Decimal{25, 1}.
  /// @{
  template <std::floating_point Cost>
  OptionId option(std::initializer_list<Entry> entries, Cost cost) = delete;
  template <std::floating_point Cost>
  OptionId option(std::span<const Entry> entries, Cost cost) = delete;
  /// @}

  /// Adds several options without colours and costs. `numbers` contains, for each option, the
  /// number of its items and then the numbers of these items. For example, {2, 0, 3, 1, 4} adds an
  /// option with items 0 and 3 and an option with item 4. Performs all checks that option()
  /// performs. Throws std::invalid_argument if `numbers` ends within an option.
  void options(std::span<const std::uint32_t> numbers);

  /// Skips one option number, because the option at this position of the source is dropped. So
  /// options that are added later get the numbers of their positions in the source; see
  /// Problem::number(). Throws ProblemError for too many options.
  void drop_option();
  /// Returns the problem with new numbers for its options: the numbers that they would have if a
  /// reader had dropped the options with the numbers `dropped`. `dropped` is in ascending order and
  /// counts from 1. For example, three options with `dropped` = {2} get the numbers 1, 3 and 4.
  /// Throws std::invalid_argument if `dropped` is not ascending, or if one of its numbers exceeds
  /// the resulting Problem::last_number().
  [[nodiscard]] static Problem with_dropped(Problem problem, std::vector<std::uint32_t> dropped);

  /// Returns the problem with new names for its options. `names` has a name for each option, which
  /// is empty for an option without a name. All other names must be distinct, and consist of
  /// visible characters (UTF-8). Throws ProblemError, with the index of the option as
  /// ProblemError::entry(), for a name that is not allowed; std::invalid_argument if the number of
  /// names is wrong.
  [[nodiscard]] static Problem with_option_names(Problem problem,
                                                 std::span<const std::string> names);

  /// The problem with the cost of every option replaced by 1. A solution of least cost is then a
  /// solution with the fewest options.
  [[nodiscard]] static Problem with_unit_costs(Problem problem);

  /// Returns the problem with relaxed bounds. Only the primary items that must be covered exactly
  /// once get new bounds. with_covers() allows such items to be covered more often, as in a set
  /// cover. with_packings() allows such items to remain uncovered, as in a packing.
  /// @{
  [[nodiscard]] static Problem with_covers(Problem problem);
  [[nodiscard]] static Problem with_packings(Problem problem);
  /// @}

  /// The item with the name `name`; nullopt if no item has this name.
  [[nodiscard]] std::optional<ItemId> find_item(std::string_view name) const;
  /// The number of options added to the builder so far.
  [[nodiscard]] std::uint32_t option_count() const noexcept;

  /// Returns the problem built from all items and options declared so far, and resets the builder.
  [[nodiscard]] Problem build() &&;

 private:
  /// Returns the problem with an empty list of bounds if all primary items must be covered exactly
  /// once.
  [[nodiscard]] static Problem without_needless_bounds(Problem problem);

  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace dlx
