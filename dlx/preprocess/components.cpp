#include "dlx/preprocess/components.hpp"

#include <boost/pending/disjoint_sets.hpp>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>

#include "dlx/preprocess/subproblem.hpp"

namespace dlx::preprocess {
namespace {

constexpr std::uint32_t nowhere = ~std::uint32_t{0};

/// The items, divided into disjoint sets (union-find) such that all items of an option are in one
/// set. The disjoint sets need eight bytes for each item; a graph would need many bytes for each
/// entry.
class ItemSets {
 public:
  explicit ItemSets(const Problem& problem)
      : rank_(problem.item_count()),
        parent_(problem.item_count()),
        sets_(rank_.data(), parent_.data()),
        count_(problem.item_count()) {
    std::iota(parent_.begin(), parent_.end(), 0U);
    for (std::uint32_t o = 0; o < problem.option_count() && count_ > 1; ++o) {
      join(problem.items(OptionId{o}));
    }
  }
  [[nodiscard]] std::uint32_t count() const { return count_; }
  [[nodiscard]] std::uint32_t set_of(std::uint32_t item) { return sets_.find_set(item); }

 private:
  void join(std::span<const ItemId> items) {
    std::uint32_t root = sets_.find_set(index(items.front()));
    for (const ItemId item : items.subspan(1)) {
      const std::uint32_t other = sets_.find_set(index(item));
      if (other == root) continue;
      sets_.link(root, other);
      root = sets_.find_set(root);
      --count_;
    }
  }

  std::vector<std::uint32_t> rank_, parent_;
  boost::disjoint_sets<std::uint32_t*, std::uint32_t*> sets_;
  std::uint32_t count_;
};

}  // namespace

bool falls_apart(const Problem& problem) {
  return ItemSets(problem).count() > 1;
}

std::vector<Component> components(const Problem& problem) {
  const std::uint32_t items = problem.item_count();
  const std::uint32_t options = problem.option_count();
  ItemSets sets(problem);
  const std::uint32_t parts = sets.count();
  if (parts < 2) return {};

  std::vector<std::uint32_t> part_of_root(items, nowhere);
  std::vector<std::vector<ItemId>> items_of(parts);
  std::vector<std::vector<OptionId>> options_of(parts);
  std::uint32_t seen = 0;
  for (std::uint32_t i = 0; i < items; ++i) {
    std::uint32_t& part = part_of_root[sets.set_of(i)];
    if (part == nowhere) part = seen++;
    items_of[part].push_back(ItemId{i});
  }
  for (std::uint32_t o = 0; o < options; ++o) {
    const std::uint32_t first = index(problem.items(OptionId{o}).front());
    options_of[part_of_root[sets.set_of(first)]].push_back(OptionId{o});
  }

  Subproblems subproblems(problem);
  std::vector<Component> result;
  result.reserve(parts);
  for (std::uint32_t p = 0; p < parts; ++p) {
    result.push_back({subproblems.take(items_of[p], options_of[p]), std::move(options_of[p])});
  }
  return result;
}

}  // namespace dlx::preprocess
