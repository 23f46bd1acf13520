#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "dlx/core/problem.hpp"
#include "tests/support/model.hpp"
#include "tests/support/random.hpp"

namespace dlx::fuzz {

/// Which ways are tried on a problem.
struct Turn {
  static constexpr std::uint64_t every = ~std::uint64_t{0};
  /// `every`: all. Otherwise the engines, and of the other ways those whose turn it is.
  std::uint64_t number = every;
  /// Of fingerprints, of places to cut a search, of samples.
  std::uint64_t seed = 1;
};

/// What disagrees on a problem, in words; empty if nothing does. The truth is brute force over all
/// sets of options if there are few, otherwise the list of dancing_links. Nothing is said of
/// problems with more than most_options, or with very many solutions.
[[nodiscard]] std::string disagreement(const Problem& problem, const Turn& turn);

/// Options of a problem whose truth is brute force, at most; and of any problem.
inline constexpr std::uint32_t few_options = 12;
inline constexpr std::uint32_t most_options = 128;

/// A problem from any bytes: small changes of them are small changes of the problem.
[[nodiscard]] test::Model model_from(std::string_view bytes);

/// A random problem: nineteen of twenty small enough for brute force.
[[nodiscard]] test::Model random_problem(test::Random& random);

/// The smallest problem found, by leaving out options, items, colours and what else there is, on
/// which there is still a disagreement.
[[nodiscard]] test::Model shrunk(test::Model model, const Turn& turn);

/// Problem and turn as a file for data/fuzz/regressions/agreement, in Knuth's text.
[[nodiscard]] std::string to_regression(const test::Model& model, const Turn& turn,
                                        const std::string& what);
/// How such a file begins.
inline constexpr std::string_view regression_mark = "| agreement, seed and turn ";
/// The turn of a text that begins so.
[[nodiscard]] Turn turn_of(std::string_view regression);

}  // namespace dlx::fuzz
