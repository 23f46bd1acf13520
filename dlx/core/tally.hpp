#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "dlx/core/ids.hpp"
#include "dlx/core/natural.hpp"
#include "dlx/core/residue.hpp"

namespace dlx {

/// The weight of an option in a tally; it may stand for several options that are alike.
struct OptionWeight {
  std::uint64_t ways = 1;  ///< how many options it stands for
  Residue factor{1};       ///< the sum of the fingerprint factors of these options
};

/// Weights of options that stand for one option each, with the factors of a seed.
[[nodiscard]] inline std::vector<OptionWeight> plain_weights(std::uint32_t options,
                                                             std::uint64_t seed) {
  std::vector<OptionWeight> weights(options);
  for (std::uint32_t o = 0; o < options; ++o) {
    weights[o].factor = fingerprint_factor(seed, OptionId{o});
  }
  return weights;
}

/// Solutions that were counted, and their fingerprint: see Tally.
struct Total {
  Natural solutions;    ///< number of solutions
  Residue fingerprint;  ///< 0 unless the tally had weights
};

/// A sum over solutions: how many there are, and their fingerprint, the sum of the products of
/// their options' factors. The fingerprint compares sets of solutions where a count compares only
/// their sizes; it adds up over parts of a search and multiplies over independent ones.
class Tally {
 public:
  /// A tally without weights: every solution counts once, and the fingerprint is 0.
  Tally() = default;
  /// A tally with one weight for each option.
  explicit Tally(std::vector<OptionWeight> weights)
      : weights_(std::move(weights)), weighted_(true) {}

  /// The number of solutions added, each with the weight of its options.
  [[nodiscard]] const Natural& solutions() const noexcept { return solutions_; }
  /// The sum over them of the products of their factors; 0 without weights.
  [[nodiscard]] Residue fingerprint() const noexcept { return fingerprint_; }

  /// False: every solution counts once, and the number of solutions is enough.
  [[nodiscard]] bool weighted() const noexcept { return weighted_; }
  /// The weights, one for each option; empty if not weighted().
  [[nodiscard]] std::span<const OptionWeight> weights() const noexcept { return weights_; }

  /// Adds a solution.
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
  /// Adds solutions that have been counted elsewhere.
  void add(const Natural& solutions, Residue fingerprint = {}) {
    solutions_ += solutions;
    fingerprint_ += fingerprint;
  }
  /// Adds a solution, in a tally without weights.
  void add_one() { ++solutions_; }
  /// The solutions and the fingerprint.
  [[nodiscard]] Total counted() const { return {solutions_, fingerprint_}; }
  /// Back to nothing; the weights stay.
  void clear() {
    solutions_ = 0;
    fingerprint_ = {};
  }

  /// Combines every solution counted here with every solution of another part.
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

}  // namespace dlx
