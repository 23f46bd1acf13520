#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "dlx/core/ids.hpp"
#include "dlx/core/natural.hpp"
#include "dlx/core/residue.hpp"

namespace dlx {

/// The weight of an option in a tally. One option may represent several equivalent options, which
/// are then counted by its weight.
struct OptionWeight {
  /// The number of options of the original problem that this option represents.
  std::uint64_t ways = 1;
  Residue factor{1};  ///< the sum of the fingerprint factors of the represented options
};

/// The weights of options that each represent only themselves. `seed` determines the fingerprint
/// factors.
[[nodiscard]] inline std::vector<OptionWeight> plain_weights(std::uint32_t options,
                                                             std::uint64_t seed) {
  std::vector<OptionWeight> weights(options);
  for (std::uint32_t o = 0; o < options; ++o) {
    weights[o].factor = fingerprint_factor(seed, OptionId{o});
  }
  return weights;
}

/// The number of solutions counted, and their fingerprint, which class Tally defines.
struct Total {
  Natural solutions;    ///< the number of solutions counted
  Residue fingerprint;  ///< the fingerprint of the solutions; 0 if the tally had no weights
};

/// Counts solutions and computes their fingerprint. The fingerprint is a sum over all solutions;
/// the summand of a solution is the product of its options' factors. Two sets of solutions that
/// differ have different fingerprints with high probability, even if the sets are of equal size.
/// Fingerprints of parts of one search are added. Fingerprints of independent parts of a problem
/// are multiplied.
class Tally {
 public:
  /// Constructs a tally without weights: every solution counts once, and the fingerprint is 0.
  Tally() = default;
  /// Constructs a tally with one weight for each option.
  explicit Tally(std::vector<OptionWeight> weights)
      : weights_(std::move(weights)), weighted_(true) {}

  /// The number of solutions added. A solution counts as many times as the product of
  /// OptionWeight::ways of its options.
  [[nodiscard]] const Natural& solutions() const noexcept { return solutions_; }
  /// The fingerprint of the solutions added; 0 if the tally has no weights.
  [[nodiscard]] Residue fingerprint() const noexcept { return fingerprint_; }

  /// Whether options have weights. If false, every solution counts once, and the search need only
  /// report the number of solutions.
  [[nodiscard]] bool weighted() const noexcept { return weighted_; }
  /// The weights of the tally, one for each option; empty if the tally has no weights.
  [[nodiscard]] std::span<const OptionWeight> weights() const noexcept { return weights_; }

  /// Adds a solution, weighted with the weights of its options. Requires a tally with weights.
  void add(std::span<const OptionId> solution) {
    Natural ways = 1;
    Residue factor{1};
    for (const OptionId option : solution) {
      const OptionWeight& weight = weights_[index(option)];
      if (weight.ways != 1) ways *= weight.ways;
      factor *= weight.factor;
    }
    add(ways, factor);
  }
  /// Adds solutions that were counted elsewhere: their number and their fingerprint.
  void add(const Natural& solutions, Residue fingerprint = {}) {
    solutions_ += solutions;
    fingerprint_ += fingerprint;
  }
  /// Adds one solution to a tally without weights.
  void add_one() { ++solutions_; }
  /// The number of solutions added, and their fingerprint.
  [[nodiscard]] Total counted() const { return {solutions_, fingerprint_}; }
  /// Resets the count and the fingerprint to 0. The weights are unchanged.
  void clear() {
    solutions_ = 0;
    fingerprint_ = {};
  }

  /// Combines every solution of this tally with every solution of an independent part of the
  /// problem, so the counts and the fingerprints are multiplied.
  void multiply_by(const Natural& solutions, Residue fingerprint) {
    solutions_ *= solutions;
    fingerprint_ *= fingerprint;
  }

 private:
  std::vector<OptionWeight> weights_;
  bool weighted_ = false;
  Natural solutions_;
  Residue fingerprint_;
};

/// A tally of solutions of a problem with this number of options. With a seed, the tally has the
/// weights of plain_weights().
[[nodiscard]] inline Tally tally_for(std::uint32_t options, std::optional<std::uint64_t> seed) {
  return seed ? Tally(plain_weights(options, *seed)) : Tally();
}

}  // namespace dlx
