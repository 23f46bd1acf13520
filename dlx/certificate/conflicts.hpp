#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "dlx/core/canonical_text.hpp"
#include "dlx/core/natural.hpp"
#include "dlx/core/problem.hpp"

namespace dlx::certificate {

/// A proof would be larger than the caller allows.
class ProofLimitError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Budget of proof steps; every writer charges it.
class ProofLimit {
 public:
  explicit ProofLimit(std::uint64_t steps) : steps_(std::min(steps, largest)), left_(steps_) {}

  /// Throws ProofLimitError once they are used up.
  void take(std::uint64_t steps = 1) {
    if (steps > left_) {
      throw ProofLimitError("the proof has more than " + std::to_string(steps_) + " steps");
    }
    left_ -= steps;
  }
  /// Takes `steps` steps, and returns their number, which then fits in 64 bits.
  std::uint64_t take(const Natural& steps) {
    const std::uint64_t number =
        steps > Natural(left_) ? left_ + 1 : std::stoull(steps.to_string());
    take(number);
    return number;
  }

 private:
  static constexpr std::uint64_t largest = std::uint64_t{1} << 60;

  std::uint64_t steps_;
  std::uint64_t left_;
};

/// The pairs of options that can never both be chosen: they share a primary item that may be
/// covered once, or a secondary item without colour or in different colours.
class Conflicts {
 public:
  /// Throws ProofLimitError if there are more pairs than the limit has steps. It takes no steps
  /// from the limit.
  Conflicts(const Problem& problem, const ProofLimit& limit);

  /// Options that conflict with this one, ascending.
  [[nodiscard]] std::span<const std::uint32_t> of(std::uint32_t option) const {
    return std::span(others_).subspan(begin_[option], begin_[option + 1] - begin_[option]);
  }
  /// Whether the two options conflict.
  [[nodiscard]] bool have(std::uint32_t a, std::uint32_t b) const;
  /// The number of pairs.
  [[nodiscard]] std::uint64_t pairs() const noexcept { return others_.size() / 2; }

 private:
  std::vector<std::size_t> begin_;
  std::vector<std::uint32_t> others_;
};

/// An exact cover as clauses, with a variable for each option. A clause for each primary item: some
/// option has it. A clause for each pair of conflicting options: not both are chosen. Clauses are
/// numbered from 1.
class ProblemClauses {
 public:
  /// Both arguments must outlive it. The problem must not have multiplicities.
  ProblemClauses(const Problem& problem, const Conflicts& conflicts);

  /// The number of clauses.
  [[nodiscard]] std::uint64_t count() const noexcept;
  /// The number of the clause that some option has this primary item.
  [[nodiscard]] static std::uint64_t at_least(std::uint32_t item) { return item + 1ULL; }
  /// The number of the clause that these options, which conflict, are not both chosen.
  [[nodiscard]] std::uint64_t not_both(std::uint32_t a, std::uint32_t b) const;

  /// Writes them in DIMACS format, as the first of `clauses`; without comments, which not all
  /// checkers read.
  void write(std::uint64_t clauses, const TextSink& sink) const;

 private:
  const Problem& problem_;
  const Conflicts& conflicts_;
  // [option]: number of pairs whose first option comes before it.
  std::vector<std::uint64_t> before_;
};

}  // namespace dlx::certificate
