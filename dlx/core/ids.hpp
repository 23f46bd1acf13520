#pragma once

#include <concepts>
#include <cstdint>
#include <vector>

/// Handles for the items, options and colours of a Problem. Items and options have distinct handle
/// types, so an option cannot be passed as an item. A handle is as cheap as an integer.
namespace dlx {

/// Defined in dlx/core/problem.hpp. A header that only passes problems on does not need the
/// definition, so its users are not compiled again when the definition changes.
class Problem;

/// An item of a Problem; items are numbered from 0 in the order of their declaration. All primary
/// items come before all secondary items.
enum class ItemId : std::uint32_t {};

/// An option of a Problem; options are numbered from 0 in the order they were added. Commands and
/// files show Problem::number(), which counts from 1.
enum class OptionId : std::uint32_t {};

/// A colour that an option gives to a secondary item.
enum class Colour : std::uint32_t {
  /// An entry with the colour `none` covers its item without colour, so no other chosen option may
  /// contain the item.
  none = 0,
};

template <class T>
concept Id = std::same_as<T, ItemId> || std::same_as<T, OptionId> || std::same_as<T, Colour>;

/// The number that a handle stands for. Items and options are numbered from 0. Colours are numbered
/// from 1, and `Colour::none` is 0.
template <Id T>
[[nodiscard]] constexpr std::uint32_t index(T id) noexcept {
  return static_cast<std::uint32_t>(id);
}

/// The first `count` handles in ascending order. As a permutation, this list is the identity.
template <Id T>
[[nodiscard]] std::vector<T> first_ids(std::uint32_t count) {
  std::vector<T> ids(count);
  for (std::uint32_t k = 0; k < count; ++k) ids[k] = T{k};
  return ids;
}

}  // namespace dlx
