// Why equal options are merged. Automorphisms can exchange equal options (options with the same
// items, colours and cost; names in the code call them `alike`). So n equal options multiply the
// order of the group by n!, and the members become too many to be listed. Let K be the group of
// these exchanges. A solution contains at most one option of a set of equal options if these
// options have an item that excludes a second option. Such an item is a primary item with an upper
// bound of 1, or a secondary item without colour. If all sets of equal options are of this kind, K
// maps a solution to all solutions that differ only by the choice of options within sets. So the
// classes of solutions correspond to the classes of solutions of the merged problem. Every
// automorphism maps sets to sets of equal size. So the group of the given problem, modulo K, is the
// subgroup of the merged problem's group that preserves the sizes of sets and the costs. The size
// of a set and the cost of its options are encoded in the cost of the merged option, because
// automorphisms preserve costs.
//
// A set whose options can be chosen together is not merged. Solutions may contain different numbers
// of its options, and a single option cannot express these numbers.

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
  // For each list of entries and each cost: the index of its set of equal options.
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
  // For each size of a set and each cost of its options: the mark, which becomes the cost of the
  // merged option.
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
