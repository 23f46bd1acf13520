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

/// A sum has become too large for its numbers to be exact.
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
  std::uint64_t steps = 0;  ///< number of steps of 32 choices of signs each

  [[nodiscard]] bool complete() const noexcept { return status == Status::exhausted; }
};

/// The state of a sum, from which it can continue.
struct SignSumState {
  std::uint64_t step = 0;
  std::uint64_t exact = 0;                          ///< sum modulo 2^64
  std::uint64_t rounded_low = 0, rounded_high = 0;  ///< nearly the sum: 128 bits, with a sign
  double magnitude = 0;
  Residue fingerprint = {};

  friend bool operator==(const SignSumState&, const SignSumState&) = default;
};

/// Counts the solutions of a problem by a sum over signs, which can pause at any step and continue.
class SignSum {
 public:
  SignSum() = default;
  SignSum(const SignSum&) = delete;
  SignSum& operator=(const SignSum&) = delete;
  virtual ~SignSum() = default;

  /// Continues to the end or to a limit. Throws SumTooLarge.
  virtual Status run() = 0;
  /// Limits of nodes for all runs together, and for those before start_at(); of time from the next
  /// run.
  virtual void set_limits(search::Limits limits) = 0;

  [[nodiscard]] virtual SignResult result() const = 0;
  [[nodiscard]] virtual std::uint64_t steps() const = 0;  ///< steps so far
  [[nodiscard]] virtual double share() const = 0;         ///< part of all steps, from 0 to 1
  [[nodiscard]] virtual std::size_t memory_bytes() const = 0;

  /// The number of steps for a plan.
  [[nodiscard]] static std::uint64_t steps_of(const SignPlan& plan);

  [[nodiscard]] virtual SignSumState state() const = 0;
  /// Continues from the state of a sum by the same plan and weights, before the first run. Throws
  /// std::invalid_argument if the plan does not have the state's step.
  virtual void start_at(const SignSumState& state) = 0;
};

/// Copies the plan and the weights. Limits on nodes are limits on steps. Throws
/// std::invalid_argument if the processor lacks these vectors.
[[nodiscard]] std::unique_ptr<SignSum> make_sign_sum(
    const SignPlan& plan, const Tally& weights_of = {}, const search::Control& control = {},
    const search::Jobs& jobs = {}, search::VectorKind vectors = search::best_vectors());

}  // namespace dlx::tables
