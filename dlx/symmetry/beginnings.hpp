#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/core/symmetry.hpp"

namespace dlx::symmetry {

/// A set of options, in ascending order, that covers certain items exactly. Each option of the set
/// contains at least one of these items.
using Beginning = std::vector<OptionId>;

/// The images under the members of a group of the primary items that must be covered once. An item
/// is left out if it has the same options as an earlier item.
class ItemImages {
 public:
  /// Finds the items and their options, but not yet the images. The group must outlive this object.
  ItemImages(const Problem& problem, const OptionSymmetries& group);
  /// Finds the images of items. find_images() must be called before image(), orbit(), and keeping()
  /// of several items. An item has no image under a member that maps the set of the item's options
  /// to a set of options that no item has.
  void find_images(const Problem& problem);

  /// The items that are not left out and have options, in ascending order.
  [[nodiscard]] const std::vector<ItemId>& items() const noexcept { return items_; }
  /// The options of an item, in ascending order. The item must be one of items().
  [[nodiscard]] const std::vector<OptionId>& options(ItemId item) const {
    return options_[index(item)];
  }
  /// The item whose options are the images of the options of `item` under the member with the
  /// number `member`; nullopt if there is no such item.
  [[nodiscard]] std::optional<ItemId> image(std::size_t member, ItemId item) const;
  /// The images of an item under all members of the group, in ascending order.
  [[nodiscard]] std::vector<ItemId> orbit(ItemId item) const;
  /// The members of the group that map an item to itself.
  [[nodiscard]] std::vector<const OptionPermutation*> keeping(ItemId item);
  /// The members of the group that map this set of items (in ascending order) to itself.
  [[nodiscard]] std::vector<const OptionPermutation*> keeping(std::span<const ItemId> items) const;

  /// All sets of options that cover exactly these items (see Beginning), in sorted order. Returns
  /// nothing if there are more than `most` sets.
  [[nodiscard]] std::optional<std::vector<Beginning>> beginnings(const Problem& problem,
                                                                 std::span<const ItemId> items,
                                                                 std::size_t most) const;

 private:
  [[nodiscard]] std::optional<ItemId> find_image(const Problem& problem,
                                                 const OptionPermutation& member,
                                                 ItemId item) const;

  const OptionSymmetries* group_;
  std::vector<ItemId> items_;
  // For each primary item: its options; empty if the item is left out.
  std::vector<std::vector<OptionId>> options_;
  // For each option, while keeping() looks at an item: 1 if the option has the item. Otherwise 0.
  std::vector<char> has_item_;
  // For each member of the group and each primary item: the image of the item; empty if the item
  // has no image under the member, or is left out.
  std::vector<std::vector<std::optional<ItemId>>> image_;
};

/// An orbit of sets of options (see Beginning) under a group: the first set, and the size of the
/// orbit.
struct BeginningOrbit {
  Beginning first;
  std::uint64_t size;
};

/// Finds the orbits of sets of options (see Beginning) under members of a group. `beginnings` must
/// be sorted, and every member must map beginnings to beginnings.
[[nodiscard]] std::vector<BeginningOrbit> orbits_of(
    std::span<const Beginning> beginnings, std::span<const OptionPermutation* const> members);

}  // namespace dlx::symmetry
