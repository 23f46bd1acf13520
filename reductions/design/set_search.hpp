#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "reductions/design/bag.hpp"
#include "reductions/design/outcome.hpp"
#include "reductions/design/set_space.hpp"

/// Set by set. Each set is a small problem of its own, whose search ends as soon as the set is
/// known not to be wanted: for `unique`, at the second assembly that no symmetry takes to the
/// first.
///
/// Where all wanted sets are asked for, sets come in their order. Where some are, the order
/// matters: most sets of a large bag have no assembly or very many. The estimate of a set's
/// assemblies (Estimate) orders the sets, but not where on its scale one assembly lies. That is
/// found as thresholds are found by psychologists, by a staircase: a set without assemblies moves
/// the place where the next sets are taken from towards more, a set with several towards fewer, by
/// steps that shrink. It settles where both are equally likely, and there single assemblies are
/// most likely. Sets that take too long are put off, and come back with a larger limit when no
/// others are left, so every set is decided in the end.
///
/// Sets are taken in rounds of a fixed size: which ones depends on the results of the rounds
/// before, and not on threads or time. So a run that goes on takes the same sets, and finds their
/// results in its records.
namespace dlx::design {

/// Which sets to test next.
class SetOrder {
 public:
  /// All of these outlive it. `sorted`: likely sets first, otherwise in their order.
  SetOrder(const Design& design, const std::vector<Bag>& bags, UpTo up_to, bool sorted);

  /// The sets that the design allows.
  [[nodiscard]] const SetSpace& space() const { return space_; }

  /// A set to be tested, and how many nodes that may take.
  struct Next {
    std::uint64_t place;  ///< in the SetSpace
    std::uint64_t nodes;  ///< limit of the test
  };
  /// Nothing if every set has been decided.
  std::optional<Next> next();
  /// Has a set that was not decided come again, with a larger limit.
  void put_off(const Next& next);
  /// What a test has found moves the staircase.
  void learn(const Tested& tested);

  /// Sets that were looked at and never need a test.
  [[nodiscard]] std::uint64_t excluded() const { return excluded_; }

 private:
  void fill();
  [[nodiscard]] bool is_candidate(const Set& set) const;

  const Design& design_;
  UpTo up_to_;
  SetSpace space_;
  std::vector<ColourTest> colours_;  // of each box
  Estimate estimate_;
  bool sorted_;
  std::uint64_t stride_ = 1, place_ = 0, taken_ = 0, excluded_ = 0;
  std::set<std::pair<double, std::uint64_t>> pool_;  // by estimate, or in order
  std::map<std::pair<std::uint64_t, std::uint64_t>, Next> put_off_;
  double centre_ = 3;  // one assembly in each orientation of a box
  double step_ = 2;
  std::optional<bool> last_up_;
};

/// A search set by set: which sets to test, and what follows from the results. The caller tests
/// them, in any number of threads, and hands over the results in order.
class SetSearch {
 public:
  /// All of these outlive it. `wanted`: upper limit on wanted sets.
  SetSearch(const Design& design, const std::vector<Bag>& bags, UpTo up_to,
            std::optional<std::uint64_t> wanted);

  /// A test to be made.
  struct Job {
    SetOrder::Next next;                ///< which set, and its limit
    Set set;                            ///< the set at that place
    std::optional<std::uint64_t> best;  ///< assemblies of the best sets when the round began
    std::optional<Tested> known = {};   ///< its result, if that was recorded

    /// Under which the result is recorded.
    [[nodiscard]] std::string key() const;
  };
  /// The tests of the next round; none if the search is over.
  [[nodiscard]] std::vector<Job> next_round();
  /// Assemblies after which the number of a set does not matter; 0: it always does.
  [[nodiscard]] std::uint64_t cap(const Job& job) const {
    return design_.want == Want::fewest ? job.best.value_or(0) : 0;
  }
  /// Whether a set with this result is to be measured at once.
  [[nodiscard]] bool is_measured(const Job& job, const Tested& tested) const;
  /// Takes the results of a round, in the order of its jobs.
  void take(Job&& job, Tested&& tested);

  /// What has been found so far; its status says if that is as many sets as were wanted.
  [[nodiscard]] Outcome outcome() const;
  /// How many sets have been found.
  [[nodiscard]] std::size_t found() const { return outcome_.found.size(); }
  /// Sets decided by tests, and of all sets the share decided.
  /// @{
  [[nodiscard]] std::uint64_t tested() const { return tested_; }
  [[nodiscard]] double share() const;
  /// @}
  /// The share of what had to be tested that was not known from records.
  [[nodiscard]] double share_of_work() const;

 private:
  const Design& design_;
  std::optional<std::uint64_t> wanted_;
  SetOrder order_;
  std::uint64_t tested_ = 0;
  std::uint64_t replayed_ = 0;         // sets tested in an earlier run
  std::optional<std::uint64_t> best_;  // assemblies of the best sets so far
  Outcome outcome_;
};

}  // namespace dlx::design
