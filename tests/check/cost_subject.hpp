#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "dlx/cheapest.hpp"
#include "dlx/core/decimal.hpp"
#include "dlx/core/symmetry.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random_problems.hpp"

namespace dlx::test {

/// The costs of these solutions, in ascending order.
inline std::vector<std::int64_t> costs_of(const Problem& problem,
                                          std::span<const Solution> solutions) {
  std::vector<std::int64_t> costs;
  for (const Solution& solution : solutions) {
    std::int64_t cost = 0;
    for (const OptionId option : solution) cost += problem.cost(option);
    costs.push_back(cost);
  }
  std::sort(costs.begin(), costs.end());
  return costs;
}

/// The costs of the classes of these solutions under a group, in ascending order.
inline std::vector<std::int64_t> costs_of_classes(const Problem& problem,
                                                  std::vector<Solution> solutions,
                                                  const OptionSymmetries& group) {
  std::erase_if(solutions,
                [&](const Solution& solution) { return !group.is_representative(solution); });
  return costs_of(problem, solutions);
}

/// Which solutions a certificate of costs is about, and what it must claim.
struct CostSubject {
  std::optional<std::uint64_t> wanted = 1;  ///< as CheapestWanted::k
  std::optional<Decimal> most = {};         ///< the limit for costs
  std::uint64_t count = 0;
  std::string about, more;

  /// A random one. `costs`: the costs of all solutions, in ascending order.
  CostSubject(Random& random, int places, std::vector<std::int64_t> costs) {
    wanted = random.between(1, 4);
    if (random.chance(0.3)) wanted = CheapestWanted::every;
    if (random.chance(0.3)) wanted.reset();
    about = "cheapest " + (!wanted ? "least" : lists() ? std::to_string(*wanted) : "all");
    if (random.chance(0.6)) {
      std::int64_t limit = std::int64_t{random.between(0, 60)} - 30;
      if (!costs.empty() && random.chance(0.8)) {
        limit = costs[random.below(static_cast<std::uint32_t>(costs.size()))];
        limit += std::int64_t{random.between(0, 2)} - 1;
      }
      most = Decimal{limit, places};
      about += " within " + decimal_text(limit, places);
      std::erase_if(costs, [&](std::int64_t cost) { return cost > limit; });
    }
    if (!wanted) std::erase_if(costs, [&](std::int64_t cost) { return cost > costs[0]; });
    count = std::min<std::uint64_t>(costs.size(), wanted.value_or(costs.size()));
    costs.resize(lists() ? count : std::min<std::size_t>(count, 1));
    more = about + ':';
    for (const std::int64_t cost : costs) more += ' ' + decimal_text(cost, places);
  }
  /// One about classes of solutions under a group. `costs`: the costs of all classes.
  CostSubject(Random& random, int places, std::vector<std::int64_t> costs, std::size_t order)
      : CostSubject(random, places, std::move(costs)) {
    about.insert(about.find(' '), " classes");
    more.insert(more.find(' '), " classes");
    more += " under " + std::to_string(order) + " symmetries";
  }
  /// Whether the certificate claims the cost of each solution.
  [[nodiscard]] bool lists() const { return wanted && *wanted != CheapestWanted::every; }
};

}  // namespace dlx::test
