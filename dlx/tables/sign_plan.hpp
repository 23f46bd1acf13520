#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/core/tally.hpp"

namespace dlx::tables {

/// A problem as a product of polynomials. Each factor is a polynomial: a sum of terms, which are
/// products of variables. The number of solutions is the coefficient that the product of all
/// variables has in the product of the factors. The head of sign_plan.cpp derives the polynomials
/// of a problem.
struct SignPlan {
  struct Term {
    OptionId option;
    /// The term's variables as a set of bits, without variables that are always 1.
    std::uint64_t variables = 0;
    std::int32_t ways = 1;
  };

  /// The item of each factor; every option has exactly one of these items.
  std::vector<ItemId> items;
  std::uint32_t others = 0;                     ///< number of primary items that are not in `items`
  std::vector<std::vector<Term>> factors = {};  ///< list of the terms of each factor
  std::uint32_t variables = 0;                  ///< number of variables whose sign is chosen
  bool excluded = false;  ///< whether parity excludes every solution, so that no sum is needed

  /// The maximum sum of Term::ways over the terms of one factor.
  static constexpr std::int64_t most_ways = 16'383;
  static constexpr std::uint32_t most_variables = 56;
};

/// A plan of a sum over signs, or the reason why no plan can be made.
struct SignPlanning {
  std::optional<SignPlan> plan = {};
  std::string objection = {};  ///< the reason in words, to follow "because"

  /// The plan. Throws std::invalid_argument with the objection if there is no plan.
  [[nodiscard]] SignPlan require() &&;
};

/// The reason why sums over signs cannot count this problem with any choice of factors; empty if no
/// such reason is known.
[[nodiscard]] std::string sign_objection(const Problem& problem);

/// Makes the plan whose factors belong to the given primary items, which must be distinct.
/// Term::ways of each option is OptionWeight::ways in the tally.
[[nodiscard]] SignPlanning plan_signs(const Problem& problem, std::vector<ItemId> factors,
                                      const Tally& weights_of = {});

/// Whether certificate checkers accept a certificate that uses the sum over signs. The sum must fit
/// in 127 bits and have at most 2^40 summands.
[[nodiscard]] bool can_be_checked(const SignPlan& plan);

/// Whether the fingerprint is not determined by the number of solutions, because for some option
/// OptionWeight::factor differs from OptionWeight::ways.
[[nodiscard]] bool has_own_fingerprint(const Tally& weights_of);

/// An estimate of the seconds that a sum over signs takes in one thread, accurate within a factor
/// of about three.
[[nodiscard]] double seconds_of_signs(const SignPlan& plan, const Tally& weights_of = {});

}  // namespace dlx::tables
