#include "dlx/symmetry/seed_trace.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace dlx {
namespace {

bool contains(const Problem& problem, OptionId option, ItemId item) {
  const auto items = problem.items(option);
  return std::find(items.begin(), items.end(), item) != items.end();
}

/// Where a permutation of options takes the items: known by their options and the colours there.
std::vector<ItemId> item_images(const Problem& problem, const OptionPermutation& images) {
  using Use = std::pair<std::uint32_t, std::uint32_t>;  // option, colour
  std::vector<std::vector<Use>> before(problem.item_count());
  std::vector<std::vector<Use>> after(problem.item_count());
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    const auto items = problem.items(OptionId{o});
    const auto colours = problem.colours(OptionId{o});
    for (std::size_t k = 0; k < items.size(); ++k) {
      const std::uint32_t colour = colours.empty() ? 0 : index(colours[k]);
      before[index(items[k])].emplace_back(o, colour);
      after[index(items[k])].emplace_back(index(images[o]), colour);
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

using CountSeed = std::function<void(const Seed& seed, const Rest& rest)>;

class SeedTrace {
 public:
  SeedTrace(Trace& trace, const Problem& problem, const OptionSymmetries& group,
            const CountSeed& count)
      : trace_(trace), problem_(problem), group_(group), count_(count) {}

  /// All of these seeds begin with the same choices, and `rest` is what these leave.
  void node(std::vector<OptionId>& chosen, const Rest& rest, std::span<const Seed> seeds) {
    const std::size_t depth = chosen.size();
    if (seeds[0].chosen.size() == depth) return count_(seeds[0], rest);
    const ItemId item = seeds[0].items[depth];
    trace_.branch(index(item));
    std::map<OptionId, std::optional<std::uint64_t>> kept;  // nothing: all is settled
    for (const OptionId option : rest.originals) {
      if (!contains(problem_, option, item)) continue;
      const auto with_it = [&](const Seed& seed) { return seed.chosen[depth] == option; };
      const auto first = std::find_if(seeds.begin(), seeds.end(), with_it);
      if (first == seeds.end()) {
        image(chosen, kept, option);
        continue;
      }
      chosen.push_back(option);
      const Rest below = rest_after(problem_, chosen);
      const bool settled = below.problem.primary_count() == 0;
      if (!settled) trace_.step(Step::keep);
      node(chosen, below, {first, std::find_if_not(first, seeds.end(), with_it)});
      kept[option] = settled ? std::nullopt : std::optional(next_kept_++);
      chosen.pop_back();
    }
  }

 private:
  /// Some member that keeps what was chosen takes an option that is kept to this one.
  void image(const std::vector<OptionId>& chosen,
             const std::map<OptionId, std::optional<std::uint64_t>>& kept, OptionId option) {
    for (std::size_t m = 0; m < group_.members().size(); ++m) {
      const OptionPermutation& member = group_.members()[m];
      const auto stays = [&](OptionId o) { return member[index(o)] == o; };
      if (!std::all_of(chosen.begin(), chosen.end(), stays)) continue;
      for (const auto& [from, number] : kept) {
        if (member[index(from)] != option) continue;
        if (!number) return;
        const auto [place, is_new] = permutations_.try_emplace(m, permutations_.size());
        if (is_new) permutation(member);
        trace_.step(Step::image);
        trace_.number(place->second);
        trace_.number(*number);
        return;
      }
    }
    throw std::logic_error("an option that is no image of a seed");
  }

  void permutation(const OptionPermutation& member) {
    trace_.step(Step::permutation);
    for (const ItemId image : item_images(problem_, member)) trace_.item(image);
    for (const OptionId image : member) trace_.option(image);
  }

  Trace& trace_;
  const Problem& problem_;
  const OptionSymmetries& group_;
  const CountSeed& count_;
  std::map<std::size_t, std::uint64_t> permutations_;  // of members, their numbers
  std::uint64_t next_kept_ = 0;
};

}  // namespace

void trace_seeds(Trace& trace, const Problem& problem, const OptionSymmetries& group,
                 std::span<const Seed> seeds, const CountSeed& count) {
  std::vector<OptionId> chosen;
  SeedTrace(trace, problem, group, count).node(chosen, rest_after(problem, chosen), seeds);
}

}  // namespace dlx
