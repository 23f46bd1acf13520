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

#include "dlx/core/problem.hpp"

namespace dlx {

/// One item of an option, with its colour if it has one: `{a, {s, red}}` is a list of two.
struct Entry {
  ItemId item;
  Colour colour;
  Entry(ItemId i, Colour c = Colour::none) noexcept : item(i), colour(c) {}  // NOLINT: implicit
};

/// What ProblemBuilder refuses, and where. what() names the option and the item.
class ProblemError : public std::invalid_argument {
 public:
  enum class Kind {
    empty_name,
    illegal_character,
    name_too_long,
    duplicate_name,
    wrong_order,
    bad_bounds,
    unknown_item,
    duplicate_item,
    unknown_colour,
    colour_on_primary,
    no_primary_item,
    too_large,
  };

  ProblemError(Kind kind, const std::string& message, std::optional<std::size_t> entry = {})
      : std::invalid_argument(message), kind_(kind), entry_(entry) {}

  [[nodiscard]] Kind kind() const noexcept { return kind_; }
  /// The position, from 0, of the offending entry in the option that was being added.
  [[nodiscard]] std::optional<std::size_t> entry() const noexcept { return entry_; }

 private:
  Kind kind_;
  std::optional<std::size_t> entry_;
};

/// Makes Problems, and is the only place that validates them. Declare the primary items, then the
/// secondary items, then the options: numbers then follow the order of declaration.
/// Every member function throws ProblemError and then leaves the builder as it was.
class ProblemBuilder {
 public:
  /// Names may have any visible characters (UTF-8) but ':' and '|', up to this many bytes.
  static constexpr std::size_t longest_name = 65'536;

  ProblemBuilder();
  ProblemBuilder(ProblemBuilder&&) noexcept;
  ProblemBuilder& operator=(ProblemBuilder&&) noexcept;
  ~ProblemBuilder();

  /// Declares an item that must be covered within the bounds.
  ItemId primary(std::string_view name, Bounds bounds = {});
  /// Declares an item that may be covered once, or several times in one colour.
  ItemId secondary(std::string_view name);
  /// The colour of that name; the same name is the same colour.
  Colour colour(std::string_view name);

  /// Adds an option; options with the same items are distinct. Costs are integers, lower is better.
  OptionId option(std::span<const Entry> entries, std::int64_t cost = 0);
  OptionId option(std::initializer_list<Entry> entries, std::int64_t cost = 0) {
    return option(std::span(entries.begin(), entries.size()), cost);
  }

  [[nodiscard]] std::optional<ItemId> find_item(std::string_view name) const;
  [[nodiscard]] std::uint32_t option_count() const noexcept;

  /// The finished problem. The builder is then as new.
  [[nodiscard]] Problem build() &&;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace dlx
