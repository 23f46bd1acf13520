// Counts a problem by several methods that compete, the competitors. The method that ends first
// gives the result. A search, a sweep, a memo and other methods take turns, as
// dlx/search/scheduler.hpp describes. The leader is the competitor that is expected to end first;
// it gets most of the time. A competitor that is dropped is ended, its memory is freed, and the
// others continue.
//
// On boards two searches compete: a search by the engine for the problem's shape, and a search in a
// fixed order. The search in a fixed order begins, because its tables are small. If both searches
// were run on a similar problem before, the search that was faster on that problem begins (rule 3
// of the scheduler).
//
// A step adds a competitor, or replaces all competitors, for example by the count of a smaller
// problem. One step reduces the problem and splits it into independent parts. If the given problem
// consists of independent parts, this step comes before any search, because testing for parts is
// cheaper than making an engine. If the reduction removes something, the search of the given
// problem is dropped. After that, each part is counted by a policy of its own (parts_way()). With n
// parts that take turns, the bound on the time that the scheduler guarantees is n times as large.
//
// The other steps look for symmetries, look for an invariant that excludes all solutions (until a
// solution is found), plan a sweep, make the tables of a memo, and look for the factors of a sum
// over signs. The search for factors takes at most an eighth of the time spent so far. The time
// that a sum over signs needs is known in advance. So a sum begins only when the scheduler can give
// it enough time to end. If the search for an invariant, for symmetries or for factors runs out of
// time, it is repeated later with four times the time.
//
// In the first second no clock is read. Instead, time is computed from numbers of nodes and states
// and from sizes, so that every run takes the same decisions. After the first second, and once
// several threads count, time is measured. If one thread counts, its processor time is measured, so
// that other programs on a busy machine do not distort the measurement. The method that computes
// canonical forms of solutions begins after the first second, because its time cannot be computed
// from its nodes. So a count that this method could have ended in the first second takes at most
// about a second longer.
//
// If a certificate is wanted, the time to check the certificate counts too. The check of a sweep
// takes 12 times the time of the sweep. The check of a sum over signs takes 65 times as long as the
// sum, or twice as long if the sum computes a fingerprint. All other checks take about the time of
// the count. A sweep or a sum over signs whose certificate a checker would refuse as too large is
// dropped. bench/regret measures how much time a count takes beyond the time of its fastest method.
//
// Sweeps are allowed even if their states have more than 44 bits. For example, a sweep counts Latin
// squares of 8 rows (54 bits) in a second; a search needs half a minute.
//
// A search that is expected to end within 25 ms counts alone (rule 4 of the scheduler), because
// beginning the other methods takes milliseconds. Only the reduction, the invariant and the plan of
// a sum over signs are tried beside it, because each of them can end the count in less time than
// the search. If a problem consists of independent parts, no search of a part counts alone, because
// there may be thousands of parts.
//
// Four changes were tried and removed, because they slowed some problems down more than they sped
// others up. First choices are options with which the search begins, one for each class under
// symmetry. When their time was estimated from the present estimate for the search, and not from
// the estimate when the first choices were made, Langford 12 took 1.7 times as long. When a sweep
// was planned before invariants and symmetries were looked for, Queens 8 and Langford 8 took 1.3
// times as long. When a second sweep competed, with an order of the items found by looking ahead,
// 85 problems took 0.94 to 1.07 times as long. When the computed times of all methods were fitted
// to measured times (those of a memo were wrong by factors of 0.3 to 3.5, then by 0.6 to 1.7), the
// problem on which the choice loses most took 5 times as long as its fastest method, and before 2.4
// times: memos and sweeps expect to end too soon, and computed times that are too large make up for
// this.
//
// Two other methods to estimate the time that a search still needs were rejected. They were tested
// on generated problems whose search takes 20 ms to 4 s, after a tenth of this time. Errors are
// root mean squares of the binary logarithm of the factor by which an estimate was wrong.
//
// The first method makes random probes of the search tree. On 48 problems its estimates were wrong
// by a factor of 2^1.2. Estimates from the part of the tree that is done were wrong by a factor of
// 2^1.4. The better estimates did not make counts faster.
//
// The second method divides the search into some hundred parts and searches them in a mixed order,
// so that finished parts predict the other parts. On 34 problems its estimates were wrong by a
// factor of 2^1.2, and estimates without the division by a factor of 2^0.9. Only estimates for set
// partitions became much better. When the search of a large part was interrupted, and what was left
// of it was mixed with the other parts, estimates were too low by factors of 2 to 8.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dlx/counting/ways.hpp"
#include "dlx/search/scheduler.hpp"
#include "dlx/search/trace.hpp"

namespace dlx::counting {

/// The preparatory steps that a Policy may take, such as reducing the problem.
struct PolicySteps {
  bool reduce = true;
  bool symmetry = true;
  /// Whether a sweep with few states is tried before any search. It is set for the independent
  /// parts of a problem, because a problem may have thousands of small parts.
  bool small_sweep_first = false;
  /// The first search counts alone while it is expected to need at most this many nominal seconds.
  double search_alone = 0;
  /// For tests. If `turns` is not 0, all steps are taken at the beginning. Then the methods run in
  /// turns of this number of nodes and states, and no decision depends on a clock. So tests can run
  /// small problems through all steps.
  std::uint64_t turns = 0;
  /// The largest number of states that a sweep may hold at once if a certificate is written.
  /// Checkers accept a third more states; see check/CERTIFICATES.md.
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
  /// The properties of one kind of counting method that the scheduler uses; see search::Contestant.
  struct KindRow {
    const char* name;
    double share;
    double first_turn;
    double comparable;
    search::Pace pace = search::Pace::uncertain;
    bool may_keep_threads_waiting = false;
    /// The method by which results name this kind; `automatic` if earlier counts of similar
    /// problems say nothing about it.
    CountMethod method = CountMethod::automatic;
  };
  /// A certificate of one competitor, which is held in memory until the competitor ends first, and
  /// the trace that writes this certificate.
  struct HeldTrace {
    explicit HeldTrace(const search::Trace& model) : trace(model.numbers(), certificate) {}

    search::CertificateBytes certificate{std::size_t{64} << 20};
    search::Trace trace;
  };
  /// One of the counting methods that compete. The index of a competitor in competitors_ is its
  /// number in the scheduler.
  struct Competitor {
    Kind kind;
    std::unique_ptr<Way> way;  // null if the competitor was dropped
    // The certificate of the competitor, which is used if the competitor ends first.
    std::unique_ptr<HeldTrace> trace = {};
    double seconds = 0;  // measured seconds of the competitor's turns
  };

  [[nodiscard]] static const KindRow& row(Kind kind);
  [[nodiscard]] bool may_search_in_order() const;
  /// The number of searches that compete: 1, or 2 if a search with a fixed order of the items
  /// competes too. The searches are the first elements of competitors_.
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
  static constexpr double seconds_by_work = 1;  // no clock is read for this many nominal seconds
  /// Whether time is computed from nodes and states (nominal seconds) and not measured by a clock.
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

  /// The steps that may be taken to count the problem that is left after some options are chosen.
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
  /// Schedules a step, perhaps a second time, for the moment when the count has spent `spent`
  /// seconds in all.
  void take_later(void (Policy::*step)(), double spent);
  [[nodiscard]] std::unique_ptr<HeldTrace> hold_trace(Context& context) const;
  void add(Competitor competitor, double expected = unknown);
  void drop_all(const std::string& reason);
  [[nodiscard]] bool used_symmetry() const;
  void drop(std::size_t number, const std::string& reason);
  void note(const std::string& what, double seconds, const std::string& outcome);
  /// The context for the next competing method, with a callback that reports the progress of the
  /// whole count.
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
  // Plan of a sum over signs that has not begun.
  std::optional<tables::SignPlan> sign_plan_ = {};
  // The symmetries found; empty once they are used.
  std::optional<symmetry::SymmetryGroup> group_ = {};
  // A copy of the problem whose costs are the weights of the options. Its automorphisms are those
  // that preserve the weights.
  std::optional<Problem> weighed_ = {};
  bool has_ordered_search_;
  std::vector<Competitor> competitors_;  // the searches come first
  search::Scheduler scheduler_;
  // The method that has replaced all competing methods; null if none has.
  std::unique_ptr<Way> replacement_ = {};
  std::optional<std::size_t> winner_ = {};
  std::vector<std::uint64_t> nodes_reported_;  // by competitor: number of nodes reported
  double elapsed_ = 0;                         // elapsed seconds of the count, by the clock
  bool has_threads_ = false;                   // whether several threads may have shared the work
  double step_ = 0;                            // nominal seconds that the current step takes
  /// The time at which the present call of a competitor's run() began.
  struct Turn {
    Stopwatch stopwatch;
    Clock::time_point time;
  };
  std::optional<Turn> turn_began_ = {};
  std::uint64_t work_ = 0;  // nodes and states of all competing methods together
  std::size_t memory_limit_;
  // The largest count of a method that was dropped: a lower bound for the result.
  Total least_;
  CountResult so_far_ = {};  // statistics of dropped methods and of steps
  // Size of the symmetry group, as text for the report; empty if no symmetries are used.
  std::string order_of_group_ = {};
  // Whether the count after first choices has replaced all competing methods.
  bool first_choices_replace_ = false;
};

}  // namespace dlx::counting
