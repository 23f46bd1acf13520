#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dlx/core/ids.hpp"
#include "dlx/core/tally.hpp"

namespace dlx::tables {

/// A plan to count solutions by a sum over signs. It represents the problem by polynomials, the
/// factors: sums of terms, which are products of variables. The number of solutions is the
/// coefficient of the product of all variables in the product of the factors. The head of
/// sign_plan.cpp derives the polynomials of a problem.
struct SignPlan {
  struct Term {
    OptionId option;
    /// The variables of the term as a set of bits, without variables whose sign is always 1.
    std::uint64_t variables = 0;
    std::int32_t ways = 1;
  };

  /// The item of each factor; every option has exactly one of these items.
  std::vector<ItemId> items;
  std::uint32_t others = 0;                     ///< number of primary items that are not in `items`
  std::vector<std::vector<Term>> factors = {};  ///< list of the terms of each factor
  /// Number of variables over whose signs the sum runs.
  std::uint32_t variables = 0;
  /// Whether parity shows that no solution exists, so that no sum is needed.
  bool excluded = false;

  /// In each factor, the sum of Term::ways over all terms is at most this.
  static constexpr std::int64_t most_ways = 16'383;
  static constexpr std::uint32_t most_variables = 56;
};

/// A plan of a sum over signs, or the reason why no plan can be made.
struct SignPlanning {
  std::optional<SignPlan> plan = {};
  std::string objection = {};  ///< the reason in words, to follow "because"

  /// Returns the plan. Throws std::invalid_argument with the text of `objection` if there is no
  /// plan.
  [[nodiscard]] SignPlan require() &&;
};

/// The reason why no choice of factors lets a sum over signs count this problem; empty if no reason
/// is known.
[[nodiscard]] std::string sign_objection(const Problem& problem);

/// Makes the plan with a factor for each of the given primary items, which must be distinct.
/// Term::ways of each option is its OptionWeight::ways, or 1 without weights.
[[nodiscard]] SignPlanning plan_signs(const Problem& problem, std::vector<ItemId> factors,
                                      const Tally& weights_of = {});

/// Whether a certificate of this sum is small enough for checkers: the sum must fit in 127 bits and
/// have at most 2^40 summands.
[[nodiscard]] bool can_be_checked(const SignPlan& plan);

/// Whether a fingerprint needs a sum of its own, because OptionWeight::factor differs from
/// OptionWeight::ways for some option. Otherwise it is the number of solutions modulo 2^61 - 1.
[[nodiscard]] bool has_own_fingerprint(const Tally& weights_of);

/// An estimate of the seconds that the sum over signs takes in one thread. It is wrong by a factor
/// of at most about three.
[[nodiscard]] double seconds_of_signs(const SignPlan& plan, const Tally& weights_of = {});

}  // namespace dlx::tables
