#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>

#include "dlx/core/natural.hpp"
#include "dlx/core/residue.hpp"
#include "dlx/core/tally.hpp"
#include "dlx/names.hpp"
#include "dlx/search/control.hpp"
#include "dlx/search/jobs.hpp"
#include "dlx/search/vectors.hpp"
#include "dlx/tables/sign_plan.hpp"

namespace dlx::tables {

/// Thrown if a sum over signs is too large to be computed exactly.
class SumTooLarge : public std::invalid_argument {
 public:
  SumTooLarge()
      : std::invalid_argument(
            "the method signs is not for this problem: its sum is too large to be exact") {}
};

struct SignResult {
  Natural solutions;    ///< number of solutions; 0 unless complete()
  Residue fingerprint;  ///< fingerprint of the solutions; 0 if there are no weights
  Status status = Status::running;
  /// Number of steps done; each step adds the summands of 32 choices of signs.
  std::uint64_t steps = 0;

  [[nodiscard]] bool complete() const noexcept { return status == Status::exhausted; }
};

/// The state of an unfinished sum over signs, from which another sum can continue.
struct SignSumState {
  std::uint64_t step = 0;
  std::uint64_t exact = 0;  ///< the sum modulo 2^64
  /// The sum of the summands as doubles, as a signed number of 128 bits.
  std::uint64_t rounded_low = 0, rounded_high = 0;
  double magnitude = 0;
  Residue fingerprint = {};

  /// Adds `other`, which has the sums over other steps of the same sum over signs. `step` becomes
  /// the total number of steps.
  SignSumState& operator+=(const SignSumState& other);
  friend bool operator==(const SignSumState&, const SignSumState&) = default;
};

/// Counts the solutions of a problem by a sum over signs. The sum can pause at any step and
/// continue.
class SignSum {
 public:
  SignSum() = default;
  SignSum(const SignSum&) = delete;
  SignSum& operator=(const SignSum&) = delete;
  virtual ~SignSum() = default;

  /// Continues the sum until it is complete or a limit is reached. Throws SumTooLarge if the sum
  /// cannot be computed exactly.
  virtual Status run() = 0;
  /// Sets the limits of the sum. The limit on nodes limits the number of all steps, including the
  /// steps that start_at() skips. The time limit starts with the next call of run().
  virtual void set_limits(search::Limits limits) = 0;

  [[nodiscard]] virtual SignResult result() const = 0;
  [[nodiscard]] virtual std::uint64_t steps() const = 0;  ///< number of steps done so far
  /// The number of steps done divided by the number of all steps.
  [[nodiscard]] virtual double share() const = 0;
  [[nodiscard]] virtual std::size_t memory_bytes() const = 0;

  /// The number of steps of a sum over signs of `variables` variables.
  [[nodiscard]] static std::uint64_t steps_of(std::uint32_t variables);

  [[nodiscard]] virtual SignSumState state() const = 0;
  /// Continues a sum that was interrupted: run() skips the steps that `state` includes. `state`
  /// must come from a sum with the same plan and weights. Throws std::invalid_argument if `state`
  /// has more steps than the sum.
  virtual void start_at(const SignSumState& state) = 0;
};

/// The number of solutions and the fingerprint, computed from `sums`, which has the sums over all
/// steps for `variables` variables. `own_fingerprint` is the result of has_own_fingerprint().
/// Throws SumTooLarge if the sum is not exact, and std::invalid_argument if `sums` lacks some
/// steps.
[[nodiscard]] SignResult sign_result(const SignSumState& sums, std::uint32_t variables,
                                     bool own_fingerprint);

/// Makes a sum over signs. Copies the plan and the weights. The limit on nodes in `control` limits
/// the number of steps. Throws std::invalid_argument if the processor does not support `vectors`.
[[nodiscard]] std::unique_ptr<SignSum> make_sign_sum(
    const SignPlan& plan, const Tally& weights_of = {}, const search::Control& control = {},
    const search::Jobs& jobs = {}, search::VectorKind vectors = search::best_vectors());

}  // namespace dlx::tables
