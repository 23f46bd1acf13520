#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "dlx/core/item_options.hpp"
#include "dlx/symmetry/automorphisms.hpp"

namespace dlx::symmetry {
namespace {

/// Collects, for each entry of an option, the colour that the entry gives to its item and the image
/// of this colour under a permutation.
class ColourImages {
 public:
  explicit ColourImages(const Problem& problem)
      : colours_(problem.colour_count() + std::size_t{1}), uses_(problem.entry_count()) {
    const std::vector<std::uint32_t> count = option_counts(problem);
    end_.resize(problem.item_count());
    std::exclusive_scan(count.begin(), count.end(), end_.begin(), std::size_t{0});
  }

  /// Records that an option gives a colour to an item, and the option's image gives colour `image`
  /// to the item's image.
  void add(ItemId item, Colour colour, Colour image) {
    uses_[end_[index(item)]++] = {colour, image};
  }

  /// Whether each colour of an item has only one image. If each colour has only one image,
  /// different colours have different images, because items on a cycle of the permutation have
  /// equally many colours.
  [[nodiscard]] bool are_unique() const {
    struct Image {
      std::uint32_t item = 0;  // the number of the item, from 1
      Colour colour = Colour::none;
    };
    std::vector<Image> image_of(colours_);
    std::size_t use = 0;
    for (std::uint32_t i = 0; i < end_.size(); ++i) {
      for (; use < end_[i]; ++use) {
        const auto [colour, image] = uses_[use];
        Image& known = image_of[index(colour)];
        if (known.item != i + 1) known = {i + 1, image};
        if (known.colour != image) return false;
      }
    }
    return true;
  }

 private:
  std::size_t colours_;
  // For each entry of an option, the colour and its image. The entries are sorted by item.
  std::vector<std::pair<Colour, Colour>> uses_;
  // For each item: the end of its entries in uses_ that were recorded so far.
  std::vector<std::size_t> end_;
};

}  // namespace

bool is_automorphism(const Problem& problem, const MatrixPermutation& permutation) {
  if (permutation.items.size() != problem.item_count() ||
      permutation.options.size() != problem.option_count()) {
    return false;
  }
  const auto is_permutation = [](const auto& images) {
    std::vector<bool> met(images.size());
    for (const auto image : images) {
      if (index(image) >= images.size() || met[index(image)]) return false;
      met[index(image)] = true;
    }
    return true;
  };
  if (!is_permutation(permutation.items) || !is_permutation(permutation.options)) return false;
  for (std::uint32_t i = 0; i < problem.item_count(); ++i) {
    const ItemId image = permutation.items[i];
    if (problem.is_primary(ItemId{i}) != problem.is_primary(image)) return false;
    if (problem.is_primary(image) && problem.bounds(ItemId{i}) != problem.bounds(image)) {
      return false;
    }
  }
  std::vector<Colour> colour(problem.item_count());
  // For each item: the number, from 1, of the last option whose image contains the item.
  std::vector<std::uint32_t> option_of(problem.item_count());
  std::optional<ColourImages> colour_images;
  if (problem.has_colours()) colour_images.emplace(problem);
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    const OptionId image = permutation.options[o];
    if (problem.items(OptionId{o}).size() != problem.items(image).size()) return false;
    if (problem.cost(OptionId{o}) != problem.cost(image)) return false;
    for (const auto [item, item_colour] : problem.entries(image)) {
      option_of[index(item)] = o + 1;
      colour[index(item)] = item_colour;
    }
    for (const auto [item, item_colour] : problem.entries(OptionId{o})) {
      const std::uint32_t item_image = index(permutation.items[index(item)]);
      if (option_of[item_image] != o + 1) return false;
      if (!colour_images) continue;
      const Colour colour_image = colour[item_image];
      if ((item_colour == Colour::none) != (colour_image == Colour::none)) return false;
      colour_images->add(item, item_colour, colour_image);
    }
  }
  return !colour_images || colour_images->are_unique();
}

}  // namespace dlx::symmetry
