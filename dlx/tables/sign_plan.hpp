#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/core/tally.hpp"

namespace dlx::tables {

/// A problem as a product of polynomials, one for each factor: the sum over its terms, each the
/// product of some variables. The number of solutions is the coefficient of the product of all
/// variables. sign_plan.cpp derives the problem's polynomials.
struct SignPlan {
  struct Term {
    OptionId option;
    std::uint64_t variables = 0;  ///< bits; variables that are 1 in the whole sum are left out
    std::int32_t ways = 1;
  };

  std::vector<ItemId> items;  ///< items of the factors: every option has exactly one
  std::uint32_t others = 0;   ///< primary items that belong to no factor
  std::vector<std::vector<Term>> factors = {};  ///< the terms of each factor
  std::uint32_t variables = 0;                  ///< variables that take both signs in the sum
  bool excluded = false;  ///< parity excludes every solution: nothing is to be summed

  /// The largest sum of ways of a factor.
  static constexpr std::int64_t most_ways = 16'383;
  static constexpr std::uint32_t most_variables = 56;
};

/// A plan, or why there is none.
struct SignPlanning {
  std::optional<SignPlan> plan = {};
  std::string objection = {};  ///< reason in words, after "because"
};

/// Why sums over signs refuse this problem, whatever the factors; empty if no reason is known.
[[nodiscard]] std::string sign_objection(const Problem& problem);

/// The plan with these primary items for factors, all different, and with the ways of options from
/// the tally.
[[nodiscard]] SignPlanning plan_signs(const Problem& problem, std::vector<ItemId> factors,
                                      const Tally& weights_of = {});

/// Whether checkers accept a certificate of the sum: it must fit in numbers of 127 bits and take at
/// most 2^40 steps.
[[nodiscard]] bool can_be_checked(const SignPlan& plan);

/// Whether the fingerprint says more than the number of solutions does.
[[nodiscard]] bool has_own_fingerprint(const Tally& weights_of);

/// Seconds that the sum takes in one thread, within a factor of three or so.
[[nodiscard]] double seconds_of_signs(const SignPlan& plan, const Tally& weights_of = {});

}  // namespace dlx::tables
