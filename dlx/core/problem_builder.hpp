#pragma once

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

/// A fault that ProblemBuilder refuses, and its place. what() names the option and the item.
class ProblemError : public std::invalid_argument {
 public:
  /// Kinds of faults.
  enum class Kind {
    empty_name,  ///< a name without characters
    /// A blank, an invisible character, ':' or '|' in a name, or invalid UTF-8.
    illegal_character,
    name_too_long,      ///< a name of more than ProblemBuilder::longest_name bytes
    duplicate_name,     ///< two items of one name
    wrong_order,        ///< a primary item after a secondary one, or an item after an option
    bad_bounds,         ///< bounds of which none, or no number but 0, is within
    unknown_item,       ///< an item that this builder has not declared
    duplicate_item,     ///< an item twice in one option
    unknown_colour,     ///< a colour that this builder has not made
    colour_on_primary,  ///< a primary item with a colour
    no_primary_item,    ///< an option without primary item, which could never be chosen
    too_large,          ///< more items, options and entries than 31 bits number
    bad_cost,           ///< costs that do not fit into 64 bits at the places of all others
  };

  /// `message`: the text for what(). `entry`: the position in the option, from 0.
  ProblemError(Kind kind, const std::string& message, std::optional<std::size_t> entry = {})
      : std::invalid_argument(message), kind_(kind), entry_(entry) {}

  /// The kind of the fault.
  [[nodiscard]] Kind kind() const noexcept { return kind_; }
  /// The position, from 0, of the offending entry in the option that was being added.
  [[nodiscard]] std::optional<std::size_t> entry() const noexcept { return entry_; }

 private:
  Kind kind_;
  std::optional<std::size_t> entry_;
};

/// Makes Problems, and is the only place that validates them. Declare the primary items, then the
/// secondary items, then the options: numbers then follow the order of declaration.
/// Every member function that throws ProblemError leaves the builder as it was. After
/// std::bad_alloc the builder may only be assigned to or destroyed.
class ProblemBuilder {
 public:
  /// Names may have any visible characters (UTF-8) but ':' and '|', up to this many bytes.
  static constexpr std::size_t longest_name = 65'536;

  /// Starts with nothing declared.
  ProblemBuilder();
  /// Starts with items that have their numbers as names: "0", "1" and so on, the primary items
  /// first, to be covered once. More items cannot be declared. Takes a fraction of the time that
  /// names take. Throws ProblemError for too many items.
  [[nodiscard]] static ProblemBuilder numbered(std::uint32_t primary, std::uint32_t secondary = 0);
  /// A moved-from builder may only be assigned to or destroyed.
  /// @{
  ProblemBuilder(ProblemBuilder&&) noexcept;
  ProblemBuilder& operator=(ProblemBuilder&&) noexcept;
  /// @}
  ~ProblemBuilder();

  /// Declares an item that must be covered within the bounds.
  ItemId primary(std::string_view name, Bounds bounds = {});
  /// Declares an item that may be covered once, or several times in one colour.
  ItemId secondary(std::string_view name);
  /// The colour of this name. Equal names are one colour.
  Colour colour(std::string_view name);

  /// Adds an option. Options with equal items are distinct. Lower costs are better. If a cost has
  /// more places than earlier costs, all costs are converted to finer units; throws ProblemError if
  /// they do not fit into 64 bits.
  OptionId option(std::span<const Entry> entries, Decimal cost = {});
  /// Adds an option with entries written in place, or with a whole cost.
  /// @{
  OptionId option(std::initializer_list<Entry> entries, std::int64_t cost = 0) {
    return option(std::span(entries.begin(), entries.size()), Decimal{cost});
  }
  OptionId option(std::span<const Entry> entries, std::int64_t cost) {
    return option(entries, Decimal{cost});
  }
  /// @}

  /// Adds options without colours and costs, one after another: for each option the number of its
  /// items, then the numbers of these items. Makes the checks of option(). Throws
  /// std::invalid_argument if the numbers end within an option.
  void options(std::span<const std::uint32_t> numbers);

  /// Gives the next number to no option: the source has an option there that is dropped. Options
  /// added later keep the numbers that they have in the source; see Problem::number(). Throws
  /// ProblemError for too many options.
  void drop_option();
  /// The problem with other numbers: those that options would have if `dropped`, ascending from 1,
  /// had been dropped between them. Throws std::invalid_argument if they are not ascending, or if
  /// one is larger than Problem::last_number() would be.
  [[nodiscard]] static Problem with_dropped(Problem problem, std::vector<std::uint32_t> dropped);

  /// The problem with the cost 1 for each option, in place of its own: a solution of least cost
  /// then has the fewest options.
  [[nodiscard]] static Problem with_unit_costs(Problem problem);

  /// The problem in which primary items that must be covered once may be covered more often, as in
  /// a set cover, or not at all, as in a packing.
  /// @{
  [[nodiscard]] static Problem with_covers(Problem problem);
  [[nodiscard]] static Problem with_packings(Problem problem);
  /// @}

  /// The item of a name; nothing if there is none.
  [[nodiscard]] std::optional<ItemId> find_item(std::string_view name) const;
  /// Options added so far.
  [[nodiscard]] std::uint32_t option_count() const noexcept;

  /// The finished problem. The builder is then as new.
  [[nodiscard]] Problem build() &&;

 private:
  /// Removes the bounds if all items must be covered once.
  [[nodiscard]] static Problem without_needless_bounds(Problem problem);

  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace dlx
