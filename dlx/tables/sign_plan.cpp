// The problem. Let F be items such that every option has exactly one of them, for example the
// numbers of a Langford pairing. Give each other item i a variable x_i, and each item of F the
// polynomial that sums, over its options, the products of the variables of their other items. A
// solution chooses one term of each polynomial so that every variable occurs exactly once. So the
// number of solutions is the coefficient of the product of all variables in the product of the
// polynomials. If the degrees of the polynomials add up to no more than the number n of variables,
// then no other term has an odd power of every variable, and the coefficient is
//
//     2^-n  sum over x in {1, -1}^n of  x_1 x_2 ... x_n  times the product of all polynomials at x.
//
// Fewer signs. Let y be signs that multiply all terms of a polynomial by one sign, for each
// polynomial. Then the summand at xy equals the summand at x times a sign that does not depend on
// x; if that is -1 the sum is 0 (which is an invariant modulo 2). Such y form a linear space over
// GF(2): the solutions of an equation for each two terms of one polynomial. Each coset has one x
// that is 1 in the free variables of these equations. So the sum is taken over these x, times the
// size of a coset.
//
// dlx/counting/sign_factors.cpp finds the items that F may have.
//
// Considered. Zeros and ones with signs of the subsets (inclusion and exclusion, as in Ryser's
// formula) need no condition on degrees except that their sum is n, and can skip summands that are
// 0. But then there are no cosets, which save 3/4 of the sum for Langford's problem.
//
// Citation. For Langford's problem: M. Godfrey (2002), described on J. E. Miller's pages. For
// permanents: D. G. Glynn, The permanent of a square matrix, European Journal of Combinatorics 31
// (2010).

#include "dlx/tables/sign_plan.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <utility>

namespace dlx::tables {
namespace {

constexpr std::size_t most_items_beside = 63;  // upper limit, because each item is a bit

/// Options that share a secondary item exclude each other, which a product cannot express.
bool shares_secondary_items(const Problem& problem) {
  std::vector<bool> seen(problem.item_count());
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    for (const ItemId item : problem.items(OptionId{o})) {
      if (problem.is_primary(item)) continue;
      if (seen[index(item)]) return true;
      seen[index(item)] = true;
    }
  }
  return false;
}

/// Equations over GF(2) between up to 64 unknowns. Each is a set of unknowns whose sum is 0.
class Equations {
 public:
  void add(std::uint64_t equation) {
    equation = reduced(equation);
    if (equation != 0) rows_.push_back(equation);
  }
  /// The rest of an equation; 0 if it follows from the others.
  [[nodiscard]] std::uint64_t reduced(std::uint64_t equation) const {
    for (const std::uint64_t row : rows_) {
      if ((equation & lowest(row)) != 0) equation ^= row;
    }
    return equation;
  }
  /// The unknowns that all others determine.
  [[nodiscard]] std::uint64_t bound() const {
    std::uint64_t all = 0;
    for (const std::uint64_t row : rows_) all |= lowest(row);
    return all;
  }

 private:
  static std::uint64_t lowest(std::uint64_t set) { return set & (~set + 1); }

  std::vector<std::uint64_t> rows_;  // the lowest unknown of each row is in no row after it
};

/// The factors as products of one variable for each other item, the items with the fewest options
/// first.
class Polynomials {
 public:
  Polynomials(const Problem& problem, const std::vector<ItemId>& items) {
    std::vector<std::uint32_t> options_of(problem.primary_count());
    for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
      for (const ItemId item : problem.items(OptionId{o})) {
        if (problem.is_primary(item)) ++options_of[index(item)];
      }
    }
    std::vector<std::uint32_t> others;
    for (std::uint32_t i = 0; i < problem.primary_count(); ++i) {
      if (!std::binary_search(items.begin(), items.end(), ItemId{i})) others.push_back(i);
    }
    std::stable_sort(others.begin(), others.end(), [&](std::uint32_t a, std::uint32_t b) {
      return options_of[a] < options_of[b];
    });
    count_ = static_cast<std::uint32_t>(others.size());
    variable_of_.resize(problem.primary_count());
    for (std::uint32_t v = 0; v < count_; ++v) variable_of_[others[v]] = v;
    factor_of_.assign(problem.primary_count(), none);
    for (std::uint32_t f = 0; f < items.size(); ++f) factor_of_[index(items[f])] = f;
  }

  /// The number of variables, one for each item that has no factor.
  [[nodiscard]] std::uint32_t variables() const { return count_; }

  /// The factor of an option, and its variables.
  [[nodiscard]] std::pair<std::uint32_t, std::uint64_t> term(const Problem& problem,
                                                             OptionId option) const {
    std::pair<std::uint32_t, std::uint64_t> term{0, 0};
    for (const ItemId item : problem.items(option)) {
      if (!problem.is_primary(item)) continue;
      if (const std::uint32_t factor = factor_of_[index(item)]; factor != none) {
        term.first = factor;
      } else {
        term.second |= std::uint64_t{1} << variable_of_[index(item)];
      }
    }
    return term;
  }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  std::uint32_t count_ = 0;
  std::vector<std::uint32_t> variable_of_;  // [item]
  std::vector<std::uint32_t> factor_of_;    // [item]
};

/// Whether every option has exactly one of `items`.
bool divide_options(const Problem& problem, const std::vector<ItemId>& items) {
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    const auto option_items = problem.items(OptionId{o});
    const auto number = std::count_if(option_items.begin(), option_items.end(), [&](ItemId item) {
      return std::binary_search(items.begin(), items.end(), item);
    });
    if (number != 1) return false;
  }
  return true;
}

/// The plan with these items for factors, all variables in the sum. Ways that exceed the plan's
/// limit are set to the limit plus 1.
SignPlan plan_by(const Problem& problem, const Tally& weights_of, std::vector<ItemId> items) {
  const Polynomials polynomials(problem, items);
  SignPlan plan;
  plan.factors.resize(items.size());
  plan.items = std::move(items);
  plan.variables = plan.others = polynomials.variables();
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    const auto [factor, variables] = polynomials.term(problem, OptionId{o});
    const std::uint64_t ways = weights_of.weighted() ? weights_of.weights()[o].ways : 1;
    constexpr std::uint64_t too_many = SignPlan::most_ways + 1;
    plan.factors[factor].push_back({.option = OptionId{o},
                                    .variables = variables,
                                    .ways = static_cast<std::int32_t>(std::min(ways, too_many))});
  }
  return plan;
}

/// Why the sum would not be the number of solutions; empty if it is.
std::string objection_to(const SignPlan& plan) {
  std::uint32_t degree = 0;
  for (const std::vector<SignPlan::Term>& terms : plan.factors) {
    int most = 0;
    std::int64_t ways = 0;
    for (const SignPlan::Term& term : terms) {
      most = std::max(most, std::popcount(term.variables));
      ways += term.ways;
    }
    degree += static_cast<std::uint32_t>(most);
    if (terms.empty()) return "an item has no options";
    if (ways > SignPlan::most_ways) return "an item has more than 16383 options";
  }
  if (degree > plan.variables) return "its options differ in size";
  return {};
}

/// Leaves out the free variables and numbers the others anew, or says that no solution exists.
void take_cosets(SignPlan& plan) {
  Equations equations;
  // The difference of the summands at y and at 1: a sum over these unknowns.
  std::uint64_t difference = (std::uint64_t{1} << plan.variables) - 1;
  for (const std::vector<SignPlan::Term>& terms : plan.factors) {
    difference ^= terms.front().variables;
    for (const SignPlan::Term& term : terms) {
      equations.add(term.variables ^ terms.front().variables);
    }
  }
  plan.excluded = equations.reduced(difference) != 0;
  const std::uint64_t bound = equations.bound();
  plan.variables = static_cast<std::uint32_t>(std::popcount(bound));
  for (std::vector<SignPlan::Term>& terms : plan.factors) {
    for (SignPlan::Term& term : terms) {
      std::uint64_t kept = 0;
      for (std::uint64_t left = term.variables & bound; left != 0; left &= left - 1) {
        kept |= std::uint64_t{1} << std::popcount(bound & ((left & (~left + 1)) - 1));
      }
      term.variables = kept;
    }
  }
}

}  // namespace

std::string sign_objection(const Problem& problem) {
  if (problem.has_multiplicities()) return "it has multiplicities";
  if (shares_secondary_items(problem)) return "options share secondary items";
  return {};
}

SignPlanning plan_signs(const Problem& problem, std::vector<ItemId> factors,
                        const Tally& weights_of) {
  std::string objection = sign_objection(problem);
  if (!objection.empty()) return {.objection = std::move(objection)};
  std::sort(factors.begin(), factors.end());
  if (!divide_options(problem, factors)) return {.objection = "an option has not just one factor"};
  if (problem.primary_count() - factors.size() > most_items_beside) {
    return {.objection = "it has too many items"};
  }
  SignPlan plan = plan_by(problem, weights_of, std::move(factors));
  objection = objection_to(plan);
  if (!objection.empty()) return {.objection = std::move(objection)};
  take_cosets(plan);
  if (plan.variables > SignPlan::most_variables) return {.objection = "it has too many items"};
  return {.plan = std::move(plan)};
}

bool can_be_checked(const SignPlan& plan) {
  constexpr std::uint32_t most_variables = 40;
  if (plan.variables > most_variables) return false;
  double bits = plan.others;
  for (const std::vector<SignPlan::Term>& terms : plan.factors) {
    double ways = 0;
    for (const SignPlan::Term& term : terms) ways += term.ways;
    bits += std::log2(ways);
  }
  return bits < 126.9;
}

bool has_own_fingerprint(const Tally& weights_of) {
  return std::any_of(
      weights_of.weights().begin(), weights_of.weights().end(),
      [](const OptionWeight& weight) { return weight.factor != Residue(weight.ways); });
}

double seconds_of_signs(const SignPlan& plan, const Tally& weights_of) {
  if (plan.excluded) return 0;
  // Terms with the variable that changes its sign: the first one at every second choice, and so on.
  double changes = 0;
  for (const std::vector<SignPlan::Term>& terms : plan.factors) {
    for (const SignPlan::Term& term : terms) {
      for (std::uint32_t v = 0; v < plan.variables; ++v) {
        if ((term.variables >> v & 1) != 0) changes += std::exp2(-1.0 - v);
      }
    }
  }
  // Times measured with AVX2, where 32 choices are made at once; for a fingerprint they are made
  // one by one.
  const bool one_by_one = has_own_fingerprint(weights_of);
  const double factor = one_by_one ? 1.5e-9 : 0.14e-9;
  const double change = one_by_one ? 4e-9 : 0.06e-9;
  return std::exp2(plan.variables) *
         (factor * static_cast<double>(plan.factors.size()) + change * changes);
}

}  // namespace dlx::tables
