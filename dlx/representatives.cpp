#include "dlx/representatives.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <deque>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "dlx/exclusions.hpp"
#include "dlx/search/control.hpp"
#include "dlx/search/jobs.hpp"
#include "dlx/search/options.hpp"
#include "dlx/solver.hpp"
#include "dlx/symmetry/first_choices.hpp"
#include "dlx/symmetry/merged_group.hpp"

namespace dlx {
namespace {

// Each thread gets at least this number of solutions at a time, to test whether their classes are
// new. With fewer solutions, threads would often wait for the thread that ends last.
constexpr std::size_t least_batch_of_thread = 8;
// A Lane is the search after one first choice: an option with which the search begins, one for each
// class of such options under symmetry. Each thread has at most this number of lanes. A single
// thread has one lane.
constexpr std::size_t lanes_of_thread = 16;

}  // namespace

/// A solution of the problem that is left after a first choice.
struct Representatives::Finding {
  // The solution as options of the problem that is left after a first choice, in ascending order.
  std::vector<OptionId> of_rest = {};
  // The solution as options of the whole problem, in ascending order. The list is empty until
  // judge() is called.
  std::vector<OptionId> of_whole = {};
  std::optional<symmetry::IsomorphTable::Form> form = {};
  // The number of automorphisms that map the solution to itself; 0 if no canonical form was
  // computed.
  Natural stabiliser = {};
  bool is_judged = false;
  // Whether the solution is not reported, because another solution of its class is reported. The
  // flag is valid if is_judged is true.
  bool is_left_out = false;
};

/// The methods to find first choices and to compare solutions. They depend on whether the members
/// of the symmetry group are listed.
class Representatives::Kind {
 public:
  virtual ~Kind() = default;
  /// Finds the first choices, the options with which the search begins. Returns nothing if the
  /// deadline is reached.
  virtual std::optional<std::vector<symmetry::FirstChoice>> plan(const search::Deadline& deadline,
                                                                 const search::Jobs& jobs) = 0;
  /// The problem that is left after a first choice, and the symmetries that map the first choice to
  /// itself, if they are needed to compare solutions.
  struct Beginning {
    preprocess::Rest rest;
    std::optional<OptionSymmetries> group = {};
  };
  [[nodiscard]] virtual Beginning begin(const symmetry::FirstChoice& first_choice) const = 0;
  /// The tests of a solution that threads can make in parallel. Sets finding.is_left_out if another
  /// solution represents the class of the solution. Returns false if the deadline was reached.
  virtual bool judge(const symmetry::FirstChoice& first_choice,
                     const std::optional<OptionSymmetries>& group, Finding& finding,
                     const search::Deadline& deadline) const = 0;
  /// Whether a solution that judge() has not left out is the first solution found of its class.
  /// Must be called for the solutions in the order in which they are to be reported.
  virtual bool is_new(Finding& finding) = 0;
  [[nodiscard]] virtual Natural class_size(const Finding& finding) const = 0;
  [[nodiscard]] virtual std::size_t memory_bytes() const = 0;
  [[nodiscard]] virtual bool is_out_of_memory() const = 0;
};

class Representatives::Listed final : public Kind {
 public:
  Listed(const Problem& problem, OptionSymmetries group)
      : problem_(&problem), group_(std::move(group)) {}

  std::optional<std::vector<symmetry::FirstChoice>> plan(const search::Deadline&,
                                                         const search::Jobs&) override {
    std::vector<symmetry::FirstChoice> result = symmetry::first_choices(*problem_, group_);
    const bool no_choice = result.size() == 1 && result[0].chosen.empty();
    if (!no_choice || !problem_->has_multiplicities() || group_.order() == 1) return result;
    result = symmetry::first_choices_by_orbits(*problem_, group_);
    by_orbits_ = !result[0].chosen.empty();
    return result;
  }
  Beginning begin(const symmetry::FirstChoice& first_choice) const override {
    if (by_orbits_) return {rest_after_orbit(*problem_, first_choice)};
    symmetry::Remainder remainder = after(*problem_, group_, first_choice);
    return {std::move(remainder.rest), std::move(remainder.group)};
  }
  bool judge(const symmetry::FirstChoice& first_choice,
             const std::optional<OptionSymmetries>& group, Finding& finding,
             const search::Deadline&) const override {
    if (by_orbits_) {
      finding.is_left_out = !group_.is_representative(finding.of_whole, first_choice.chosen[0]);
    } else {
      finding.is_left_out = group->order() > 1 && !group->is_representative(finding.of_rest);
    }
    return true;
  }
  bool is_new(Finding&) override { return true; }
  Natural class_size(const Finding& finding) const override {
    const std::vector<OptionId>& solution = finding.of_whole;
    std::uint64_t keep = 0;
    std::vector<OptionId> image;
    for (const OptionPermutation& member : group_.members()) {
      image.clear();
      for (const OptionId o : solution) image.push_back(member[index(o)]);
      std::sort(image.begin(), image.end());
      if (image == solution) ++keep;
    }
    return Natural(group_.order() / keep);
  }
  [[nodiscard]] std::size_t memory_bytes() const override { return 0; }
  [[nodiscard]] bool is_out_of_memory() const override { return false; }

 private:
  const Problem* problem_;
  OptionSymmetries group_;
  bool by_orbits_ = false;
};

class Representatives::Isomorphs final : public Kind {
 public:
  Isomorphs(const Problem& problem, const symmetry::Automorphisms& group, std::size_t memory_limit)
      : problem_(&problem), order_(group.order), table_(problem), memory_limit_(memory_limit) {
    if (!group.complete) throw std::invalid_argument("not all automorphisms are known");
  }

  std::optional<std::vector<symmetry::FirstChoice>> plan(const search::Deadline& deadline,
                                                         const search::Jobs& jobs) override {
    return symmetry::first_choices_by_isomorphism(*problem_, {.control = deadline.rest()}, jobs);
  }
  Beginning begin(const symmetry::FirstChoice& first_choice) const override {
    return {preprocess::rest_after(*problem_, first_choice.chosen)};
  }
  bool judge(const symmetry::FirstChoice&, const std::optional<OptionSymmetries>&, Finding& finding,
             const search::Deadline& deadline) const override {
    finding.form = table_.form(finding.of_whole, {.control = deadline.rest()});
    if (!finding.form) return false;
    finding.is_left_out = table_.contains(*finding.form);
    if (finding.is_left_out) finding.form.reset();
    return true;
  }
  bool is_new(Finding& finding) override {
    symmetry::IsomorphTable::Known known = table_.add(*std::move(finding.form));
    finding.stabiliser = std::move(known.stabiliser);
    return known.is_new;
  }
  Natural class_size(const Finding& finding) const override { return order_ / finding.stabiliser; }
  [[nodiscard]] std::size_t memory_bytes() const override { return table_.memory_bytes(); }
  [[nodiscard]] bool is_out_of_memory() const override {
    return table_.memory_bytes() > memory_limit_;
  }

 private:
  const Problem* problem_;
  Natural order_;
  symmetry::IsomorphTable table_;
  std::size_t memory_limit_;
};

/// The search after one first choice, and the solutions that it has found and that take() has not
/// removed yet.
class Representatives::Lane {
 public:
  Lane(const Kind& kind, const symmetry::FirstChoice& first_choice)
      : kind_(&kind), first_choice_(&first_choice) {}

  /// Continues the search until `most` solutions are waiting to be taken, or until a limit is
  /// reached.
  void search(std::size_t most, const Options& options, const search::Limits& limits) {
    if (!is_begun()) begin(options);
    if (is_searched_ || findings_.size() >= most) return;
    solver_->set_limits(limits);
    while (findings_.size() < most && solver_->next()) {
      const auto solution = solver_->solution();
      findings_.push_back({.of_rest = {solution.begin(), solution.end()}});
    }
    if (solver_->status() != Status::exhausted) return;
    statistics_ = solver_->statistics();
    is_searched_ = true;
    solver_.reset();
  }

  /// Tests whether another solution represents the class of a solution (see Kind::judge()). If the
  /// deadline is reached, finding.is_judged stays false.
  void judge(Finding& finding, const search::Deadline& deadline) const {
    finding.of_whole = first_choice_->chosen;
    for (const OptionId o : finding.of_rest) finding.of_whole.push_back(originals_[index(o)]);
    std::sort(finding.of_whole.begin(), finding.of_whole.end());
    finding.is_judged = kind_->judge(*first_choice_, group_, finding, deadline);
  }

  [[nodiscard]] std::deque<Finding>& findings() { return findings_; }
  [[nodiscard]] bool has_findings() const { return !findings_.empty(); }
  [[nodiscard]] bool is_searched() const { return is_searched_; }
  [[nodiscard]] bool is_begun() const { return engine_ != EngineKind::automatic; }
  [[nodiscard]] Status status() const { return solver_ ? solver_->status() : Status::running; }
  [[nodiscard]] EngineKind engine() const { return engine_; }
  [[nodiscard]] search::Statistics statistics() const {
    return solver_ ? solver_->statistics() : statistics_;
  }

 private:
  void begin(Options options) {
    auto [rest, group] = kind_->begin(*first_choice_);
    options.order = search::order_on(rest.problem, options.order);
    solver_.emplace(rest.problem, options);
    engine_ = solver_->engine();
    originals_ = std::move(rest.originals);
    group_ = std::move(group);
  }

  const Kind* kind_;
  const symmetry::FirstChoice* first_choice_;
  std::vector<OptionId> originals_ = {};
  std::optional<OptionSymmetries> group_ = {};
  std::optional<Solver> solver_ = {};
  std::deque<Finding> findings_ = {};
  bool is_searched_ = false;
  EngineKind engine_ = EngineKind::automatic;
  // The statistics of the search, once it has ended.
  search::Statistics statistics_ = {};
};

struct Representatives::State {
  using Clock = std::chrono::steady_clock;

  State(std::unique_ptr<Kind> the_kind, const Options& given, const search::Jobs& the_jobs)
      : kind(std::move(the_kind)),
        jobs(the_jobs),
        wanted(given.solutions),
        stop(given.stop),
        report(given.on_progress),
        report_interval(given.progress_interval),
        left(searches(given)) {}

  static Options searches(Options options) {
    options.solutions.reset();
    options.on_progress = {};
    return options;
  }

  std::unique_ptr<Kind> kind;
  search::Jobs jobs;
  std::optional<std::uint64_t> wanted;
  const std::atomic<bool>* stop;
  search::ProgressCallback report;
  std::chrono::nanoseconds report_interval;
  Clock::time_point start = Clock::now();
  Clock::time_point reported = start;
  search::Allowance left;
  bool is_begun = false;  // whether the time of the time limit has begun to run
  // The time spent on attempts at a step that cannot pause. Limits ended these attempts, so the
  // step will be repeated.
  std::chrono::nanoseconds lost{0};
  std::optional<std::vector<symmetry::FirstChoice>> first_choices;
  std::deque<Lane> lanes;  // the searches after consecutive first choices
  // The number of first choices whose search has ended and whose solutions were all taken.
  std::size_t taken = 0;
  std::size_t batch = 1;  // the approximate number of solutions that are tested together
  // The group, which owns the problem in which equal options are merged; empty if no options were
  // merged.
  std::optional<symmetry::SymmetryGroup> merged;
  Finding solution;             // the current solution
  std::vector<OptionId> shown;  // the current solution as options of the given problem
  Status status = Status::running;
  EngineKind last_engine = EngineKind::automatic;  // the engine of the last search that has ended
  // The sum of the statistics of all searches that have ended.
  search::Statistics before;
  std::uint64_t found = 0;

  [[nodiscard]] bool end(Status why) {
    status = why;
    return false;
  }
  [[nodiscard]] Status cut_short() const { return search::Deadline({}, stop).why_ended(); }
  /// The deadline of a step that cannot pause and is repeated from its start after a limit. If any
  /// time is left, the step gets at least the time that its earlier attempts took. So it ends even
  /// if the time limits of all calls are short.
  [[nodiscard]] search::Deadline patient_deadline() const {
    std::optional<std::chrono::nanoseconds> time = left.limits().time;
    if (time && time->count() > 0) time = std::max(*time, lost);
    return {time, stop};
  }
  void note_lost(const search::Deadline& deadline, bool goes_on) {
    const auto spent = std::chrono::duration<double>(deadline.seconds());
    lost = goes_on ? std::chrono::nanoseconds(0)
                   : lost + std::chrono::duration_cast<std::chrono::nanoseconds>(spent);
  }
  [[nodiscard]] bool plan() {
    if (first_choices) return true;
    const search::Deadline deadline = patient_deadline();
    first_choices = kind->plan(deadline, jobs);
    note_lost(deadline, first_choices.has_value());
    return first_choices.has_value();
  }

  /// Removes the next solution of the first lane and returns it. Returns nothing if this solution
  /// was not tested yet.
  std::optional<Finding> take() {
    while (!lanes.empty() && lanes.front().findings().empty() && lanes.front().is_searched()) {
      const search::Statistics statistics = lanes.front().statistics();
      left.use(statistics.nodes);
      add(before, statistics);
      last_engine = lanes.front().engine();
      lanes.pop_front();
      ++taken;
    }
    if (lanes.empty()) return {};
    std::deque<Finding>& findings = lanes.front().findings();
    if (findings.empty() || !findings.front().is_judged) return {};
    std::optional<Finding> next = std::move(findings.front());
    findings.pop_front();
    return next;
  }

  [[nodiscard]] std::uint64_t begun() const {
    return taken +
           static_cast<std::uint64_t>(std::count_if(
               lanes.begin(), lanes.end(), [](const Lane& lane) { return lane.is_begun(); }));
  }
  [[nodiscard]] EngineKind engine() const {
    return lanes.empty() || !lanes[0].is_begun() ? last_engine : lanes[0].engine();
  }
  [[nodiscard]] bool is_over() const { return lanes.empty() && taken == first_choices->size(); }

  /// Searches for a batch of solutions, and tests whether other solutions represent their classes.
  /// Returns `running`, or the reason why the search has to pause.
  Status work() {
    const search::Deadline whole(left.limits().time, stop);
    if (whole.reached()) return cut_short();
    search();
    const search::Deadline deadline = patient_deadline();
    note_lost(deadline, judge(deadline));
    adapt_batch(whole.seconds());
    report_if_due();
    const Lane& first = lanes.front();
    const bool is_stuck = !first.has_findings() && first.status() == Status::node_limit;
    return is_stuck ? Status::node_limit : Status::running;
  }

  /// Continues the search after the current first choice. Unless the number of nodes is limited,
  /// other threads search after the next first choices in advance.
  void search() {
    search::Limits limits = left.limits();
    constexpr std::chrono::nanoseconds longest = std::chrono::milliseconds(100);
    limits.time = std::min(limits.time.value_or(longest), longest);
    std::size_t most_lanes = 1;
    if (limits.nodes) {
      for (std::size_t l = 1; l < lanes.size(); ++l) {
        *limits.nodes -= std::min(*limits.nodes, lanes[l].statistics().nodes);
      }
    } else if (jobs.threads > 1) {
      most_lanes = std::min<std::size_t>(batch, lanes_of_thread * jobs.threads);
    }
    while (lanes.size() < most_lanes && taken + lanes.size() < first_choices->size()) {
      lanes.emplace_back(*kind, (*first_choices)[taken + lanes.size()]);
    }
    const Options options = left.search();
    share_out(jobs, std::min(lanes.size(), most_lanes),
              [&](std::size_t l) { lanes[l].search(batch, options, limits); });
  }

  /// Tests the solutions found in the order of the search (see Kind::judge()). Returns false if the
  /// deadline was reached before any solution was tested.
  [[nodiscard]] bool judge(const search::Deadline& deadline) {
    std::vector<std::pair<const Lane*, Finding*>> waiting;
    for (Lane& lane : lanes) {
      for (Finding& finding : lane.findings()) {
        if (!finding.is_judged) waiting.emplace_back(&lane, &finding);
      }
      if (!lane.is_searched() || waiting.size() >= batch) break;
    }
    share_out(jobs, waiting.size(), [&](std::size_t k) {
      const auto [lane, finding] = waiting[k];
      lane->judge(*finding, deadline);
    });
    return waiting.empty() || std::any_of(waiting.begin(), waiting.end(),
                                          [](const auto& one) { return one.second->is_judged; });
  }

  /// Doubles the size of the next batch of solutions, if the last batch took so little time that
  /// threads mostly waited for each other.
  void adapt_batch(double seconds) {
    constexpr double short_time = 0.01;
    constexpr std::size_t most = 4'096;
    const bool is_small = jobs.threads > 1 && batch < least_batch_of_thread * jobs.threads;
    if (wanted || batch >= most) return;
    if (is_small || seconds < short_time) batch *= 2;
  }

  void report_if_due() {
    const Clock::time_point now = Clock::now();
    if (!report || now - reported < report_interval) return;
    reported = now;
    const search::Statistics sum = statistics();
    report({.nodes = sum.nodes,
            .solutions = found,
            .share = sum.share,
            .seconds = std::chrono::duration<double>(now - start).count(),
            .threads = jobs.threads});
  }

  [[nodiscard]] const preprocess::AlikeOptions* alike() const {
    return merged ? &merged->merged()->alike : nullptr;
  }

  [[nodiscard]] double share() const {
    if (!first_choices || first_choices->empty()) return status == Status::exhausted ? 1 : 0;
    auto done = static_cast<double>(taken);
    for (const Lane& lane : lanes) done += lane.is_searched() ? 1 : lane.statistics().share;
    return done / static_cast<double>(first_choices->size());
  }

  [[nodiscard]] search::Statistics statistics() const {
    search::Statistics sum = before;
    for (const Lane& lane : lanes) add(sum, lane.statistics());
    sum.share = share();
    sum.solutions = found;
    sum.memory_bytes += kind->memory_bytes();
    return sum;
  }
};

Representatives::Representatives(const Problem& problem, symmetry::SymmetryGroup group,
                                 const Options& options, const search::Jobs& jobs) {
  refuse(options, {"certificate", "checkpoint", "max_cost"}, "Representatives");
  const auto kind = [&](const Problem& searched,
                        symmetry::SymmetryGroup on_it) -> std::unique_ptr<Kind> {
    if (on_it.listed() == nullptr) {
      return std::make_unique<Isomorphs>(searched, on_it.generated(), memory_of(options));
    }
    return std::make_unique<Listed>(searched, std::move(on_it).take_listed());
  };
  if (const symmetry::MergedGroup* merged = group.merged()) {
    state_.reset(new State(kind(merged->alike.problem, merged->group), options, jobs));
    state_->merged = std::move(group);
  } else {
    state_.reset(new State(kind(problem, std::move(group)), options, jobs));
  }
}

Representatives::~Representatives() = default;
Representatives::Representatives(Representatives&&) noexcept = default;
Representatives& Representatives::operator=(Representatives&&) noexcept = default;

bool Representatives::next() {
  State& s = *state_;
  if (s.status == Status::exhausted || s.status == Status::memory_limit) return false;
  if (s.wanted && s.found >= *s.wanted) return s.end(Status::solution_limit);
  s.status = Status::running;
  if (!std::exchange(s.is_begun, true)) s.left.begin();
  if (!s.plan()) return s.end(s.cut_short());
  for (;;) {
    while (std::optional<Finding> next = s.take()) {
      if (next->is_left_out || !s.kind->is_new(*next)) continue;
      if (s.kind->is_out_of_memory()) return s.end(Status::memory_limit);
      s.solution = *std::move(next);
      ++s.found;
      s.shown =
          s.alike() != nullptr ? s.alike()->first_of(s.solution.of_whole) : s.solution.of_whole;
      return true;
    }
    if (s.is_over()) return s.end(Status::exhausted);
    if (const Status status = s.work(); status != Status::running) return s.end(status);
  }
}

void Representatives::set_limits(const search::Limits& limits) {
  state_->left.set_limits(limits);
  state_->is_begun = false;
}

std::span<const OptionId> Representatives::solution() const {
  return state_->shown;
}

Natural Representatives::class_size() const {
  const Natural size = state_->kind->class_size(state_->solution);
  const preprocess::AlikeOptions* const alike = state_->alike();
  return alike != nullptr ? size * alike->ways(state_->solution.of_whole) : size;
}

Status Representatives::status() const noexcept {
  return state_->status;
}

search::Statistics Representatives::statistics() const {
  return state_->statistics();
}

std::uint64_t Representatives::problems() const noexcept {
  return state_->begun();
}

EngineKind Representatives::engine() const noexcept {
  return state_->engine();
}

}  // namespace dlx
