#include "dlx/proof/conflicts.hpp"

#include <algorithm>

namespace dlx {

Conflicts::Conflicts(const Problem& problem, const ProofLimit& limit) {
  struct Use {
    std::uint32_t option;
    Colour colour;
  };
  std::vector<std::vector<Use>> uses(problem.item_count());
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    const auto items = problem.items(OptionId{o});
    const auto colours = problem.colours(OptionId{o});
    for (std::size_t k = 0; k < items.size(); ++k) {
      uses[index(items[k])].push_back({o, colours.empty() ? Colour::none : colours[k]});
    }
  }
  std::vector<std::uint32_t> conflicting;
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    begin_.push_back(others_.size());
    const auto items = problem.items(OptionId{o});
    const auto colours = problem.colours(OptionId{o});
    conflicting.clear();
    for (std::size_t k = 0; k < items.size(); ++k) {
      if (problem.is_primary(items[k]) && problem.bounds(items[k]).at_most > 1) continue;
      const Colour colour = colours.empty() ? Colour::none : colours[k];
      for (const Use& use : uses[index(items[k])]) {
        const bool same = colour != Colour::none && use.colour == colour;
        if (use.option != o && !same) conflicting.push_back(use.option);
      }
    }
    std::sort(conflicting.begin(), conflicting.end());
    conflicting.erase(std::unique(conflicting.begin(), conflicting.end()), conflicting.end());
    others_.insert(others_.end(), conflicting.begin(), conflicting.end());
    ProofLimit(limit).take(pairs());
  }
  begin_.push_back(others_.size());
}

bool Conflicts::have(std::uint32_t a, std::uint32_t b) const {
  const auto others = of(a);
  return std::binary_search(others.begin(), others.end(), b);
}

}  // namespace dlx
