// Why equal options are merged. Automorphisms of the problem can exchange equal options (options
// with the same items, colours and cost). So n equal options multiply the order of the symmetry
// group by n!, and its members become too many to be listed. Let K be the group of all exchanges of
// equal options. A solution contains at most one option of a set of equal options if these options
// have an item that excludes a second option. Such an item is a primary item with an upper bound of
// 1, or a secondary item without colour. If each set of equal options has such an item, K maps a
// solution to all solutions that differ only in the choice of options within these sets. So the
// classes of solutions correspond to the classes of solutions of the merged problem, in which each
// set has become one option. Every automorphism maps sets to sets of equal size. So the group of
// the given problem, modulo K, is the subgroup of the merged problem's group that preserves the
// sizes of sets and the costs. The size of a set and the cost of its options are encoded in the
// cost of the merged option, because automorphisms preserve costs.
//
// If equal options can be chosen together, they are not merged. Solutions may contain different
// numbers of equal options, and a single merged option cannot express these numbers.

#include "dlx/preprocess/alike.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

#include "dlx/preprocess/subproblem.hpp"

namespace dlx::preprocess {
namespace {

/// The entries of an option, sorted by item.
using SortedEntries = std::vector<std::pair<ItemId, Colour>>;

SortedEntries sorted_entries(const Problem& problem, OptionId option) {
  SortedEntries entries;
  for (const auto [item, colour] : problem.entries(option)) entries.emplace_back(item, colour);
  std::sort(entries.begin(), entries.end());
  return entries;
}

/// Whether two options with these entries cannot be in one solution.
bool excludes_itself(const Problem& problem, const SortedEntries& entries) {
  return std::any_of(entries.begin(), entries.end(), [&](const auto& entry) {
    const auto [item, colour] = entry;
    return problem.is_primary(item) ? problem.bounds(item).at_most == 1 : colour == Colour::none;
  });
}

/// The sets of equal options, in the order of their first options.
std::vector<std::vector<OptionId>> sets_of(const Problem& problem) {
  std::vector<std::vector<OptionId>> sets;
  // For each pair of a list of entries and a cost: the index in `sets` of the options with these
  // entries and this cost.
  std::map<std::pair<SortedEntries, std::int64_t>, std::size_t> known;
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    SortedEntries entries = sorted_entries(problem, OptionId{o});
    std::size_t place = sets.size();
    if (excludes_itself(problem, entries)) {
      place =
          known.try_emplace({std::move(entries), problem.cost(OptionId{o})}, place).first->second;
    }
    if (place == sets.size()) sets.emplace_back();
    sets[place].push_back(OptionId{o});
  }
  return sets;
}

}  // namespace

Natural AlikeOptions::ways(std::span<const OptionId> solution) const {
  Natural product = 1;
  for (const OptionId option : solution) {
    const std::size_t size = originals[index(option)].size();
    if (size > 1) product *= size;
  }
  return product;
}

std::vector<OptionId> AlikeOptions::first_of(std::span<const OptionId> solution) const {
  std::vector<OptionId> result;
  for (const OptionId option : solution) result.push_back(originals[index(option)].front());
  std::sort(result.begin(), result.end());
  return result;
}

std::optional<AlikeOptions> merge_alike(const Problem& problem) {
  const std::vector<std::vector<OptionId>> sets = sets_of(problem);
  if (sets.size() == problem.option_count()) return {};

  const auto items = first_ids<ItemId>(problem.item_count());
  std::vector<OptionId> firsts;
  // For each pair (size of a set of equal options, cost of its options): the number that becomes
  // the cost of the merged option.
  std::map<std::pair<std::size_t, std::int64_t>, std::int64_t> marks;
  OptionGroups originals;
  Natural exchanges = 1;
  for (const auto& set : sets) {
    firsts.push_back(set.front());
    marks.try_emplace({set.size(), problem.cost(set.front())}, 0);
    originals.add(set);
    for (std::size_t k = 2; k <= set.size(); ++k) exchanges *= k;
  }
  std::int64_t next = 0;
  for (auto& [unused, mark] : marks) mark = next++;
  std::vector<std::int64_t> costs;
  for (const auto& set : sets) costs.push_back(marks.at({set.size(), problem.cost(set.front())}));
  return AlikeOptions{Subproblems(problem).take(items, firsts, {}, costs), std::move(originals),
                      std::move(exchanges)};
}

}  // namespace dlx::preprocess
