// Which way of counting wins cannot be known beforehand: a search, a sweep and a memo differ by
// factors of millions in both directions, and every estimate can be wrong. So ways compete, and the
// first to end settles the count.
//
// The rule.
//   1. A search begins. Everything else is paid for by time that has been spent, never by time
//      that is only expected: a step that takes `cost` seconds, by an estimate from the size of
//      the problem, is made once `cost` seconds have been spent and much more is expected, or at
//      the latest after `latest` times its cost. The steps are: reduce and split into parts, before
//      any search if it falls apart, for to see that takes less than to make an engine; look
//      for an invariant that excludes all solutions, as long as none has been found, and for
//      symmetries; plan a sweep; make the tables of a memo; look for the factors of a sum over
//      signs, for an eighth of the time spent. A look for an invariant, symmetries or factors that
//      its time ends is made again, with four times the time. A sum, whose time is known, begins
//      once its share will suffice.
//      What leads to the way that counted a problem like this one, what an earlier first choice
//      left, is made as soon as it is worth it, and that way is expected to take as long as there.
//   2. If reducing removes something, the search of the given problem is dropped, and the parts are
//      counted by this rule, each for itself (PartsWay).
//   3. Of the ways that have begun, the one that is expected to end first leads and has most of the
//      time. Every other way has at least its share of the time spent so far, `share_of_...` in
//      policy.cpp, and eight times that while the leader has far more before it than was spent.
//
// Time is processor time where one thread counts, so that a busy machine does not mislead.
//
// What it guarantees. Let a way take T seconds alone, once it has been prepared, and P be what its
// preparation costs by the estimate. Then the count ends after at most T / share + 5 * latest * P
// seconds, with the smallest share 1/64: auto <= 64 times the best way, and 5 * `latest` (50 to
// 100) times its preparation. The factor holds where every estimate is wrong; with threads, which a
// single way keeps waiting, there is a factor `threads` more, and with n independent parts that
// take turns a factor n. Where the leader is the best way the others cost the sum of their shares,
// at most 1/32 + 1/32 + 1/64 + 1/64, 1/16 more where there are thousands of symmetries, and a first
// attempt of some milliseconds each; a search, a sweep or a count by images whose estimate comes
// near the leader's has more, a sixteenth of the time and at first 12 ms. A way that counted a
// problem like this one may lose about as much as that took. bench/regret measures what is lost.
//
// Where a certificate is asked for, the time of a check counts too: a sweep is estimated with
// the 12 times it takes to check it, a sum over signs with 65 times (twice, where it finds a
// fingerprint), while the check of anything else takes about as long as the count did. A sweep or
// a sum that a checker would refuse is dropped.
//
// What was weighed. Ways in threads of their own: a library must not start threads unasked, and
// tables compete for the cache. Trials that begin anew with twice the time (as before): a memo that
// takes T seconds then ends after 32 T at best. Choosing once, by features of the problem: wrong by
// unbounded factors on the graph partitions of the public benchmark. No sweeps with frontiers of
// more than 44 bits: Latin squares of 8 rows (54 bits) are counted by a sweep in a second, and by a
// search in half a minute. Tried, and out again, for other problems lost more: a leader that is
// nearly done keeps its place (long options 8, up to 5 times); promises made by a sweep before a
// tenth is done are void (sparse cover 7, 3.5 times); comparable sweeps with a sixth or a third of
// the time (dense and sparse covers, 1.5 to 2 times); first choices that are expected to take a
// part of what the search is expected to take now, not of what it was when they were chosen
// (Langford 12, 1.7 times); estimates of a sweep raised by how they have grown while it ran
// (Langford 12 1.4 times, dense covers up to 2.6); a sweep planned before invariants and symmetries
// (queens 8 and Langford 8 1.3 times); a leader that gives way only to what is expected to end in
// half or a third of its time (sparse covers, up to 5.8 times). Weighed for what a search has
// before it: random probes. A tenth of the way, for 48 generated problems of 20 ms to 4 s, they are
// off by a factor of 2^1.2 (root mean square), and the part of the tree that lies behind by 2^1.4:
// no help. A search divided into some hundred parts, taken in a mixed order, so that those behind
// stand for those ahead: off by 2^1.2 instead of 2^0.9 (34 problems), though set partitions gain
// much. Mixing what large parts leave with the others comes out low, by 2 to 8 times.

#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dlx/counting/held_trace.hpp"
#include "dlx/counting/search_way.hpp"
#include "dlx/counting/sign_way.hpp"
#include "dlx/counting/symmetry_ways.hpp"
#include "dlx/counting/table_ways.hpp"
#include "dlx/counting/way.hpp"

namespace dlx::counting {

/// Which steps a policy may take on its problem.
struct PolicySteps {
  bool reduce = true;
  bool symmetry = true;
  bool small_sweep_first = false;  ///< for parts, of which there may be thousands
  /// Make all steps at once, and then let every way do so much work in turn: by no clock, so that
  /// tests can take small problems through everything. 0: by the rule.
  std::uint64_t turns = 0;
  /// States of a step of a sweep that is to have a certificate, at most. Checkers accept a third
  /// more, see check/CERTIFICATES.md.
  std::uint64_t widest_checked_sweep = 3'000'000;
};

/// Counts a problem by whichever way ends first. The rule stands at the head of the file.
class Policy final : public Way {
 public:
  /// The problem outlives it.
  Policy(const Problem& problem, const Tally& weights_of, const Context& context,
         const PolicySteps& steps);
  ~Policy() override;

  Status run(const Slice& slice) override;
  void close() override;
  void keep_tables() override;
  [[nodiscard]] Total counted() const override;
  [[nodiscard]] double share() const override;
  [[nodiscard]] std::uint64_t work() const override { return work_; }
  [[nodiscard]] std::size_t memory_bytes() const override;
  void set_memory_limit(std::size_t bytes) override { memory_limit_ = bytes; }
  void add_to(CountResult& result) const override;
  void report_into(CountResult& result) const override;

 private:
  static constexpr double unknown = std::numeric_limits<double>::infinity();
  // The time to check a sweep, in times of the sweep: dlx-check takes 8 (dominoes) to 13
  // times as long (pentominoes), and the check of a search as long as the search.
  static constexpr double check_of_sweep = 12;
  // The same for a sum over signs: dlx-check makes one choice after the other, and finds the
  // fingerprint. 65 times as long as a sum without one (Langford 12 and 15), twice as one with it.
  [[nodiscard]] double check_of_signs() const {
    return tables::has_own_fingerprint(weights_of_) ? 2 : 65;
  }

  enum class Kind { search, sweep, memo, signs, first_choices, canonical_forms, images };
  /// A way that has begun.
  struct Competitor {
    Kind kind;
    std::unique_ptr<Way> way;
    double share;       // of the time spent so far, if it does not lead
    double first_turn;  // seconds
    double expected;    // seconds in all, before it has begun; infinite: not known
    // What its estimates are multiplied with; twice that whenever it has led for twice as long as
    // it promised to need in all.
    double doubt = 1;
    double promised = unknown;              // seconds in all, when it began to lead
    std::unique_ptr<HeldTrace> trace = {};  // for a certificate, written if it wins
    double added_at = 0;                    // seconds spent by then
    double seconds = 0;                     // that it has had
    double saved = 0;                       // of these, at its present pace
    double done = 0;                        // the part that lies behind, as of its last turn
    [[nodiscard]] bool dropped() const { return way == nullptr; }
  };
  /// A step that is paid for by what has been spent.
  struct Preparation {
    void (Policy::*take)();
    double cost;    // seconds, estimated
    double worth;   // made once this multiple of its cost is expected to be left,
    double latest;  // or once this multiple of its cost has been spent (5 times that if the
                    // leader is expected to end before the step would)
  };

  [[nodiscard]] static const char* name_of(Kind kind);
  void plan();
  bool small_sweep();
  Status compete(const Slice& slice);
  Status run_turn(std::size_t number, const Slice& slice);
  Status run_replacement(const Slice& slice);
  static Status run_within_memory(Competitor& competitor, const Slice& slice);
  Status end(std::size_t winner);
  bool prepare();
  [[nodiscard]] bool is_due(const Preparation& step) const;
  /// Seconds that a step without an estimate may take.
  [[nodiscard]] double affordable() const;
  void choose_leader();
  [[nodiscard]] std::size_t next_in_turn();
  [[nodiscard]] std::optional<std::size_t> challenger() const;
  [[nodiscard]] double seconds_of_turn(std::size_t number) const;
  /// Whether problems like this one have been counted by such a way.
  [[nodiscard]] bool has_counted_alike(Kind kind) const;
  [[nodiscard]] double expected_left(const Competitor& competitor) const;
  /// Without the time to check, when it has had so many seconds and so much of its work is done.
  [[nodiscard]] static double expected_left(const Competitor& competitor, double seconds,
                                            double done);
  /// Whether it may turn out to be better than the leader.
  [[nodiscard]] bool is_comparable(const Competitor& competitor) const;
  /// As if the rest went on like what lies behind.
  [[nodiscard]] static double by_share(const Competitor& competitor);
  [[nodiscard]] static double by_share(const Competitor& competitor, double seconds, double done);
  /// The time to check its certificate, if it goes on for `left` seconds and there is to be one.
  [[nodiscard]] double time_to_check(const Competitor& competitor, double left) const;
  [[nodiscard]] double expected_left() const;
  [[nodiscard]] bool threads_may_start() const;

  /// For what is left after some choices.
  [[nodiscard]] PolicySteps steps_after_choices() const;
  void reduce_and_split();
  void look_for_symmetries();
  void look_for_symmetries_again();
  [[nodiscard]] std::size_t most_first_choices() const;
  bool use_symmetries(const search::Deadline& deadline);
  void look_for_invariant();
  void plan_sweep();
  [[nodiscard]] tables::PlanLimits limits_of_plan(std::size_t memory) const;
  void add_sweep(PlannedSweep planned, double expected);
  void begin_memo();
  void begin_signs();
  void begin_images();
  [[nodiscard]] std::unique_ptr<HeldTrace> hold_trace(Context& context) const;
  void add(Competitor competitor);
  void drop_all(const std::string& reason);
  [[nodiscard]] bool used_symmetry() const;
  void drop(Competitor& competitor, const std::string& reason);
  void note(const std::string& what, double seconds, const std::string& outcome);
  [[nodiscard]] Context reporting(Context context, std::size_t number);
  [[nodiscard]] std::optional<search::SecondsLeft> left_of_leader(double share) const;
  [[nodiscard]] std::size_t memory_for(std::size_t number) const;
  [[nodiscard]] std::size_t memory_of_small_memo() const;
  [[nodiscard]] std::size_t memory_left(std::optional<std::size_t> except = {}) const;

  const Problem* problem_;
  Tally weights_of_;
  Context context_;
  std::uint64_t trace_start_ = 0;
  std::vector<Preparation> ahead_;  // still to be made, in this order
  bool splits_at_once_ = false;     // before any search
  PolicySteps allowed_;
  std::optional<tables::SignPlan> sign_plan_ = {};     // made, and not begun yet
  std::optional<symmetry::SymmetryGroup> group_ = {};  // found, with no first choices chosen yet
  std::optional<Problem> weighed_ = {};  // the problem, its weights as costs, for canonical forms
  std::vector<Competitor> competitors_;  // the search first
  std::size_t leader_ = 0;
  std::size_t turn_ = 0;                   // where all take turns
  std::unique_ptr<Way> replacement_ = {};  // counts in place of all competitors
  std::optional<std::size_t> winner_ = {};
  double spent_ = 0;                           // seconds, of competitors and steps
  std::vector<std::uint64_t> nodes_reported_;  // by each competitor
  double elapsed_ = 0;                         // the same by the clock
  /// The turn that is being taken.
  struct Turn {
    Stopwatch stopwatch;
    Clock::time_point time;
  };
  std::optional<Turn> turn_began_ = {};
  std::uint64_t work_ = 0;  // of all
  std::size_t memory_limit_;
  Total least_;              // a lower bound from ways that were dropped
  CountResult so_far_ = {};  // statistics of ways that were dropped, and steps that were taken
  std::string order_of_group_ = {};     // in words, if symmetries are used
  bool first_choices_replace_ = false;  // all competitors
};

}  // namespace dlx::counting
