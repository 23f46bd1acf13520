#include "dlx/certificate/conflicts.hpp"

#include <algorithm>

namespace dlx::certificate {

Conflicts::Conflicts(const Problem& problem, const ProofLimit& limit) {
  struct Use {
    std::uint32_t option;
    Colour colour;
  };
  std::vector<std::vector<Use>> uses(problem.item_count());
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    for (const auto [item, colour] : problem.entries(OptionId{o})) {
      uses[index(item)].push_back({o, colour});
    }
  }
  std::vector<std::uint32_t> conflicting;
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    begin_.push_back(others_.size());
    conflicting.clear();
    for (const auto [item, colour] : problem.entries(OptionId{o})) {
      if (problem.is_primary(item) && problem.bounds(item).at_most > 1) continue;
      for (const Use& use : uses[index(item)]) {
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

}  // namespace dlx::certificate
