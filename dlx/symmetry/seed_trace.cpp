#include "dlx/symmetry/seed_trace.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "dlx/symmetry/symmetry_trace.hpp"

namespace dlx {
namespace {

bool contains(const Problem& problem, OptionId option, ItemId item) {
  const auto items = problem.items(option);
  return std::find(items.begin(), items.end(), item) != items.end();
}

}  // namespace

SeedTrace::SeedTrace(Trace& trace, const Problem& problem, const OptionSymmetries& group,
                     std::span<const Seed> seeds)
    : trace_(trace), problem_(problem), group_(group), seeds_(seeds) {}

std::optional<SeedTrace::Next> SeedTrace::next() {
  if (!std::exchange(begun_, true)) {
    if (auto found = open(rest_after(problem_, chosen_), seeds_)) return found;
  } else if (!nodes_.empty()) {
    close_option();
  }
  while (!nodes_.empty()) {
    Node& node = nodes_.back();
    if (node.place == node.rest.originals.size()) {
      nodes_.pop_back();
      if (!nodes_.empty()) close_option();
      continue;
    }
    const OptionId option = node.rest.originals[node.place];
    const std::size_t depth = nodes_.size() - 1;
    const auto with_option = [&](const Seed& seed) { return seed.chosen[depth] == option; };
    const auto first = std::find_if(node.seeds.begin(), node.seeds.end(), with_option);
    if (!contains(problem_, option, node.item) || first == node.seeds.end()) {
      if (contains(problem_, option, node.item)) image(node, option);
      ++node.place;
      continue;
    }
    chosen_.push_back(option);
    Rest below = rest_after(problem_, chosen_);
    node.settled = below.problem.primary_count() == 0;
    if (!node.settled) trace_.step(Step::keep);
    const std::span<const Seed> seeds(first,
                                      std::find_if_not(first, node.seeds.end(), with_option));
    if (auto found = open(std::move(below), seeds)) return found;
  }
  return {};
}

/// Opens a node, or finds that its choices are a seed.
std::optional<SeedTrace::Next> SeedTrace::open(Rest rest, std::span<const Seed> seeds) {
  const std::size_t depth = chosen_.size();
  if (seeds[0].chosen.size() == depth) return Next{&seeds[0], std::move(rest)};
  const ItemId item = seeds[0].items[depth];
  trace_.branch(index(item));
  nodes_.push_back({.item = item, .rest = std::move(rest), .seeds = seeds, .kept = {}});
  return {};
}

/// Everything below the present option of the deepest node has been recorded.
void SeedTrace::close_option() {
  Node& node = nodes_.back();
  const OptionId option = node.rest.originals[node.place];
  node.kept[option] = node.settled ? std::nullopt : std::optional(next_kept_++);
  chosen_.pop_back();
  ++node.place;
}

/// Records the member that keeps what was chosen and takes an option that is kept to this one.
void SeedTrace::image(const Node& node, OptionId option) {
  for (std::size_t m = 0; m < group_.members().size(); ++m) {
    const OptionPermutation& member = group_.members()[m];
    const auto stays = [&](OptionId o) { return member[index(o)] == o; };
    if (!std::all_of(chosen_.begin(), chosen_.end(), stays)) continue;
    for (const auto& [from, number] : node.kept) {
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

}  // namespace dlx
