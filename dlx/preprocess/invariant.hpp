#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/search/control.hpp"

namespace dlx::preprocess {

/// Weights of primary items modulo a number, which prove that no solution exists. Every option has
/// the total weight 0, but the items that a solution must cover have a total weight other than 0.
/// For example, weights 1 and -1 for white and black squares prove that dominoes cannot cover a
/// chessboard without two opposite corners.
struct Invariant {
  std::uint32_t modulus = 2;
  /// For each primary item: its weight, less than the modulus; 0 if the item's lower and upper
  /// bounds differ.
  std::vector<std::uint32_t> weights;
};

/// The moduli for which refuting_invariant() looks for an invariant, in this order.
inline constexpr std::array<std::uint32_t, 7> moduli_of_invariants = {2, 3, 5, 7, 11, 13, 241};

/// The result of a search for an invariant of a problem.
struct InvariantSearch {
  std::optional<Invariant> found = {};
  bool complete = true;  ///< whether the search was completed; false if the deadline was reached
};

/// Looks for an invariant that proves that the problem has no solution, modulo each of
/// moduli_of_invariants in turn. Finds no invariant if the problem has more than 10,000 primary
/// items. Uses one byte of memory for each pair of primary items. An option that is linearly
/// independent of the options before it takes O(items^2 + entries of the option) operations. Each
/// other option takes O(entries of the option * (number of items - number of independent options)).
[[nodiscard]] InvariantSearch refuting_invariant(const Problem& problem,
                                                 const search::Deadline& deadline = {});
/// Looks for an invariant of one modulus. Throws std::invalid_argument if `modulus` is not one of
/// moduli_of_invariants.
[[nodiscard]] InvariantSearch refuting_invariant(const Problem& problem, std::uint32_t modulus,
                                                 const search::Deadline& deadline);

/// An estimate of the seconds that refuting_invariant() takes. If most options are linearly
/// independent, the estimate is right within a factor of two. If many options are linearly
/// dependent, the actual time is less.
[[nodiscard]] double seconds_for_invariant(const Problem& problem);

}  // namespace dlx::preprocess
