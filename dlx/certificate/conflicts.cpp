#include "dlx/certificate/conflicts.hpp"

#include "dlx/core/item_options.hpp"

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

namespace {

/// The options in the sorted list `others` whose numbers are larger than o.
std::span<const std::uint32_t> after(std::span<const std::uint32_t> others, std::uint32_t o) {
  const auto first = std::upper_bound(others.begin(), others.end(), o);
  return others.subspan(static_cast<std::size_t>(first - others.begin()));
}

}  // namespace

ProblemClauses::ProblemClauses(const Problem& problem, const Conflicts& conflicts)
    : problem_(problem), conflicts_(conflicts) {
  std::uint64_t pairs = 0;
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    before_.push_back(pairs);
    pairs += after(conflicts.of(o), o).size();
  }
}

std::uint64_t ProblemClauses::count() const noexcept {
  return problem_.primary_count() + conflicts_.pairs();
}

std::uint64_t ProblemClauses::not_both(std::uint32_t a, std::uint32_t b) const {
  const auto [low, high] = std::minmax(a, b);
  const auto others = after(conflicts_.of(low), low);
  const auto at = std::lower_bound(others.begin(), others.end(), high) - others.begin();
  return problem_.primary_count() + before_[low] + static_cast<std::uint64_t>(at) + 1;
}

void ProblemClauses::write(std::uint64_t clauses, const TextSink& sink) const {
  sink("p cnf " + std::to_string(problem_.option_count()) + ' ' + std::to_string(clauses) + '\n');
  for (const auto& options : options_of_primary_items<std::uint32_t>(problem_)) {
    std::string line;
    for (const std::uint32_t o : options) line += std::to_string(o + 1) + ' ';
    sink(line + "0\n");
  }
  for (std::uint32_t o = 0; o < problem_.option_count(); ++o) {
    for (const std::uint32_t other : after(conflicts_.of(o), o)) {
      sink('-' + std::to_string(o + 1) + " -" + std::to_string(other + 1) + " 0\n");
    }
  }
}

}  // namespace dlx::certificate
