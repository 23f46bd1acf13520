// First choices are the options with which a search begins, one for each class under symmetry. They
// are simplest for an item that every member of a symmetry group maps to itself: each orbit of the
// item's options has one first choice. A set of items that every member maps to itself, such as the
// two middle rows of a board, is useful in the same way. Such sets are found from options alone: a
// permutation of options maps one item to another if it maps the set of options of the first item
// to the set of options of the second item. A beginning is a set of options that covers such a set
// of items. Every solution contains exactly one beginning, and a member that maps the set of items
// to itself maps beginnings to beginnings.

#include "dlx/symmetry/beginnings.hpp"

#include <algorithm>
#include <utility>

#include "dlx/core/item_options.hpp"

namespace dlx::symmetry {
namespace {

/// Whether no item that two options share forbids a solution with both options.
bool go_together(const Problem& problem, OptionId a, OptionId b) {
  for (const auto [item, colour] : problem.entries(a)) {
    for (const auto [other, other_colour] : problem.entries(b)) {
      if (item != other) continue;
      if (problem.is_primary(item) ? problem.bounds(item).at_most == 1
                                   : colour == Colour::none || colour != other_colour) {
        return false;
      }
    }
  }
  return true;
}

class Enumeration {
 public:
  Enumeration(const Problem& problem, const ItemImages& images, std::span<const ItemId> items,
              std::size_t most)
      : problem_(problem), images_(images), items_(items), most_(most) {}

  std::optional<std::vector<Beginning>> run() {
    if (!cover(0)) return {};
    std::sort(found_.begin(), found_.end());
    return std::move(found_);
  }

 private:
  /// Covers the items in items_ from the k-th item on in all possible ways. Returns false if more
  /// than most_ sets of options cover these items.
  bool cover(std::size_t k) {
    while (k < items_.size() && is_covered(items_[k])) ++k;
    if (k == items_.size()) {
      if (found_.size() == most_) return false;
      Beginning& beginning = found_.emplace_back(chosen_);
      std::sort(beginning.begin(), beginning.end());
      return true;
    }
    for (const OptionId option : images_.options(items_[k])) {
      const auto agrees = [&](OptionId other) { return go_together(problem_, option, other); };
      if (!std::all_of(chosen_.begin(), chosen_.end(), agrees)) continue;
      chosen_.push_back(option);
      const bool few = cover(k + 1);
      chosen_.pop_back();
      if (!few) return false;
    }
    return true;
  }

  [[nodiscard]] bool is_covered(ItemId item) const {
    const auto& options = images_.options(item);
    return std::any_of(chosen_.begin(), chosen_.end(), [&](OptionId o) {
      return std::binary_search(options.begin(), options.end(), o);
    });
  }

  const Problem& problem_;
  const ItemImages& images_;
  std::span<const ItemId> items_;
  std::size_t most_;
  Beginning chosen_ = {};
  std::vector<Beginning> found_ = {};
};

}  // namespace

ItemImages::ItemImages(const Problem& problem, const OptionSymmetries& group)
    : group_(&group),
      options_(options_of_primary_items(problem)),
      has_item_(problem.option_count()) {
  for (std::uint32_t i = 0; i < problem.primary_count(); ++i) {
    auto& options = options_[i];
    const auto is_same = [&](ItemId before) { return options_[index(before)] == options; };
    const bool once = problem.bounds(ItemId{i}) == Bounds{};
    bool known = false;
    if (once && !options.empty()) {
      for (const ItemId other : problem.items(options[0])) {
        known |= problem.is_primary(other) && index(other) < i && is_same(other);
      }
    }
    if (!once || known) options.clear();
    if (!options.empty()) items_.push_back(ItemId{i});
  }
}

void ItemImages::find_images(const Problem& problem) {
  for (const OptionPermutation& member : group_->members()) {
    auto& images = image_.emplace_back(problem.primary_count());
    for (const ItemId item : items_) images[index(item)] = find_image(problem, member, item);
  }
}

std::optional<ItemId> ItemImages::find_image(const Problem& problem,
                                             const OptionPermutation& member, ItemId item) const {
  const auto& item_options = options(item);
  for (const ItemId image : problem.items(member[index(item_options[0])])) {
    if (!problem.is_primary(image)) continue;
    const auto& image_options = options(image);
    const auto arrives = [&](OptionId o) {
      return std::binary_search(image_options.begin(), image_options.end(), member[index(o)]);
    };
    if (image_options.size() == item_options.size() &&
        std::all_of(item_options.begin(), item_options.end(), arrives)) {
      return image;
    }
  }
  return {};
}

std::optional<ItemId> ItemImages::image(std::size_t member, ItemId item) const {
  return image_[member][index(item)];
}

std::vector<ItemId> ItemImages::orbit(ItemId item) const {
  std::vector<ItemId> images;
  for (const auto& image : image_) {
    if (image[index(item)]) images.push_back(*image[index(item)]);
  }
  std::sort(images.begin(), images.end());
  images.erase(std::unique(images.begin(), images.end()), images.end());
  return images;
}

std::vector<const OptionPermutation*> ItemImages::keeping(ItemId item) {
  const auto& item_options = options(item);
  for (const OptionId o : item_options) has_item_[index(o)] = 1;
  std::vector<const OptionPermutation*> members;
  for (const OptionPermutation& member : group_->members()) {
    const auto stays = [&](OptionId o) { return has_item_[index(member[index(o)])] != 0; };
    if (std::all_of(item_options.begin(), item_options.end(), stays)) members.push_back(&member);
  }
  for (const OptionId o : item_options) has_item_[index(o)] = 0;
  return members;
}

std::vector<const OptionPermutation*> ItemImages::keeping(std::span<const ItemId> items) const {
  std::vector<const OptionPermutation*> members;
  for (std::size_t m = 0; m < image_.size(); ++m) {
    const auto stays = [&](ItemId item) {
      const auto to = image(m, item);
      return to && std::binary_search(items.begin(), items.end(), *to);
    };
    if (std::all_of(items.begin(), items.end(), stays)) members.push_back(&group_->members()[m]);
  }
  return members;
}

std::optional<std::vector<Beginning>> ItemImages::beginnings(const Problem& problem,
                                                             std::span<const ItemId> items,
                                                             std::size_t most) const {
  return Enumeration(problem, *this, items, most).run();
}

std::vector<BeginningOrbit> orbits_of(std::span<const Beginning> beginnings,
                                      std::span<const OptionPermutation* const> members) {
  std::vector<BeginningOrbit> orbits;
  std::vector<bool> met(beginnings.size());
  Beginning image;
  for (std::size_t k = 0; k < beginnings.size(); ++k) {
    if (met[k]) continue;
    std::uint64_t size = 0;
    for (const OptionPermutation* member : members) {
      image.clear();
      for (const OptionId option : beginnings[k]) image.push_back((*member)[index(option)]);
      std::sort(image.begin(), image.end());
      const auto place = static_cast<std::size_t>(
          std::lower_bound(beginnings.begin(), beginnings.end(), image) - beginnings.begin());
      if (met[place]) continue;
      met[place] = true;
      ++size;
    }
    orbits.push_back({beginnings[k], size});
  }
  return orbits;
}

}  // namespace dlx::symmetry
