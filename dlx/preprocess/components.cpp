#include "dlx/preprocess/components.hpp"

#include <boost/pending/disjoint_sets.hpp>
#include <cstdint>
#include <numeric>
#include <utility>

#include "dlx/preprocess/subproblem.hpp"

namespace dlx {
namespace {

constexpr std::uint32_t nowhere = ~std::uint32_t{0};

}  // namespace

std::vector<Component> components(const Problem& problem) {
  const std::uint32_t items = problem.item_count();
  const std::uint32_t options = problem.option_count();

  // Disjoint sets take eight bytes an item; a graph of the entries would take many for each entry.
  std::vector<std::uint32_t> rank(items);
  std::vector<std::uint32_t> parent(items);
  std::iota(parent.begin(), parent.end(), 0U);
  boost::disjoint_sets sets(rank.data(), parent.data());
  std::uint32_t parts = items;
  for (std::uint32_t o = 0; o < options && parts > 1; ++o) {
    const auto option_items = problem.items(OptionId{o});
    std::uint32_t root = sets.find_set(index(option_items.front()));
    for (const ItemId item : option_items.subspan(1)) {
      const std::uint32_t other = sets.find_set(index(item));
      if (other == root) continue;
      sets.link(root, other);
      root = sets.find_set(root);
      --parts;
    }
  }
  if (parts < 2) return {};

  std::vector<std::uint32_t> part_of_root(items, nowhere);
  std::vector<std::vector<ItemId>> items_of(parts);
  std::vector<std::vector<OptionId>> options_of(parts);
  std::uint32_t seen = 0;
  for (std::uint32_t i = 0; i < items; ++i) {
    std::uint32_t& part = part_of_root[sets.find_set(i)];
    if (part == nowhere) part = seen++;
    items_of[part].push_back(ItemId{i});
  }
  for (std::uint32_t o = 0; o < options; ++o) {
    const std::uint32_t first = index(problem.items(OptionId{o}).front());
    options_of[part_of_root[sets.find_set(first)]].push_back(OptionId{o});
  }

  Subproblems subproblems(problem);
  std::vector<Component> result;
  result.reserve(parts);
  for (std::uint32_t p = 0; p < parts; ++p) {
    result.push_back({subproblems.take(items_of[p], options_of[p]), std::move(options_of[p])});
  }
  return result;
}

}  // namespace dlx
