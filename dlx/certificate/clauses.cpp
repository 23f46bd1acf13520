#include "dlx/certificate/clauses.hpp"

#include <algorithm>
#include <span>
#include <string>

#include "dlx/core/item_options.hpp"

namespace dlx::certificate {
namespace {

/// Those of the options that come after this one.
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
