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
  Natural solutions;    ///< exact if complete(), otherwise 0
  Residue fingerprint;  ///< fingerprint of the solutions; 0 without weights
  Status status = Status::running;
  std::uint64_t steps = 0;  ///< steps done; each adds up 32 choices of signs

  [[nodiscard]] bool complete() const noexcept { return status == Status::exhausted; }
};

/// The state of a sum, from which another sum can continue.
struct SignSumState {
  std::uint64_t step = 0;
  std::uint64_t exact = 0;                          ///< sum modulo 2^64
  std::uint64_t rounded_low = 0, rounded_high = 0;  ///< sum of rounded values: 128 bits, signed
  double magnitude = 0;
  Residue fingerprint = {};

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

  /// Continues until the sum is complete or a limit is reached. Throws SumTooLarge.
  virtual Status run() = 0;
  /// Sets the limits. The limit on nodes applies to all steps, including those before start_at().
  /// The limit on time starts with the next run.
  virtual void set_limits(search::Limits limits) = 0;

  [[nodiscard]] virtual SignResult result() const = 0;
  [[nodiscard]] virtual std::uint64_t steps() const = 0;  ///< steps so far
  [[nodiscard]] virtual double share() const = 0;         ///< part of the steps done, from 0 to 1
  [[nodiscard]] virtual std::size_t memory_bytes() const = 0;

  /// The number of steps that a plan needs.
  [[nodiscard]] static std::uint64_t steps_of(const SignPlan& plan);

  [[nodiscard]] virtual SignSumState state() const = 0;
  /// Sets the state from which the first run() continues. The state must come from a sum with the
  /// same plan and weights. Throws std::invalid_argument if the plan has fewer steps than the
  /// state.
  virtual void start_at(const SignSumState& state) = 0;
};

/// Makes a sum. Copies the plan and the weights of the tally. The limit on nodes is a limit on
/// steps. Throws std::invalid_argument if the processor does not support `vectors`.
[[nodiscard]] std::unique_ptr<SignSum> make_sign_sum(
    const SignPlan& plan, const Tally& weights_of = {}, const search::Control& control = {},
    const search::Jobs& jobs = {}, search::VectorKind vectors = search::best_vectors());

}  // namespace dlx::tables
