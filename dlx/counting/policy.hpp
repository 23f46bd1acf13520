// Counts a problem by several methods that compete, the competitors. The method that ends first
// gives the result. A search, a sweep, a memo and other methods take turns, as
// dlx/search/scheduler.hpp describes. The leader is the competitor that is expected to end first;
// it gets most of the time. A competitor that is dropped is ended, its memory is freed, and the
// others continue.
//
// On boards two searches compete: a search by the engine for the problem's shape, and a search in a
// fixed order. The search in a fixed order begins, because its tables are small. If both searches
// ran when a similar problem was counted, the search that was faster there begins (rule 3 of the
// scheduler).
//
// A step adds a competitor, or replaces all competitors, for example by the count of a smaller
// problem. The steps are:
//   - Reduce the problem and split it into parts. If the problem consists of independent parts,
//     this step comes before any search, because testing for parts is cheaper than making an
//     engine. If the reduction removes something, the search of the given problem is dropped. After
//     that, each part is counted by a policy of its own (parts_way()). With n parts that take
//     turns, the guarantee of the scheduler has an additional factor n.
//   - Look for symmetries.
//   - Until a solution is found, look for an invariant that excludes all solutions.
//   - Plan a sweep.
//   - Make the tables of a memo.
//   - Look for the factors of a sum over signs, within an eighth of the time spent so far. The time
//     that a sum needs is known in advance. So a sum begins when its share of the time is large
//     enough to complete it.
//
// If a step for an invariant, symmetries or factors runs out of time, the step is repeated with
// four times the time.
//
// The first second is nominal. Nominal time is computed from numbers of nodes and states and from
// sizes, so that a count takes equal turns and steps in every run. In two cases time is measured:
// after the first second, and once threads share the work. If one thread counts, processor time is
// measured, so that other programs on a busy machine do not distort the measurement. Canonical
// forms of solutions begin after the first second, because their time cannot be computed from their
// nodes. So a count that they would have ended within the first second takes about a second longer
// at most.
//
// If a certificate is wanted, the time to check the certificate counts too. The check of a sweep
// takes 12 times the time of the sweep. The check of a sum over signs takes 65 times as long as the
// sum, or twice as long if the sum computes a fingerprint. All other checks take about the time of
// the count. A sweep or a sum that a checker would refuse is dropped. bench/regret measures how
// much time a count takes beyond the time of its fastest method.
//
// Sweeps with frontiers of more than 44 bits are not refused. For example, a sweep counts Latin
// squares of 8 rows (54 bits) in a second, and a search needs half a minute.
//
// The following changes were tried and removed, because some problems lost more time than others
// gained:
//   - The time of first choices (options with which the search begins, one for each class under
//     symmetry) was estimated from the search's present estimate, rather than from its estimate
//     when the first choices were made. Langford 12 took 1.7 times as long.
//   - A sweep was planned before looking for invariants and symmetries. Queens 8 and Langford 8
//     took 1.3 times as long.
//   - A second sweep competed, in an order found by looking ahead. 85 instances took 0.94 to 1.07
//     times as long.
//
// Two further ways to estimate the time that a search has left were rejected. They were compared on
// generated problems of 20 ms to 4 s, after a tenth of the time. Errors are root mean squares:
//   - Random probes of the search tree: on 48 problems these estimates were wrong by a factor of
//     2^1.2. Estimates from the part of the tree that is done were wrong by a factor of 2^1.4. The
//     better estimates did not make counts faster.
//   - Dividing the search into some hundred parts that are searched in a mixed order, so that
//     finished parts predict the other parts: on 34 problems estimates were wrong by a factor of
//     2^1.2, and without the division by 2^0.9. Only estimates for set partitions became much
//     better. When large parts were interrupted and their rests mixed with the other parts,
//     estimates were too low by factors of 2 to 8.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dlx/counting/held_trace.hpp"
#include "dlx/counting/ways.hpp"
#include "dlx/search/scheduler.hpp"

namespace dlx::counting {

/// The steps that a policy may take.
struct PolicySteps {
  bool reduce = true;
  bool symmetry = true;
  /// Try a small sweep before any search. This is set for the parts of a problem, because a problem
  /// may have thousands of parts.
  bool small_sweep_first = false;
  /// For tests. If `turns` is not 0, the policy takes all steps at the beginning, and then every
  /// method in turn does this amount of work. No clock is used, so that tests can run small
  /// problems through all steps.
  std::uint64_t turns = 0;
  /// Upper limit for the number of states that a sweep with a certificate may hold at once.
  /// Checkers accept a third more states than this; see check/CERTIFICATES.md.
  std::uint64_t widest_checked_sweep = 3'000'000;
};

/// Counts a problem by several methods. The method that ends first gives the result. The head of
/// the file describes the rule.
class Policy final : public Way {
 public:
  /// The problem must outlive the policy.
  Policy(const Problem& problem, const Tally& weights_of, const Context& context,
         const PolicySteps& steps);
  ~Policy() override;

  Status run(const Slice& slice) override;
  void close() override;
  void keep_tables() override;
  [[nodiscard]] Total counted() const override;
  [[nodiscard]] double share() const override;
  [[nodiscard]] std::uint64_t work() const override { return work_; }
  [[nodiscard]] double nominal_seconds() const override;
  [[nodiscard]] std::size_t memory_bytes() const override;
  void set_memory_limit(std::size_t bytes) override { memory_limit_ = bytes; }
  void add_to(CountResult& result) const override;
  void report_into(CountResult& result) const override;

 private:
  static constexpr double unknown = search::Scheduler::unknown;

  enum class Kind {
    search,
    ordered_search,
    sweep,
    memo,
    signs,
    first_choices,
    canonical_forms,
    fold,
    images
  };
  /// The properties of one kind of counting method that the scheduler must know; see
  /// search::Contestant.
  struct KindRow {
    const char* name;
    double share;
    double first_turn;
    double comparable;
    search::Pace pace = search::Pace::uncertain;
    bool may_keep_threads_waiting = false;
    CountMethod method = CountMethod::automatic;  ///< the method that counted similar problems
  };
  /// A counting method that has begun. The index of a competitor in competitors_ is its number in
  /// the scheduler.
  struct Competitor {
    Kind kind;
    std::unique_ptr<Way> way;  // null if the competitor was dropped
    // The certificate of the competitor, which is used if the competitor ends first.
    std::unique_ptr<HeldTrace> trace = {};
    double seconds = 0;  // measured seconds of the competitor's turns
  };

  [[nodiscard]] static const KindRow& row(Kind kind);
  [[nodiscard]] bool may_search_in_order() const;
  /// Number of searches, which are the first competitors. There is a search by the engine for the
  /// problem's shape, and on boards also a search in a fixed order. The search in a fixed order
  /// comes first, because its tables are small, unless the other search was faster on a similar
  /// problem.
  [[nodiscard]] std::size_t searches() const { return has_ordered_search_ ? 2 : 1; }
  void plan();
  bool small_sweep();
  [[nodiscard]] std::uint64_t first_work() const;
  [[nodiscard]] std::pair<std::size_t, Slice> first_turn(Slice slice) const;
  std::pair<std::size_t, Slice> next_turn(Slice slice);
  Status run_turn(std::size_t number, const Slice& slice);
  Status run_replacement(const Slice& slice);
  Status run_within_memory(std::size_t number, const Slice& slice);
  Status end(std::size_t winner);
  void take_step();
  static constexpr double seconds_by_work = 1;  // nominal seconds before a clock is read
  /// Whether turns and steps are measured by nominal seconds.
  [[nodiscard]] bool is_by_work() const;
  /// The deadline of a step that may take `seconds` seconds.
  [[nodiscard]] search::Deadline deadline_of_step(double seconds) const;
  /// The seconds that a step without an estimate of its time may take: the time spent so far.
  [[nodiscard]] double affordable() const;
  /// Seconds that a method of this kind took on a similar problem; 0 if no method of this kind has
  /// counted a similar problem.
  [[nodiscard]] double seconds_alike(Kind kind) const;
  /// The time to check the certificate of a method of this kind, divided by the time of the count
  /// itself.
  [[nodiscard]] double time_to_check(Kind kind) const;

  /// The steps for the rest of the problem after some options are chosen.
  [[nodiscard]] PolicySteps steps_after_choices() const;
  void reduce_and_split();
  void look_for_symmetries();
  [[nodiscard]] std::size_t most_first_choices() const;
  bool use_symmetries(const search::Deadline& deadline);
  void look_for_invariant();
  void plan_sweep();
  [[nodiscard]] tables::PlanLimits limits_of_plan(std::size_t memory) const;
  void begin_memo();
  void begin_signs();
  void begin_images();
  void begin_fold();
  void begin_canonical_forms();
  /// Takes a step, perhaps again, when all competitors and steps together have spent `spent`
  /// seconds.
  void take_later(void (Policy::*step)(), double spent);
  [[nodiscard]] std::unique_ptr<HeldTrace> hold_trace(Context& context) const;
  void add(Competitor competitor, double expected = unknown);
  void drop_all(const std::string& reason);
  [[nodiscard]] bool used_symmetry() const;
  void drop(std::size_t number, const std::string& reason);
  void note(const std::string& what, double seconds, const std::string& outcome);
  /// The context of the next competitor, with a callback that reports progress of the whole count.
  [[nodiscard]] Context reporting();
  [[nodiscard]] std::optional<search::SecondsLeft> left_of_leader(double share) const;
  [[nodiscard]] std::size_t memory_for(std::size_t number) const;
  [[nodiscard]] std::size_t memory_of_small_memo() const;
  [[nodiscard]] std::size_t memory_left(std::optional<std::size_t> except = {}) const;

  const Problem* problem_;
  Tally weights_of_;
  Context context_;
  std::uint64_t trace_start_ = 0;
  PolicySteps allowed_;
  std::optional<tables::SignPlan> sign_plan_ = {};     // plan of a sum that has not begun
  std::optional<symmetry::SymmetryGroup> group_ = {};  // the symmetries found, until they are used
  // The problem with its weights as costs, for automorphisms and canonical forms.
  std::optional<Problem> weighed_ = {};
  bool has_ordered_search_;
  std::vector<Competitor> competitors_;  // the searches come first
  search::Scheduler scheduler_;
  std::unique_ptr<Way> replacement_ = {};  // counts in place of all competitors
  std::optional<std::size_t> winner_ = {};
  std::vector<std::uint64_t> nodes_reported_;  // [competitor]: number of nodes reported
  double elapsed_ = 0;                         // seconds spent, by the clock
  bool has_threads_ = false;                   // whether threads share the work
  double step_ = 0;                            // nominal seconds that the current step takes
  /// The current turn.
  struct Turn {
    Stopwatch stopwatch;
    Clock::time_point time;
  };
  std::optional<Turn> turn_began_ = {};
  std::uint64_t work_ = 0;  // work of all competitors
  std::size_t memory_limit_;
  Total least_;              // a lower bound for the count, from methods that were dropped
  CountResult so_far_ = {};  // statistics of dropped methods and of steps
  // Size of the symmetry group, as text for the report; empty if no symmetries are used.
  std::string order_of_group_ = {};
  bool first_choices_replace_ = false;  // whether first choices replace all competitors
};

}  // namespace dlx::counting
