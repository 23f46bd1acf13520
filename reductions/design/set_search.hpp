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

/// A search that tests one set of pieces after another. Each set is a separate small problem. The
/// search of a set ends as soon as the set is known to be unwanted. For example, with `unique`, the
/// search of a set ends at the second assembly that is not symmetric to the first.
///
/// If all wanted sets are asked for, sets are tested in the order of SetSpace. If only some of them
/// are asked for, the order matters, because most sets of a large bag have no assembly or very
/// many. The class Estimate orders sets by their expected number of assemblies. But the estimate is
/// not exact, so it is unknown which estimate means "about one assembly". The right value is found
/// by a staircase, the method by which psychologists find thresholds. The staircase has a current
/// value, and the next sets to be tested are those with estimates near this value. A set without
/// assemblies raises the value, a set with several assemblies lowers it, and the steps become
/// smaller. The value converges to the point where raising and lowering are equally likely. Near
/// this point, sets with a single assembly are most likely. A set whose test reaches its limit is
/// postponed, and tested with a larger limit when no other sets are left. So every set is decided
/// in the end.
///
/// Sets are tested in rounds of a fixed size. The sets of a round depend on the results of earlier
/// rounds, but not on threads or time. So a resumed run tests the same sets, and finds their
/// results in its records.
namespace dlx::design {

/// The order in which sets are tested.
class SetOrder {
 public:
  /// The arguments must outlive the object. If `sorted` is true, sets that are likely to have one
  /// assembly are tested first. Otherwise sets are tested in the order of SetSpace.
  SetOrder(const Design& design, const std::vector<Bag>& bags, UpTo up_to, bool sorted);

  /// The sets of parts to be tested, which the file of the design describes.
  [[nodiscard]] const SetSpace& space() const { return space_; }

  /// A set to be tested, and the limit on nodes for its test.
  struct Next {
    std::uint64_t place;  ///< index of the set in the SetSpace
    std::uint64_t nodes;  ///< limit on the nodes of the test
  };
  /// The next set to be tested; nothing if every set has been decided.
  std::optional<Next> next();
  /// Postpones a set whose test reached its limit; next() returns it again with a larger limit.
  void put_off(const Next& next);
  /// Raises or lowers the current value of the staircase by the result of a test.
  void learn(const Tested& tested);

  /// Number of sets that were excluded without a test.
  [[nodiscard]] std::uint64_t excluded() const { return excluded_; }

 private:
  void fill();
  [[nodiscard]] bool is_candidate(const Set& set) const;

  const Design& design_;
  UpTo up_to_;
  SetSpace space_;
  std::vector<ColourTest> colours_;  // for each box, a test by the colours of its cells
  Estimate estimate_;
  bool sorted_;
  std::uint64_t stride_ = 1, place_ = 0, taken_ = 0, excluded_ = 0;
  // The sets to be tested, as pairs of a number to sort by and the index of the set. The number is
  // the set's estimate or, if sets are not sorted, a running number.
  std::set<std::pair<double, std::uint64_t>> pool_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, Next> put_off_;
  // The logarithm of the number of assemblies near which the next sets are chosen. It starts near
  // ln 24, because a set with one assembly has one in each of 24 orientations of the box.
  double centre_ = 3;
  double step_ = 2;
  std::optional<bool> last_up_;
};

/// A search that tests one set after another: it chooses the sets to test, and evaluates the
/// results. The caller runs the tests, in any number of threads, and passes the results in the
/// order of the jobs.
class SetSearch {
 public:
  /// The arguments must outlive the object. The search ends when it has found `wanted` sets.
  SetSearch(const Design& design, const std::vector<Bag>& bags, UpTo up_to,
            std::optional<std::uint64_t> wanted);

  /// A test of a set of pieces that the caller is to run.
  struct Job {
    SetOrder::Next next;  ///< the set's index, and the limit of its test
    Set set;              ///< the set to be tested
    /// Number of assemblies of the best sets when the round began.
    std::optional<std::uint64_t> best;
    std::optional<Tested> known = {};  ///< the result, if an earlier run recorded it

    /// The key under which the result of the test is recorded.
    [[nodiscard]] std::string key() const;
  };
  /// The tests of the next round; none if the search is over.
  [[nodiscard]] std::vector<Job> next_round();
  /// The greatest number of assemblies that matters in a job, because a set with more assemblies is
  /// not wanted. The result is 0 if the exact number always matters.
  [[nodiscard]] std::uint64_t cap(const Job& job) const {
    return design_.want == Want::fewest ? job.best.value_or(0) : 0;
  }
  /// Whether a set must be measured at once, together with its test. `tested` is the result of the
  /// test.
  [[nodiscard]] bool is_measured(const Job& job, const Tested& tested) const;
  /// Processes the result of one job. The jobs of a round must be passed in their order.
  void take(Job&& job, Tested&& tested);

  /// The wanted sets of pieces that were found so far. The status tells whether the wanted number
  /// of sets was reached.
  [[nodiscard]] Outcome outcome() const;
  /// How many wanted sets have been found.
  [[nodiscard]] std::size_t found() const { return outcome_.found.size(); }
  /// The number of sets whose test has ended with a result.
  [[nodiscard]] std::uint64_t tested() const { return tested_; }
  /// The fraction of all sets of which it is decided whether they are wanted.
  [[nodiscard]] double share() const;
  /// Among the sets that need a test and had no recorded result, the fraction whose test has ended
  /// with a result.
  [[nodiscard]] double share_of_work() const;

 private:
  const Design& design_;
  std::optional<std::uint64_t> wanted_;
  SetOrder order_;
  std::uint64_t tested_ = 0;
  std::uint64_t replayed_ = 0;         // number of sets that were tested in an earlier run
  std::optional<std::uint64_t> best_;  // number of assemblies of the best sets so far
  Outcome outcome_;
};

}  // namespace dlx::design
