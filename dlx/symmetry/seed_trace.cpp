#include "dlx/symmetry/seed_trace.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <vector>

#include "dlx/symmetry/symmetry_trace.hpp"

namespace dlx {
namespace {

bool contains(const Problem& problem, OptionId option, ItemId item) {
  const auto items = problem.items(option);
  return std::find(items.begin(), items.end(), item) != items.end();
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
        if (is_new) {
          trace_.step(Step::permutation);
          trace_symmetry(trace_, problem_, member);
        }
        trace_.step(Step::image);
        trace_.number(place->second);
        trace_.number(*number);
        return;
      }
    }
    throw std::logic_error("an option that is no image of a seed");
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
