// The problem. Let F be a set of items such that every option has exactly one item of F. For
// example, F can be the numbers of a Langford pairing. Every other item i has a variable x_i. Every
// item of F has a polynomial with a term for each of its options: the product of the variables of
// the option's other items. A solution chooses one term of each polynomial so that every variable
// occurs exactly once. So the number of solutions is the coefficient of the product of all
// variables in the product of the polynomials. Let n be the number of variables, and let the sum of
// the degrees of the polynomials be at most n. Then no other monomial of the expanded product has
// an odd power of every variable, and the coefficient is
//
//     2^-n  sum over x in {1, -1}^n of  x_1 x_2 ... x_n  times the product of all polynomials at x.
//
// Fewer signs. Let y be a choice of signs such that, in each polynomial, y multiplies all terms by
// the same sign. Then the summand at xy equals the summand at x times a sign that does not depend
// on x. If that sign is -1, the sum is 0 (this is an invariant modulo 2). All such y form a linear
// space over GF(2): the solutions of linear equations, one for each two terms of the same
// polynomial. Each coset of the space contains exactly one x that is 1 in all free variables of
// these equations. So the sum over the x of this form, times the size of a coset, is the complete
// sum.
//
// dlx/counting/sign_factors.cpp finds possible sets F.
//
// Considered and rejected. Inclusion and exclusion, as in Ryser's formula, sums over variables that
// are 0 or 1, with a sign for each subset. It only requires that the sum of the degrees is n, and
// can skip summands that are 0. But it has no cosets, which save 3/4 of the sum for Langford's
// problem.
//
// Citation. For Langford's problem: M. Godfrey (2002), described on J. E. Miller's pages. For
// permanents: D. G. Glynn, The permanent of a square matrix, European Journal of Combinatorics 31
// (2010).

#include "dlx/tables/sign_plan.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <utility>

#include "dlx/core/item_options.hpp"

namespace dlx::tables {
namespace {

// The maximum number of items outside the set F of the factors' items. Each item outside F is
// represented by a bit of a word.
constexpr std::size_t most_items_beside = 63;

/// Whether two options share a secondary item. A product of polynomials cannot express that such
/// options exclude each other.
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

/// A system of linear equations over GF(2) with up to 64 unknowns. Each equation is a set of
/// unknowns, as bits of a word, whose sum is 0.
class Equations {
 public:
  void add(std::uint64_t equation) {
    equation = reduced(equation);
    if (equation != 0) rows_.push_back(equation);
  }
  /// The equation minus a linear combination of the system's equations. Returns 0 if the system
  /// implies the equation.
  [[nodiscard]] std::uint64_t reduced(std::uint64_t equation) const {
    for (const std::uint64_t row : rows_) {
      if ((equation & lowest(row)) != 0) equation ^= row;
    }
    return equation;
  }
  /// The unknowns whose values follow, by the equations, from the values of the other (free)
  /// unknowns.
  [[nodiscard]] std::uint64_t bound() const {
    std::uint64_t all = 0;
    for (const std::uint64_t row : rows_) all |= lowest(row);
    return all;
  }

 private:
  static std::uint64_t lowest(std::uint64_t set) { return set & (~set + 1); }

  // Each row is an equation. The lowest unknown of a row does not occur in later rows.
  std::vector<std::uint64_t> rows_;
};

/// Assigns a polynomial (factor) to each item of `items` and a variable to every other primary
/// item. Variables are numbered from the item with the fewest options to the item with the most
/// options.
class Polynomials {
 public:
  Polynomials(const Problem& problem, const std::vector<ItemId>& items) {
    const std::vector<std::uint32_t> options_of = option_counts(problem);
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

  /// The number of variables, one for each primary item that has no polynomial.
  [[nodiscard]] std::uint32_t variables() const { return count_; }

  /// The number of the polynomial that contains the term of an option, and the variables of this
  /// term as a set of bits.
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
  // For each primary item without a polynomial: the number of its variable.
  std::vector<std::uint32_t> variable_of_;
  // For each primary item: the number of its polynomial, or `none`.
  std::vector<std::uint32_t> factor_of_;
};

/// Whether every option contains exactly one item of `items`.
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

/// Makes the plan with a polynomial for each item of `items`. Its sum runs over all variables;
/// take_cosets() removes some of them afterwards. If the weight of an option (OptionWeight::ways)
/// exceeds SignPlan::most_ways, it is set to most_ways + 1.
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

/// The reason why a plan cannot be used to count solutions; empty if it can be used.
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

/// Removes from the plan the free variables, whose signs need not vary, and renumbers the other
/// variables. Sets `excluded` if parity shows that no solution exists.
void take_cosets(SignPlan& plan) {
  Equations equations;
  // A choice of signs y that satisfies the equations (see the head of this file) multiplies every
  // summand by -1 if y is -1 in an odd number of the variables in `difference`.
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

SignPlan SignPlanning::require() && {
  if (plan) return *std::move(plan);
  throw std::invalid_argument("the method signs is not for this problem: " + objection);
}

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
  // The average number of terms that change their sign from one step of the Gray code to the next.
  // Variable v changes its sign in a fraction 2^-(v + 1) of all steps.
  double changes = 0;
  for (const std::vector<SignPlan::Term>& terms : plan.factors) {
    for (const SignPlan::Term& term : terms) {
      for (std::uint32_t v = 0; v < plan.variables; ++v) {
        if ((term.variables >> v & 1) != 0) changes += std::exp2(-1.0 - v);
      }
    }
  }
  // The times below are in seconds, measured with AVX2. The sum that counts solutions handles 32
  // choices of signs at once. The sum that gives a fingerprint handles one choice at a time.
  const bool one_by_one = has_own_fingerprint(weights_of);
  const double factor = one_by_one ? 1.5e-9 : 0.14e-9;
  const double change = one_by_one ? 4e-9 : 0.06e-9;
  return std::exp2(plan.variables) *
         (factor * static_cast<double>(plan.factors.size()) + change * changes);
}

}  // namespace dlx::tables
