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

/// Thrown if a proof would have more steps than the caller allows.
class ProofLimitError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A budget of proof steps. Every writer of proofs charges its steps to this budget.
class ProofLimit {
 public:
  explicit ProofLimit(std::uint64_t steps) : steps_(std::min(steps, largest)), left_(steps_) {}

  /// Charges `steps` steps to the budget. Throws ProofLimitError if the budget has fewer steps
  /// left.
  void take(std::uint64_t steps = 1) {
    if (steps > left_) {
      throw ProofLimitError("the proof has more than " + std::to_string(steps_) + " steps");
    }
    left_ -= steps;
  }
  /// Charges `steps` steps to the budget. Returns `steps` as a 64-bit number.
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

/// The pairs of options that conflict, that is, can never both be chosen. Two options conflict if
/// they share a primary item that may be covered only once, or a secondary item without colour or
/// in different colours.
class Conflicts {
 public:
  /// Finds all pairs of conflicting options. Throws ProofLimitError if the number of pairs exceeds
  /// the number of steps that `limit` has left. Charges no steps to `limit`.
  Conflicts(const Problem& problem, const ProofLimit& limit);

  /// The options that conflict with an option, in ascending order.
  [[nodiscard]] std::span<const std::uint32_t> of(std::uint32_t option) const {
    return std::span(others_).subspan(begin_[option], begin_[option + 1] - begin_[option]);
  }
  /// Whether the options a and b conflict.
  [[nodiscard]] bool have(std::uint32_t a, std::uint32_t b) const;
  /// The number of pairs of conflicting options.
  [[nodiscard]] std::uint64_t pairs() const noexcept { return others_.size() / 2; }

 private:
  std::vector<std::size_t> begin_;
  std::vector<std::uint32_t> others_;
};

/// The clauses of a problem, with a variable for each option. Each primary item has a clause: some
/// option of the item is chosen. Each pair of conflicting options has a clause: not both are
/// chosen. Clauses are numbered from 1.
class ProblemClauses {
 public:
  /// Both arguments must outlive this object. The problem must not have multiplicities.
  ProblemClauses(const Problem& problem, const Conflicts& conflicts);

  /// The number of clauses of the problem.
  [[nodiscard]] std::uint64_t count() const noexcept;
  /// The number of the clause which says that some option of a primary item is chosen.
  [[nodiscard]] static std::uint64_t at_least(std::uint32_t item) { return item + 1ULL; }
  /// The number of the clause which says that two conflicting options are not both chosen.
  [[nodiscard]] std::uint64_t not_both(std::uint32_t a, std::uint32_t b) const;

  /// Writes the clauses in DIMACS format. The header announces `clauses` clauses in total. The
  /// caller writes the clauses that exceed those of the problem. Comments are not written, because
  /// not all checkers accept comments.
  void write(std::uint64_t clauses, const TextSink& sink) const;

 private:
  const Problem& problem_;
  const Conflicts& conflicts_;
  // before_[o] is the number of conflicting pairs in which the smaller option number is below o.
  std::vector<std::uint64_t> before_;
};

}  // namespace dlx::certificate
