#include "dlx/symmetry/symmetry_trace.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

namespace dlx {
namespace {

/// Where a permutation of options takes the items: known by their options and the colours there.
std::vector<ItemId> item_images(const Problem& problem, const OptionPermutation& images) {
  using Use = std::pair<std::uint32_t, std::uint32_t>;  // option, colour
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
    known.emplace(std::pair(bounds_of(i), before[i]), ItemId{i});
  }
  std::vector<ItemId> result;
  for (std::uint32_t i = 0; i < problem.item_count(); ++i) {
    std::sort(after[i].begin(), after[i].end());
    const auto found = known.find(std::pair(bounds_of(i), after[i]));
    if (found == known.end()) throw std::logic_error("a member of a group is no symmetry");
    result.push_back(found->second);
    known.erase(found);
  }
  return result;
}

}  // namespace

void trace_symmetry(Trace& trace, const Problem& problem, const OptionPermutation& images) {
  for (const ItemId image : item_images(problem, images)) trace.item(image);
  for (const OptionId image : images) trace.option(image);
}

}  // namespace dlx
