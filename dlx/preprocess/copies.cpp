// Copies are primary items that can be exchanged: for each option with one copy there is an option
// with the other copy that has the same remaining entries. In a solution, each copy is covered by
// as many options as its bounds say. If these options are distributed among the copies differently,
// with the same number for each copy, the result is a solution too. So the copies can be merged
// into one item, whose bounds are the sums of the bounds of the copies. If n options cover the
// merged item, and each copy needs one option, a solution of the merged problem represents n!
// solutions. If the copies need several options each, the number of represented solutions is a
// multinomial coefficient.
//
// Copies are merged only if two more conditions hold. First, the lower and the upper bound of each
// copy must be equal, because otherwise the number of distributions depends on the solution.
// Second, no solution may cover two copies by options with the same remaining entries, because the
// merged problem has only one such option. So each option must have an entry that excludes a second
// option: a primary item with an upper bound of 1, or a secondary item without colour. (No option
// contains two copies a and b. Otherwise b would be one of the remaining entries of this option of
// a, and the corresponding option of b would contain b twice, which is impossible.)
//
// Rejected alternatives. The exchanges of copies could be used as symmetries, because the program
// nauty finds them. But a group with k! members for k copies is too large to be listed, and first
// choices (symmetry/first_choices.hpp) use only symmetries that map an item to itself. The copies
// could be ordered, so that the first copy of a piece, for example, lies before the second copy.
// But such an order needs an additional item for each pair of positions. The head of bit_matrix.cpp
// compares problems with k copies and with one item of multiplicity k.

#include "dlx/preprocess/copies.hpp"

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>

#include "dlx/core/item_options.hpp"
#include "dlx/core/mixed.hpp"
#include "dlx/preprocess/subproblem.hpp"

namespace dlx::preprocess {
namespace {

// The limit on the number of options that cover merged copies together. With this number of
// options, the number of arrangements has some thousand digits.
constexpr std::uint64_t most_together = 1'000;

Natural factorial(std::uint64_t n) {
  Natural product = 1;
  for (std::uint64_t k = 2; k <= n; ++k) product *= k;
  return product;
}

/// The multinomial coefficient: the number of ways to divide a set of `sum` options into sets of
/// these sizes.
Natural multinomial(std::uint64_t sum, const std::vector<std::uint64_t>& sizes) {
  Natural result = factorial(sum);
  for (const std::uint64_t size : sizes) result = result / factorial(size);
  return result;
}

/// The entries of an option except the entry of a copy, in ascending order, and the option's
/// weight.
using Remaining = std::pair<std::vector<std::pair<ItemId, Colour>>, std::uint64_t>;

class Copies {
 public:
  Copies(const Problem& problem, const Tally& weights_of)
      : problem_(problem), weights_of_(weights_of), options_(options_of_primary_items(problem)) {}

  /// The sets of copies, each with two or more items in ascending order. The list is empty if the
  /// deadline is reached.
  [[nodiscard]] std::vector<std::vector<ItemId>> sets(const search::Deadline& deadline) const {
    constexpr std::uint32_t items_between_looks = 1'024;
    std::vector<Marked> marked;
    for (std::uint32_t i = 0; i < problem_.primary_count(); ++i) {
      if (i % items_between_looks == 0 && deadline.reached()) return {};
      const ItemId item{i};
      const Bounds bounds = problem_.bounds(item);
      if (bounds.at_least != bounds.at_most || options(item).empty()) continue;
      marked.push_back({options(item).size(), hash_of(item), item});
    }
    std::sort(marked.begin(), marked.end());
    std::vector<std::vector<ItemId>> result;
    std::vector<ItemId> alike;
    for (std::size_t m = 0; m < marked.size();) {
      const Marked first = marked[m];
      alike.clear();
      for (; m < marked.size() && is_like(marked[m], first); ++m) alike.push_back(marked[m].item);
      if (alike.size() > 1 && deadline.reached()) return {};
      while (alike.size() > 1) take_copies_of_first(alike, result);
    }
    return result;
  }

  /// The options that contain an item, in ascending order.
  [[nodiscard]] const std::vector<OptionId>& options(ItemId item) const {
    return options_[index(item)];
  }

 private:
  /// An item with the number of its options and its hash. Two items that are copies have equal
  /// numbers and equal hashes.
  struct Marked {
    std::size_t options;
    std::uint64_t hash;
    ItemId item;
    auto operator<=>(const Marked&) const = default;
  };
  [[nodiscard]] static bool is_like(const Marked& a, const Marked& b) {
    return a.options == b.options && a.hash == b.hash;
  }

  /// Removes the first of `items`, and all its copies, from the list. If the item has copies,
  /// appends it and its copies to `result`. All `items` must have the same hash.
  void take_copies_of_first(std::vector<ItemId>& items,
                            std::vector<std::vector<ItemId>>& result) const {
    std::vector<ItemId> copies = {items.front()};
    std::vector<ItemId> others;
    const std::vector<Remaining> wanted = remaining(items.front());
    const bool allowed = every_option_excludes_itself(items.front());
    for (const ItemId item : std::span(items).subspan(1)) {
      const bool same = allowed && wanted == remaining(item);
      (same ? copies : others).push_back(item);
    }
    items = std::move(others);
    if (copies.size() > 1) result.push_back(std::move(copies));
  }

  [[nodiscard]] std::uint64_t ways(OptionId option) const {
    return weights_of_.weighted() ? weights_of_.weights()[index(option)].ways : 1;
  }

  /// A hash of an item's options and their entries. The hash is a sum, so that the order of options
  /// and entries does not matter.
  [[nodiscard]] std::uint64_t hash_of(ItemId wanted) const {
    std::uint64_t sum = 0;
    for (const OptionId option : options(wanted)) {
      std::uint64_t option_sum = ways(option);
      for (const auto [item, colour] : problem_.entries(option)) {
        if (item == wanted) continue;
        option_sum += mixed((std::uint64_t{index(colour)} << 32 | index(item)) + 1);
      }
      sum += mixed(option_sum);
    }
    return sum;
  }

  [[nodiscard]] std::vector<Remaining> remaining(ItemId wanted) const {
    std::vector<Remaining> result;
    for (const OptionId option : options(wanted)) {
      auto& [entries, weight] = result.emplace_back();
      weight = ways(option);
      for (const auto [item, colour] : problem_.entries(option)) {
        if (item != wanted) entries.emplace_back(item, colour);
      }
      std::sort(entries.begin(), entries.end());
    }
    std::sort(result.begin(), result.end());
    return result;
  }

  [[nodiscard]] bool every_option_excludes_itself(ItemId copy) const {
    return std::all_of(options(copy).begin(), options(copy).end(), [&](OptionId option) {
      for (const auto [item, colour] : problem_.entries(option)) {
        if (item == copy) continue;
        if (problem_.is_primary(item) ? problem_.bounds(item).at_most == 1
                                      : colour == Colour::none) {
          return true;
        }
      }
      return false;
    });
  }

  const Problem& problem_;
  const Tally& weights_of_;
  // For each primary item: the options that contain it.
  std::vector<std::vector<OptionId>> options_;
};

}  // namespace

std::optional<MergedCopies> merge_copies(const Problem& problem, const Tally& weights_of,
                                         const search::Deadline& deadline) {
  const Copies copies(problem, weights_of);
  const std::vector<std::vector<ItemId>> sets = copies.sets(deadline);
  if (sets.empty()) return {};
  std::vector<Bounds> bounds;
  for (std::uint32_t i = 0; i < problem.item_count(); ++i) {
    bounds.push_back(problem.is_primary(ItemId{i}) ? problem.bounds(ItemId{i}) : Bounds{});
  }
  std::vector<bool> item_goes(problem.item_count());
  std::vector<bool> option_goes(problem.option_count());
  // For each item: whether it occurs in an option of a merged item.
  std::vector<bool> touched(problem.item_count());
  MergedCopies result{.problem = problem, .originals = {}, .arrangements = 1};
  bool found = false;
  for (const std::vector<ItemId>& set : sets) {
    std::vector<std::uint64_t> uses;
    for (const ItemId item : set) uses.push_back(problem.bounds(item).at_most);
    const std::uint64_t together = std::accumulate(uses.begin(), uses.end(), std::uint64_t{0});
    const bool meets_merged =
        std::any_of(set.begin(), set.end(), [&](ItemId item) { return touched[index(item)]; });
    if (together > most_together || meets_merged) continue;
    found = true;
    const auto least = static_cast<std::uint32_t>(together);
    bounds[index(set.front())] = {.at_least = least, .at_most = least};
    result.arrangements *= multinomial(together, uses);
    for (const ItemId item : set) {
      for (const OptionId option : copies.options(item)) {
        for (const ItemId other : problem.items(option)) touched[index(other)] = true;
        option_goes[index(option)] = item != set.front();
      }
      item_goes[index(item)] = item != set.front();
    }
  }
  if (!found) return {};
  std::vector<ItemId> items;
  std::vector<Bounds> item_bounds;
  for (std::uint32_t i = 0; i < problem.item_count(); ++i) {
    if (item_goes[i]) continue;
    items.push_back(ItemId{i});
    item_bounds.push_back(bounds[i]);
  }
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    if (!option_goes[o]) result.originals.push_back(OptionId{o});
  }
  result.problem = Subproblems(problem).take(items, result.originals, item_bounds);
  return result;
}

}  // namespace dlx::preprocess
