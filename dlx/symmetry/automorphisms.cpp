#include "dlx/symmetry/automorphisms.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "dlx/symmetry/generated.hpp"
#include "dlx/symmetry/merged_group.hpp"
#include "dlx/symmetry/nauty_search.hpp"

namespace dlx::symmetry {
Automorphisms automorphisms(const Problem& problem, const AutomorphismOptions& options) {
  const search::Deadline time;
  const ProblemGraph graph(problem);
  Found by_nauty = search_by_nauty(graph, options, nullptr);
  Automorphisms found;
  found.complete = by_nauty.complete;
  found.generators = std::move(by_nauty.generators);
  found.order = std::move(by_nauty.order);
  found.work = by_nauty.work;
  if (!found.complete) {
    found.generators.clear();
    found.order = 1;
    by_nauty.orbits.resize(graph.size());
    std::iota(by_nauty.orbits.begin(), by_nauty.orbits.end(), 0);
  }
  for (const MatrixPermutation& generator : found.generators) {
    if (!is_automorphism(problem, generator)) {
      throw std::logic_error("nauty gave a permutation that is not an automorphism");
    }
  }
  found.orbit_of_item = graph.item_orbits(by_nauty.orbits);
  found.orbit_of_option = graph.option_orbits(by_nauty.orbits);
  found.seconds = time.seconds();
  return found;
}

std::optional<OptionSymmetries> members(const Problem& problem, const Automorphisms& group,
                                        std::size_t most, const search::Deadline& deadline) {
  most = most_listed(problem.option_count(), most);
  if (group.order > most && group.order > ProblemGraph(problem).order_of_kernel() * most) return {};
  std::vector<OptionPermutation> generators;
  for (const MatrixPermutation& generator : group.generators)
    generators.push_back(generator.options);
  auto found = generated(problem.option_count(), generators, most, deadline);
  if (!found) return {};
  return OptionSymmetries(*std::move(found));
}

MatrixPermutation lifted(const preprocess::AlikeOptions& alike, const MatrixPermutation& merged) {
  std::size_t options = 0;
  for (std::size_t set = 0; set < alike.originals.size(); ++set) {
    options += alike.originals[set].size();
  }
  MatrixPermutation result{merged.items, OptionPermutation(options)};
  for (std::size_t set = 0; set < alike.originals.size(); ++set) {
    const auto from = alike.originals[set];
    const auto to = alike.originals[index(merged.options[set])];
    for (std::size_t k = 0; k < from.size(); ++k) result.options[index(from[k])] = to[k];
  }
  return result;
}

namespace {

/// The automorphisms of a problem, made from `merged`, the automorphisms of the problem in which
/// equal options (equal items, colours and cost) were merged. The generators of the result are the
/// generators of `merged`, extended so that they keep the order within sets of equal options, and
/// exchanges of two equal options.
Automorphisms lifted(const preprocess::AlikeOptions& alike, const Automorphisms& merged,
                     const MatrixPermutation& identity) {
  Automorphisms group;
  group.order = merged.order * alike.exchanges;
  for (const MatrixPermutation& generator : merged.generators) {
    group.generators.push_back(lifted(alike, generator));
  }
  for (std::size_t set = 0; set < alike.originals.size(); ++set) {
    const auto options = alike.originals[set];
    for (std::size_t k = 1; k < options.size(); ++k) {
      group.generators.push_back(identity);
      OptionPermutation& images = group.generators.back().options;
      std::swap(images[index(options[k - 1])], images[index(options[k])]);
    }
  }
  return group;
}

}  // namespace

Natural SymmetryGroup::order() const {
  if (merged_) return merged_->group.order() * merged_->alike.exchanges;
  return listed_ ? Natural(listed_->order()) : generated_.order;
}

std::optional<SymmetryGroup> whole_group(const Problem& problem, const AutomorphismOptions& options,
                                         std::size_t most) {
  const search::Deadline deadline(options.control);
  std::optional<preprocess::AlikeOptions> alike = preprocess::merge_alike(problem);
  Automorphisms group = automorphisms(alike ? alike->problem : problem, options);
  if (!group.complete) return {};
  std::optional<SymmetryGroup> result;
  if (!alike) {
    result.emplace(problem, std::move(group), most, deadline);
  } else {
    if (alike->exchanges <= most) {
      const MatrixPermutation identity{first_ids<ItemId>(problem.item_count()),
                                       first_ids<OptionId>(problem.option_count())};
      result.emplace(problem, lifted(*alike, group, identity), most, deadline);
    }
    if (!result || result->listed() == nullptr) {
      SymmetryGroup on_sets(alike->problem, std::move(group), most, deadline);
      result.emplace(MergedGroup{*std::move(alike), std::move(on_sets)});
    }
  }
  if (deadline.reached()) return {};
  return result;
}

}  // namespace dlx::symmetry
