#include "tests/support/oracle.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <set>
#include <stdexcept>

#include "dlx/core/verify.hpp"

namespace dlx::test {

bool agrees(const Solution& solution, std::span<const Assumption> assumptions) {
  return std::all_of(assumptions.begin(), assumptions.end(), [&](const Assumption& each) {
    return std::binary_search(solution.begin(), solution.end(), each.option) == each.chosen;
  });
}

void subset(std::uint32_t bits, std::vector<OptionId>& options) {
  options.clear();
  for (std::uint32_t rest = bits; rest != 0; rest &= rest - 1) {
    options.push_back(OptionId{static_cast<std::uint32_t>(std::countr_zero(rest))});
  }
}

std::vector<Solution> brute_force(const Problem& problem) {
  if (problem.option_count() > 20) throw std::invalid_argument("too many options to try all sets");
  Verifier verifier(problem);
  std::vector<Solution> solutions;
  Solution options;
  for (std::uint32_t bits = 0; bits >> problem.option_count() == 0; ++bits) {
    subset(bits, options);
    if (verifier.is_solution(options)) solutions.push_back(options);
  }
  std::sort(solutions.begin(), solutions.end());
  return solutions;
}

bool is_solution_by_definition(const Problem& problem, std::span<const OptionId> options) {
  for (std::uint32_t i = 0; i < problem.item_count(); ++i) {
    const ItemId item{i};
    std::uint32_t uses = 0;
    std::uint32_t uncoloured = 0;
    std::set<Colour> colours;
    for (const OptionId option : options) {
      const auto items = problem.items(option);
      for (std::size_t k = 0; k < items.size(); ++k) {
        if (items[k] != item) continue;
        ++uses;
        const Colour colour = problem.has_colours() ? problem.colours(option)[k] : Colour::none;
        if (colour == Colour::none) {
          ++uncoloured;
        } else {
          colours.insert(colour);
        }
      }
    }
    if (problem.is_primary(item)) {
      if (uses < problem.bounds(item).at_least || uses > problem.bounds(item).at_most) return false;
    } else {
      const bool once_without_colour = uses == 1 && uncoloured == 1;
      const bool all_in_one_colour = uncoloured == 0 && colours.size() <= 1;
      if (!once_without_colour && !all_in_one_colour) return false;
    }
  }
  return true;
}

}  // namespace dlx::test
