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

/// The weight of an option when solutions are counted. One option may represent several equivalent
/// options. For example, each solution with an option of weight 3 counts as three solutions.
struct OptionWeight {
  /// The number of options of the original problem that this option represents.
  std::uint64_t ways = 1;
  Residue factor{1};  ///< the sum of the fingerprint factors of the represented options
};

/// The weights of options if each option represents only itself. `seed` determines the fingerprint
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
  Residue fingerprint;  ///< the fingerprint of the solutions; 0 if options had no weights
};

/// A running count of solutions, with their fingerprint. The fingerprint is a sum over all
/// solutions of the product of the factors of the solution's options. Two sets of solutions that
/// differ have different fingerprints with high probability, even if the sets are of equal size.
/// If a search is split into subtrees, the fingerprints of the subtrees are added. If a problem is
/// split into independent parts, the fingerprints of the parts are multiplied.
class Tally {
 public:
  /// Constructs a count of 0 without weights: every solution counts once, and the fingerprint stays
  /// 0.
  Tally() = default;
  /// Constructs a count of 0 with one weight for each option.
  explicit Tally(std::vector<OptionWeight> weights)
      : weights_(std::move(weights)), weighted_(true) {}

  /// The number of solutions added. A solution counts as many times as the product of the weights
  /// (OptionWeight::ways) of its options.
  [[nodiscard]] const Natural& solutions() const noexcept { return solutions_; }
  /// The fingerprint of the solutions added; 0 if options have no weights.
  [[nodiscard]] Residue fingerprint() const noexcept { return fingerprint_; }

  /// Whether options have weights. If false, every solution counts once, and the search need only
  /// report the number of solutions.
  [[nodiscard]] bool weighted() const noexcept { return weighted_; }
  /// One weight for each option; empty if options have no weights.
  [[nodiscard]] std::span<const OptionWeight> weights() const noexcept { return weights_; }

  /// Adds a solution, weighted with the weights of its options. Options must have weights.
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
  /// Adds one solution, if options have no weights.
  void add_one() { ++solutions_; }
  /// The number of solutions added, and their fingerprint.
  [[nodiscard]] Total counted() const { return {solutions_, fingerprint_}; }
  /// Resets the count and the fingerprint to 0. The weights are unchanged.
  void clear() {
    solutions_ = 0;
    fingerprint_ = {};
  }

  /// Multiplies the count and the fingerprint by the arguments: the count and the fingerprint of an
  /// independent part of the problem.
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

/// A count of 0 for a problem with `options` options. With a seed, options have the weights of
/// plain_weights(), otherwise no weights.
[[nodiscard]] inline Tally tally_for(std::uint32_t options, std::optional<std::uint64_t> seed) {
  return seed ? Tally(plain_weights(options, *seed)) : Tally();
}

}  // namespace dlx
