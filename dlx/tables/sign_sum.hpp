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

/// Thrown if a sum is too large to be computed exactly.
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
  std::uint64_t steps = 0;  ///< number of steps done; each step adds up 32 choices of signs

  [[nodiscard]] bool complete() const noexcept { return status == Status::exhausted; }
};

/// The state of an unfinished sum over signs, from which another sum can continue.
struct SignSumState {
  std::uint64_t step = 0;
  std::uint64_t exact = 0;  ///< the sum modulo 2^64
  /// The sum of rounded values, as a signed number of 128 bits.
  std::uint64_t rounded_low = 0, rounded_high = 0;
  double magnitude = 0;
  Residue fingerprint = {};

  /// Adds the sums over other steps of the same sum. `step` becomes the number of all these steps.
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
  /// Sets the limits of the sum. The limit on nodes is a limit on all steps, including the steps
  /// that start_at() skips. The limit on time starts with the next run.
  virtual void set_limits(search::Limits limits) = 0;

  [[nodiscard]] virtual SignResult result() const = 0;
  [[nodiscard]] virtual std::uint64_t steps() const = 0;  ///< number of steps done so far
  /// The part of all steps that is done, from 0 to 1.
  [[nodiscard]] virtual double share() const = 0;
  [[nodiscard]] virtual std::size_t memory_bytes() const = 0;

  /// The number of steps of a sum over signs of `variables` variables.
  [[nodiscard]] static std::uint64_t steps_of(std::uint32_t variables);

  [[nodiscard]] virtual SignSumState state() const = 0;
  /// Sets the state from which the first run() continues, so that the steps before this state are
  /// not repeated. The state must come from a sum with the same plan and weights. Throws
  /// std::invalid_argument if the plan has fewer steps than the state.
  virtual void start_at(const SignSumState& state) = 0;
};

/// The result of a sum over signs of `variables` variables, from the sums over all of its steps.
/// `own_fingerprint` is has_own_fingerprint() of the weights. Throws SumTooLarge if the sum is not
/// exact, and std::invalid_argument if some steps are missing.
[[nodiscard]] SignResult sign_result(const SignSumState& sums, std::uint32_t variables,
                                     bool own_fingerprint);

/// Makes a sum over signs. Copies the plan and the weights of the tally. The limit on nodes is a
/// limit on steps. Throws std::invalid_argument if the processor does not support `vectors`.
[[nodiscard]] std::unique_ptr<SignSum> make_sign_sum(
    const SignPlan& plan, const Tally& weights_of = {}, const search::Control& control = {},
    const search::Jobs& jobs = {}, search::VectorKind vectors = search::best_vectors());

}  // namespace dlx::tables
