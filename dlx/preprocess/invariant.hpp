#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/search/control.hpp"

namespace dlx::preprocess {

/// Weights of primary items modulo a number. Every option weighs 0, but the items that a solution
/// covers do not weigh 0 together, so no solution exists. For example, the colours of a chessboard
/// are such weights for dominoes.
struct Invariant {
  std::uint32_t modulus = 2;
  /// [primary item]: its weight, less than the modulus; 0 where the bounds differ.
  std::vector<std::uint32_t> weights;
};

/// The moduli that are tried, in this order.
inline constexpr std::array<std::uint32_t, 7> moduli_of_invariants = {2, 3, 5, 7, 11, 13, 241};

/// The result of a look for an invariant.
struct InvariantSearch {
  std::optional<Invariant> found = {};
  bool complete = true;  ///< false: the deadline came first
};

/// Looks for an invariant by which the problem has no solution, modulo moduli_of_invariants. Finds
/// none if the problem has more than 10,000 primary items. Takes a byte for each pair of primary
/// items; O(items^2 + entries) operations for each option that is not a combination of the options
/// before it, and O(entries * items without such an option) for all others.
[[nodiscard]] InvariantSearch refuting_invariant(const Problem& problem,
                                                 const search::Deadline& deadline = {});
/// Looks for an invariant of one modulus. Throws std::invalid_argument if it is not one of
/// moduli_of_invariants.
[[nodiscard]] InvariantSearch refuting_invariant(const Problem& problem, std::uint32_t modulus,
                                                 const search::Deadline& deadline);

/// Seconds that refuting_invariant() takes, within a factor of two if most options are independent,
/// and less otherwise.
[[nodiscard]] double seconds_for_invariant(const Problem& problem);

}  // namespace dlx::preprocess
