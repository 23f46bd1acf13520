// The problem. For every choice of signs (1 or -1) of the variables of a SignPlan, compute the
// product of the signs and of the values of all polynomials, and add up these products. The sum
// divided by the number of choices is the number of solutions.
//
// The memory. Five variables are lane variables: each value below is a vector of 32 values, one for
// each choice of the signs of the lane variables. The other variables follow a Gray code: from each
// step to the next, one of these variables changes its sign. Each term that contains this variable
// then changes the value of its polynomial by twice the term. The variables with the fewest terms
// change most often, and the variables with the most terms are the lane variables.
//
//     values    [polynomial][lane]   the value of the polynomial, in 16 bits
//     changes   [term][lane]         the next change of the term: minus or plus twice its weight
//     sums      [lane]               three sums: modulo 2^64, as doubles, and of magnitudes
//
// Exact numbers. Each summand contains the values of all polynomials as factors. The factors are
// divided into groups, so that the product of each group fits in 16 bits. The groups are divided
// into blocks, so that the product of each block fits in 32 bits. The products of the blocks are
// multiplied twice: modulo 2^64, and as doubles. The error of the sum of doubles is at most
// (64 steps + 32 lanes + 8 blocks) / 2^53 times the sum of their magnitudes. If the sum of
// magnitudes is below 2^107, the error is less than 2^62, so the sum modulo 2^64 determines the
// exact sum. If the sum of magnitudes is larger, SumTooLarge is thrown. The summand
// whose signs are all positive is 38!/18! for Langford's problem with 20 numbers, about 2^96, and
// 44!/21! with 23 numbers, about 2^115, which is too large.
//
// The fingerprint is computed by a sum of the same form, modulo the prime of Residue, with
// OptionWeight::factor of each option in place of OptionWeight::ways. This sum handles one choice
// of signs after the other, which is about fifteen times slower than handling 32 choices at once.
// If the factor of every option equals its `ways`, the fingerprint is the number of solutions
// modulo the prime, and no second sum is needed.
//
// Each thread takes ranges of successive steps, and computes the values of all polynomials anew at
// the beginning of each range.
//
// Measurements, on Langford's problem for 12 numbers with AVX2. With values of 32 bits, the sum
// takes twice the time that it takes with values of 16 bits. With a branch on the sign of each
// term, the sum takes 1.3 times as long as with two tables of changes, one for each sign. AVX-512
// takes 0.7 of the time of AVX2. Vectors of 16 bytes take twice the time of AVX2.

#include "dlx/tables/sign_sum.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <map>
#include <mutex>
#include <utility>

#include "dlx/search/meter.hpp"
#include "dlx/tables/sign_kernel.hpp"

namespace dlx::tables {
namespace {

using signs::lane_variables;
using signs::lanes;

__extension__ using Wide = __int128;
__extension__ using UnsignedWide = unsigned __int128;

// If the absolute values of all summands add up to more than this, the sum is not known to be
// exact; see the head of this file.
constexpr double most_magnitude = 0x1p107;
// The number of steps that a thread takes at once, without and with a separate sum for the
// fingerprint. They take some tenths of a millisecond.
constexpr std::uint64_t steps_of_range = 4'096, steps_with_fingerprint = 256;

#define DLX_ROW(kind) DLX_COMPILED(kind, signs::sum)
constexpr search::Compiled<signs::Kernel> kernels[] = {DLX_FOR_EACH_VECTOR_KIND(DLX_ROW)};
#undef DLX_ROW

/// Whether a sum is exact if the absolute values of its summands add up to `magnitude`. Returns
/// false for NaN.
bool is_exact(double magnitude) {
  return magnitude <= most_magnitude;
}

bool is_odd(std::uint64_t set) {
  return std::popcount(set) % 2 != 0;
}

std::size_t first_of(std::uint64_t set) {
  return static_cast<std::size_t>(std::countr_zero(set));
}

std::uint64_t gray(std::uint64_t step) {
  return step ^ (step >> 1);
}

/// The sum of the summands as doubles, which SignSumState stores in two words, as one number modulo
/// 2^128.
UnsignedWide wide(const SignSumState& state) {
  return UnsignedWide{state.rounded_high} << 64 | state.rounded_low;
}

/// The sum over some steps of the Gray code, in several representations: modulo 2^64, from doubles,
/// of the absolute values, and modulo the prime of Residue.
struct Sums {
  std::uint64_t exact = 0;
  Wide rounded = 0;
  double magnitude = 0;
  Residue fingerprint;

  Sums& operator+=(const Sums& other) {
    exact += other.exact;
    rounded += other.rounded;
    magnitude += other.magnitude;
    fingerprint += other.fingerprint;
    return *this;
  }
};

// ------------------------------------------------------------------------------------ numbers ---

/// The plan of a sum over signs as arrays for the inner loop. Each factor is a sum of terms. The
/// terms of factor 0 are numbered first, then those of factor 1, and so on.
class Shape {
 public:
  explicit Shape(const SignPlan& plan) : shift_(std::max(plan.variables, lane_variables)) {
    const std::uint32_t outer = shift_ - lane_variables;
    std::vector<std::vector<signs::Occurrence>> places_of(outer + 1);
    std::map<std::pair<std::uint64_t, std::int32_t>, std::uint32_t> known;
    for (std::uint32_t f = 0; f < plan.factors.size(); ++f) {
      for (const SignPlan::Term& term : plan.factors[f]) {
        const auto number = static_cast<std::uint32_t>(terms_.size());
        const std::uint64_t in_lanes = term.variables >> outer;
        const auto [place, is_new] = known.emplace(std::pair{in_lanes, term.ways}, changes_.size());
        if (is_new) changes_.push_back(changes_of(in_lanes, term.ways));
        terms_.push_back({f, term.variables, place->second});
        for (std::uint64_t left = term.variables & ((std::uint64_t{1} << outer) - 1); left != 0;
             left &= left - 1) {
          places_of[first_of(left)].push_back({f, number});
        }
      }
    }
    for (const std::vector<signs::Occurrence>& places : places_of) {
      first_place_.push_back(static_cast<std::uint32_t>(places_.size()));
      places_.insert(places_.end(), places.begin(), places.end());
    }
    first_place_.push_back(static_cast<std::uint32_t>(places_.size()));
    group(plan);
    const std::uint32_t all = (1U << std::min(plan.variables, lane_variables)) - 1;
    for (std::uint32_t l = 0; l < lanes; ++l) lane_is_negative_[l] = is_odd(l & all);
    raw_ = {.factors = static_cast<std::uint32_t>(plan.factors.size()),
            .end_of_group = ends_of_groups_.data(),
            .end_of_block = ends_of_blocks_.data(),
            .blocks = static_cast<std::uint32_t>(ends_of_blocks_.size()),
            .first_place = first_place_.data(),
            .places = places_.data()};
  }
  Shape(const Shape&) = delete;
  Shape& operator=(const Shape&) = delete;

  struct Term {
    std::uint32_t factor;
    std::uint64_t variables;
    std::uint32_t changes;
  };

  [[nodiscard]] const signs::Shape& raw() const { return raw_; }
  [[nodiscard]] const std::vector<Term>& terms() const { return terms_; }
  [[nodiscard]] const signs::Changes& changes(const Term& term) const {
    return changes_[term.changes];
  }
  [[nodiscard]] std::uint64_t steps() const {
    return std::uint64_t{1} << (shift_ - lane_variables);
  }
  /// The exact sum equals the number of solutions times 2^shift().
  [[nodiscard]] std::uint32_t shift() const { return shift_; }
  [[nodiscard]] bool lane_is_negative(std::uint32_t lane) const { return lane_is_negative_[lane]; }
  [[nodiscard]] std::size_t memory_bytes() const {
    return terms_.size() * sizeof(Term) + changes_.size() * sizeof(signs::Changes) +
           places_.size() * sizeof(signs::Occurrence);
  }

 private:
  static signs::Changes changes_of(std::uint64_t in_lanes, std::int32_t ways) {
    signs::Changes changes;
    for (std::uint32_t l = 0; l < lanes; ++l) {
      const int twice = is_odd(l & in_lanes) ? -2 * ways : 2 * ways;
      changes.fall.value[l] = static_cast<std::int16_t>(-twice);
      changes.rise.value[l] = static_cast<std::int16_t>(twice);
    }
    return changes;
  }

  /// Divides the factors into groups whose product fits in 16 bits, and the groups into blocks
  /// whose product fits in 32 bits.
  void group(const SignPlan& plan) {
    constexpr std::int64_t most_small = 0x7fff, most_wide = 0x7fff'ffff;
    std::int64_t small = 1, wide = 1;
    for (std::uint32_t f = 0; f < plan.factors.size(); ++f) {
      std::int64_t ways = 0;
      for (const SignPlan::Term& term : plan.factors[f]) ways += term.ways;
      if (f != 0 && small * ways > most_small) {
        ends_of_groups_.push_back(f);
        wide *= std::exchange(small, 1);
      }
      if (f != 0 && wide * small * ways > most_wide) {
        // With the present group, the product of the block would be too large, so a new block
        // begins with this group.
        ends_of_blocks_.push_back(static_cast<std::uint32_t>(ends_of_groups_.size()));
        wide = 1;
      }
      small *= ways;
    }
    ends_of_groups_.push_back(static_cast<std::uint32_t>(plan.factors.size()));
    ends_of_blocks_.push_back(static_cast<std::uint32_t>(ends_of_groups_.size()));
  }

  std::uint32_t shift_;
  std::vector<Term> terms_;
  std::vector<signs::Changes> changes_;
  std::vector<std::uint32_t> first_place_;
  std::vector<signs::Occurrence> places_;
  std::vector<std::uint32_t> ends_of_groups_, ends_of_blocks_;
  std::array<bool, lanes> lane_is_negative_ = {};
  signs::Shape raw_;
};

/// Computes sums over steps of the Gray code in one thread.
class Walker {
 public:
  Walker(const Shape& shape, signs::Kernel kernel)
      : shape_(&shape),
        kernel_(kernel),
        values_(shape.raw().factors),
        changes_(shape.terms().size()) {
    walk_ = {.values = values_.data(), .changes = changes_.data(), .step = 0};
    go_to(0);
  }

  /// The sum over `steps` steps, beginning with step `first`.
  Sums sum(std::uint64_t first, std::uint64_t steps) {
    if (walk_.step != first) go_to(first);
    Sums sums;
    signs::LaneSums lane_sums;
    while (steps != 0) {
      const std::uint64_t some = std::min(steps, signs::most_steps);
      kernel_(shape_->raw(), walk_, some, lane_sums);
      steps -= some;
      add(lane_sums, sums);
    }
    return sums;
  }

 private:
  void go_to(std::uint64_t step) {
    walk_.step = step;
    std::fill(values_.begin(), values_.end(), signs::Lanes{});
    for (std::size_t t = 0; t < changes_.size(); ++t) {
      const Shape::Term& term = shape_->terms()[t];
      const signs::Changes& changes = shape_->changes(term);
      const bool negative = is_odd(gray(step) & term.variables);
      changes_[t] = negative ? &changes.rise : &changes.fall;
      const signs::Lanes& twice = negative ? changes.fall : changes.rise;
      for (std::uint32_t l = 0; l < lanes; ++l) {
        values_[term.factor].value[l] =
            static_cast<std::int16_t>(values_[term.factor].value[l] + twice.value[l] / 2);
      }
    }
  }

  /// Adds the sums of one call of the inner loop, in which the summand of the last step has a
  /// positive sign. `walk_` is already one step further.
  void add(const signs::LaneSums& lane_sums, Sums& sums) const {
    std::uint64_t exact = 0;
    double rounded = 0;
    for (std::uint32_t l = 0; l < lanes; ++l) {
      const bool negative = shape_->lane_is_negative(l);
      exact += negative ? 0 - lane_sums.exact[l] : lane_sums.exact[l];
      rounded += negative ? -lane_sums.rounded[l] : lane_sums.rounded[l];
      sums.magnitude += lane_sums.magnitude[l];
    }
    // If the sum is too large to be exact, its doubles may be infinite, so nothing is added. run()
    // then throws SumTooLarge.
    if (!is_exact(sums.magnitude)) return;
    const bool last_was_odd = walk_.step % 2 == 0;
    sums.exact += last_was_odd ? 0 - exact : exact;
    sums.rounded += static_cast<Wide>(last_was_odd ? -rounded : rounded);
  }

  const Shape* shape_;
  signs::Kernel kernel_;
  std::vector<signs::Lanes> values_;
  std::vector<const signs::Lanes*> changes_;
  signs::Walk walk_;
};

/// Computes the sum over signs modulo the prime of Residue, with fingerprint factors as weights.
/// The result gives the fingerprint.
class ResidueWalker {
 public:
  ResidueWalker(const SignPlan& plan, const Tally& weights_of)
      : variables_(plan.variables), values_(plan.factors.size()) {
    for (std::uint32_t f = 0; f < plan.factors.size(); ++f) {
      for (const SignPlan::Term& term : plan.factors[f]) {
        terms_.push_back({f, term.variables, weights_of.weights()[index(term.option)].factor});
      }
    }
    places_.resize(variables_);
    for (std::uint32_t t = 0; t < terms_.size(); ++t) {
      for (std::uint64_t left = terms_[t].variables; left != 0; left &= left - 1) {
        places_[first_of(left)].push_back(t);
      }
    }
  }

  [[nodiscard]] Residue sum(std::uint64_t first, std::uint64_t steps) {
    const std::uint64_t choices = std::uint64_t{1} << std::min(variables_, lane_variables);
    const std::uint64_t end = (first + steps) * choices;
    std::uint64_t at = first * choices;
    go_to(at);
    Residue sum;
    for (;;) {
      Residue product{1};
      for (const Residue value : values_) product *= value;
      sum += at % 2 == 0 ? product : negative(product);
      if (++at == end) return sum;
      for (const std::uint32_t t : places_[first_of(at)]) {
        const bool falls = !is_odd(gray(at - 1) & terms_[t].variables);
        const Residue twice = terms_[t].factor + terms_[t].factor;
        values_[terms_[t].polynomial] += falls ? negative(twice) : twice;
      }
    }
  }

 private:
  struct Term {
    std::uint32_t polynomial;
    std::uint64_t variables;
    Residue factor;
  };

  static Residue negative(Residue r) { return Residue(Residue::modulus - r.value()); }

  void go_to(std::uint64_t at) {
    std::fill(values_.begin(), values_.end(), Residue{});
    for (const Term& term : terms_) {
      values_[term.polynomial] +=
          is_odd(gray(at) & term.variables) ? negative(term.factor) : term.factor;
    }
  }

  std::uint32_t variables_;
  std::vector<Term> terms_;
  std::vector<std::vector<std::uint32_t>> places_;  // for each variable, the indices of its terms
  std::vector<Residue> values_;
};

// --------------------------------------------------------------------------------- the whole ---

class Sum final : public SignSum {
 public:
  Sum(const SignPlan& plan, const Tally& weights_of, const search::Control& control,
      const search::Jobs& jobs, search::VectorKind vectors)
      : plan_(plan),
        shape_(plan_),
        kernel_(search::compiled_for(vectors, kernels)),
        meter_(control),
        jobs_(jobs),
        weighted_(weights_of.weighted()),
        own_fingerprint_(has_own_fingerprint(weights_of)),
        range_(own_fingerprint_ ? steps_with_fingerprint : steps_of_range) {
    for (unsigned t = 0; t < std::max(jobs_.threads, 1U); ++t) {
      walkers_.emplace_back(shape_, kernel_);
      if (own_fingerprint_) residue_walkers_.emplace_back(plan_, weights_of);
    }
  }

  Status run() override {
    if (is_settled()) return status_ = Status::exhausted;
    const auto look = [this] {
      return search::Progress{.states = step_, .solutions_known = false, .share = share()};
    };
    while (step_ != shape_.steps()) {
      const std::uint64_t granted = meter_.grant(look, status_);
      if (granted == 0) return status_;
      const std::uint64_t some = std::min(granted, shape_.steps() - step_);
      const std::uint64_t taken = jobs_.threads > 1 && some >= jobs_.threads * range_
                                      ? add_in_threads(some)
                                      : add_in_one(std::min(some, 16 * range_));
      meter_.use(taken);
      step_ += taken;
      if (!is_exact(sums_.magnitude)) throw SumTooLarge();
    }
    return status_ = Status::exhausted;
  }

  void set_limits(search::Limits limits) override {
    // The meter does not count the first_step_ steps that start_at() has skipped.
    if (limits.nodes) *limits.nodes -= std::min(*limits.nodes, first_step_);
    meter_.set_limits(limits);
  }

  [[nodiscard]] SignResult result() const override {
    SignResult result{.solutions = 0, .fingerprint = {}, .status = status_, .steps = step_};
    if (!result.complete() || plan_.excluded) return result;
    if (plan_.factors.empty()) {
      result.solutions = 1;
      result.fingerprint = Residue(weighted_ ? 1 : 0);
      return result;
    }
    result = sign_result(state(), plan_.variables, own_fingerprint_);
    if (!weighted_) result.fingerprint = {};
    return result;
  }

  [[nodiscard]] std::uint64_t steps() const override { return step_; }
  [[nodiscard]] double share() const override {
    if (is_settled()) return status_ == Status::exhausted ? 1 : 0;
    return static_cast<double>(step_) / static_cast<double>(shape_.steps());
  }
  [[nodiscard]] std::size_t memory_bytes() const override {
    return shape_.memory_bytes() + walkers_.size() * (plan_.factors.size() * sizeof(signs::Lanes) +
                                                      shape_.terms().size() * sizeof(void*));
  }

  [[nodiscard]] SignSumState state() const override {
    const auto wide = static_cast<UnsignedWide>(sums_.rounded);
    return {.step = step_,
            .exact = sums_.exact,
            .rounded_low = static_cast<std::uint64_t>(wide),
            .rounded_high = static_cast<std::uint64_t>(wide >> 64),
            .magnitude = sums_.magnitude,
            .fingerprint = sums_.fingerprint};
  }
  void start_at(const SignSumState& state) override {
    if (state.step > shape_.steps()) throw std::invalid_argument("a sum has fewer steps");
    step_ = first_step_ = state.step;
    sums_ = {.exact = state.exact,
             .rounded = static_cast<Wide>(wide(state)),
             .magnitude = state.magnitude,
             .fingerprint = state.fingerprint};
  }

 private:
  /// Whether the number of solutions is known without a sum: no solution exists, or there are no
  /// factors.
  [[nodiscard]] bool is_settled() const { return plan_.excluded || plan_.factors.empty(); }

  std::uint64_t add_in_one(std::uint64_t steps) {
    sums_ += sum(0, step_, steps);
    return steps;
  }

  std::uint64_t add_in_threads(std::uint64_t steps) {
    const std::uint64_t ranges = steps / range_;
    std::atomic<std::uint64_t> next = 0;
    std::mutex mutex;
    jobs_.run(
        jobs_.threads,
        [&](unsigned thread) {
          Sums own;
          for (std::uint64_t r = next++; r < ranges; r = next++) {
            own += sum(thread, step_ + r * range_, range_);
          }
          const std::lock_guard lock(mutex);
          sums_ += own;
        },
        [] {});
    return ranges * range_;
  }

  Sums sum(unsigned thread, std::uint64_t first, std::uint64_t steps) {
    Sums sums = walkers_[thread].sum(first, steps);
    if (own_fingerprint_) sums.fingerprint = residue_walkers_[thread].sum(first, steps);
    return sums;
  }

  SignPlan plan_;
  Shape shape_;
  signs::Kernel kernel_;
  search::Meter meter_;
  search::Jobs jobs_;
  bool weighted_;
  bool own_fingerprint_;
  std::uint64_t range_;          // the number of successive steps that a thread takes at once
  std::vector<Walker> walkers_;  // computes sums, one object for each thread
  std::vector<ResidueWalker> residue_walkers_;
  Status status_ = Status::running;
  std::uint64_t first_step_ = 0;  // number of steps that start_at() has skipped
  std::uint64_t step_ = 0;
  Sums sums_;
};

}  // namespace

std::uint64_t SignSum::steps_of(std::uint32_t variables) {
  return std::uint64_t{1} << (std::max(variables, lane_variables) - lane_variables);
}

SignSumState& SignSumState::operator+=(const SignSumState& other) {
  const UnsignedWide sum = wide(*this) + wide(other);
  step += other.step;
  exact += other.exact;
  rounded_low = static_cast<std::uint64_t>(sum);
  rounded_high = static_cast<std::uint64_t>(sum >> 64);
  magnitude += other.magnitude;
  fingerprint += other.fingerprint;
  return *this;
}

SignResult sign_result(const SignSumState& sums, std::uint32_t variables, bool own_fingerprint) {
  if (!is_exact(sums.magnitude)) throw SumTooLarge();
  if (sums.step != SignSum::steps_of(variables)) {
    throw std::invalid_argument("a sum over signs lacks some of its steps");
  }
  // Of the numbers that are congruent to `exact` modulo 2^64, the exact sum is the nearest to the
  // rounded sum.
  const auto rounded = static_cast<Wide>(wide(sums));
  const auto near = static_cast<std::uint64_t>(wide(sums));
  const Wide sum = rounded + static_cast<std::int64_t>(sums.exact - near);
  const std::uint32_t shift = std::max(variables, lane_variables);
  const auto all = static_cast<UnsignedWide>(sum);
  if (sum < 0 || (all & ((UnsignedWide{1} << shift) - 1)) != 0) {
    throw std::logic_error("a sum over signs is not a multiple of their number");
  }
  const std::array words = {static_cast<std::uint64_t>(all >> shift),
                            static_cast<std::uint64_t>(all >> shift >> 64)};
  // Modulo the prime 2^61 - 1, 2^61 is congruent to 1. So the inverse of 2^v is 2^(61 - v), and
  // 2^64 is congruent to 8.
  Residue fingerprint = sums.fingerprint * Residue(std::uint64_t{1} << (61 - variables));
  if (!own_fingerprint) fingerprint = Residue(words[0]) + Residue(words[1]) * Residue(8);
  return {.solutions = Natural::from_words(words),
          .fingerprint = fingerprint,
          .status = Status::exhausted,
          .steps = sums.step};
}

std::unique_ptr<SignSum> make_sign_sum(const SignPlan& plan, const Tally& weights_of,
                                       const search::Control& control, const search::Jobs& jobs,
                                       search::VectorKind vectors) {
  return std::make_unique<Sum>(plan, weights_of, control, jobs, vectors);
}

}  // namespace dlx::tables
