#include "dlx/symmetry/symmetry_trace.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

namespace dlx::symmetry {
namespace {

// One use of an item: an option that contains the item, and the colour that the option gives to the
// item.
using Use = std::pair<std::uint32_t, std::uint32_t>;

/// Sorts the uses of an item, and numbers its colours from 1 in the order of their first use. So
/// the uses of two items are equal if the items have the same options and the colours partition
/// these options in the same way.
void normalise(std::vector<Use>& uses) {
  std::sort(uses.begin(), uses.end());
  std::map<std::uint32_t, std::uint32_t> numbers;
  for (auto& [option, colour] : uses) {
    if (colour == index(Colour::none)) continue;
    const auto next = static_cast<std::uint32_t>(numbers.size()) + 1;
    colour = numbers.try_emplace(colour, next).first->second;
  }
}

/// The images of the items under a permutation of options. The image of an item is found as the
/// item whose options, with their colours, are the images of the item's options.
std::vector<ItemId> item_images(const Problem& problem, const OptionPermutation& images) {
  std::vector<std::vector<Use>> before(problem.item_count());
  std::vector<std::vector<Use>> after(problem.item_count());
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    for (const auto [item, colour] : problem.entries(OptionId{o})) {
      before[index(item)].emplace_back(o, index(colour));
      after[index(item)].emplace_back(index(images[o]), index(colour));
    }
  }
  const auto bounds_of = [&](std::uint32_t i) {
    if (!problem.is_primary(ItemId{i})) return std::pair(0U, 0U);
    const Bounds b = problem.bounds(ItemId{i});
    return std::pair(b.at_least, b.at_most);
  };
  std::multimap<std::pair<std::pair<std::uint32_t, std::uint32_t>, std::vector<Use>>, ItemId> known;
  for (std::uint32_t i = 0; i < problem.item_count(); ++i) {
    normalise(before[i]);
    known.emplace(std::pair(bounds_of(i), std::move(before[i])), ItemId{i});
  }
  std::vector<ItemId> result;
  for (std::uint32_t i = 0; i < problem.item_count(); ++i) {
    normalise(after[i]);
    const auto found = known.find(std::pair(bounds_of(i), after[i]));
    if (found == known.end()) throw std::logic_error("a member of a group is not a symmetry");
    result.push_back(found->second);
    known.erase(found);
  }
  return result;
}

}  // namespace

void trace_symmetry(search::Trace& trace, const Problem& problem, const OptionPermutation& images) {
  for (const ItemId image : item_images(problem, images)) trace.item(image);
  for (const OptionId image : images) trace.option(image);
}

}  // namespace dlx::symmetry
