#include "dlx/count.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dlx/classes.hpp"
#include "dlx/core/tally.hpp"
#include "dlx/counting/memo_search.hpp"
#include "dlx/counting/sweep_count.hpp"
#include "dlx/counting/sweep_plan.hpp"
#include "dlx/counting/zdd.hpp"
#include "dlx/preprocess/components.hpp"
#include "dlx/preprocess/reduce.hpp"
#include "dlx/reduction_trace.hpp"
#include "dlx/search/allowance.hpp"
#include "dlx/search/deadline.hpp"
#include "dlx/search/steady_progress.hpp"
#include "dlx/solver.hpp"
#include "dlx/symmetry/automorphisms.hpp"

namespace dlx {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

CountResult count_by_search(Solver solver, bool limited) {
  CountResult result;
  result.engine = solver.engine();
  if (limited) {
    while (solver.next()) ++result.value;
  } else {
    Tally tally;
    solver.count(tally);
    result.value = tally.solutions();
  }
  result.status = solver.status();
  result.statistics = solver.statistics();
  return result;
}

/// Counts one part.
class PartCounter {
 public:
  /// `trace`: where it is to be taken down, if it is.
  PartCounter(const Problem& problem, Tally tally, const CountOptions& options,
              Allowance& allowance, CountResult& total, Trace* trace)
      : problem_(problem),
        tally_(std::move(tally)),
        options_(options),
        allowance_(allowance),
        total_(total),
        trace_(problem.primary_count() == 0 ? nullptr : trace) {}

  /// How it ended; then tally() has what was counted.
  Status run() {
    switch (options_.method) {
      case CountMethod::automatic:
        if (options_.search.limits.nodes) {
          used(CountMethod::search, "there is a limit on nodes");
          return search();
        }
        return over_before(seconds_to_plan(problem_)) ? status() : go_on();
      case CountMethod::search:
        used(CountMethod::search, "it was asked for");
        return search();
      case CountMethod::sweep:
        used(CountMethod::sweep, "it was asked for");
        return sweep();
      case CountMethod::memo:
        used(CountMethod::memo, "it was asked for");
        return memo();
      case CountMethod::zdd:
        used(CountMethod::zdd, "it was asked for");
        return zdd();
    }
    return Status::exhausted;
  }

  /// Begins a search or goes on with it until it is over (true) or something else, which takes so
  /// many seconds to prepare, might be quicker (false).
  bool over_before(double preparation) {
    if (!solver_) {
      search_first(first_nodes);  // by nodes: what becomes of a small problem depends on no clock
      if (status() != Status::node_limit) return over_soon();
    }
    preparation = std::max(preparation, least_preparation);
    double widest = std::numeric_limits<double>::infinity();
    for (double until = std::max(preparation / 2, shortest_slice);; until *= 2) {
      if (!slice(until)) return over_soon();
      const double whole = expected();
      if (std::isinf(widest)) {
        std::vector<ItemId> order(problem_.primary_count());
        std::generate(order.begin(), order.end(), [i = 0U]() mutable { return ItemId{i++}; });
        widest = std::exp2(sweep_bits(problem_, order)) * seconds_per_state;
      }
      sweep_promises_ = 2 * preparation + widest < whole - elapsed();
      if (sweep_promises_ || preparation < worth_a_try * whole) return false;
    }
  }

  /// After over_before(): whether a sweep is known to be quicker, however wide.
  [[nodiscard]] bool sweep_promises() const { return sweep_promises_; }
  /// The search has not been at work for so many seconds.
  void has_waited(double seconds) { seconds_elsewhere_ += seconds; }
  /// What the search was expected to take, seconds.
  [[nodiscard]] double expected() const {
    return (elapsed() - seconds_of_sweep_ - seconds_elsewhere_) /
           std::max(statistics().share, 1e-300);
  }

  /// After over_before().
  Status go_on() {
    if (expected() > least_to_hand_over + elapsed()) hand_over();
    return search_beside_sweep();
  }

  [[nodiscard]] const Tally& tally() const { return tally_; }
  [[nodiscard]] Status status() const { return long_ ? long_->status() : solver_->status(); }

  /// What preparing a sweep takes, roughly.
  [[nodiscard]] static double seconds_to_plan(const Problem& problem) {
    return 150e-9 * static_cast<double>(problem.entry_count());
  }

 private:
  // What takes less than this part of a search's time is worth a try.
  static constexpr double worth_a_try = 1.0 / 50;
  // Less than this is no estimate: a search of some milliseconds is best left alone.
  static constexpr double least_preparation = 1e-4;  // seconds
  static constexpr std::uint64_t first_nodes = 1'000;
  // Threads are started for no less.
  static constexpr std::uint64_t nodes_to_hand_over = 20'000;
  static constexpr double least_to_hand_over = 0.01;  // seconds
  // While the search goes on, a sweep gets this share of its time, and of what it will take in all.
  static constexpr double share_of_past = 0.03;
  static constexpr double share_of_whole = 0.01;
  static constexpr double shortest_slice = 2e-5;  // seconds
  static constexpr double growth = 1.5;           // of the search's slices
  // What a state of a sweep takes; only compared with what a search has taken.
  static constexpr double seconds_per_state = 50e-9;
  static constexpr double widest_sweep = 44;  // bits; such a sweep has never ended

  void used(CountMethod method, std::string why) {
    total_.method = method;
    total_.why = std::move(why);
  }

  bool over_soon() {
    const bool found_all = status() == Status::exhausted;
    used(CountMethod::search,
         (found_all ? "it was over soon, by " : "it had to end soon, by ") + engine_in_words());
    add_statistics();
    return true;
  }

  /// Begins a search, and goes on for so many nodes.
  void search_first(std::uint64_t nodes) {
    start_ = Clock::now();
    make_solver();
    Limits limits = limits_of_search();
    limits.nodes = nodes;
    go_on_until(limits);
  }

  Status search() {
    if (may_hand_over()) {
      search_first(nodes_to_hand_over);
      if (status() == Status::node_limit) {
        hand_over();
        go_on_until(limits_of_search());
      }
    } else {
      make_solver();
      solver_->count(tally_);
    }
    add_statistics();
    return status();
  }

  void make_solver() {
    if (trace_ != nullptr) {
      before_search_ = trace_->position();
      trace_->step(Step::search);
    }
    solver_.emplace(problem_, options_of_search());
  }

  SearchOptions options_of_search() const {
    SearchOptions options = allowance_.search();
    options.trace = trace_;
    return options;
  }

  [[nodiscard]] bool may_hand_over() const {
    return options_.long_search && !options_.search.limits.nodes &&
           options_.search.branching.rule != BranchingRule::weighted;
  }

  /// Lets others go on with the search, if there are any.
  void hand_over() {
    if (!may_hand_over() || long_ || status() == Status::exhausted) return;
    SearchOptions options = options_of_search();
    options.engine = solver_->engine();
    if (trace_ != nullptr) {
      trace_->step(Step::pause);
      trace_->flush();
    }
    long_ = options_.long_search(problem_, options, solver_->frontier(), solver_->statistics());
    before_long_ = Clock::now() - start_;
  }

  /// `limits.time` is from start_.
  void go_on_until(Limits limits) {
    if (!long_) {
      solver_->set_limits(limits);
      solver_->count(tally_);
      return;
    }
    if (limits.time) *limits.time -= before_long_;
    long_->set_limits(limits);
    long_->count(tally_);
  }

  [[nodiscard]] Statistics statistics() const {
    return long_ ? long_->statistics() : solver_->statistics();
  }

  void add_statistics() {
    total_.engine = solver_->engine();
    const Statistics s = statistics();
    allowance_.use(s.nodes);
    dlx::add(total_.statistics, s);
    if (trace_ == nullptr) return;
    if (!long_ && status() != Status::exhausted) trace_->step(Step::pause);
    trace_->step(Step::done);
  }

  /// Searches until more time has gone by than this; also ends where the whole count must. False:
  /// the search is over.
  bool slice(double until) {
    Limits limits = limits_of_search();
    if (!limits.time || nanoseconds(until) < *limits.time) limits.time = nanoseconds(until);
    go_on_until(limits);
    return status() == Status::time_limit && !allowance_.time_is_up();
  }

  [[nodiscard]] double elapsed() const { return Seconds(Clock::now() - start_).count(); }

  Status rest_of_search(std::string why) {
    while (may_try_memo()) {
      if (!slice(next_memo_)) break;
      if (memo_is_over(options_.memory_limit)) return Status::exhausted;
    }
    used(CountMethod::search, std::move(why) + "; by " + engine_in_words());
    go_on_until(limits_of_search());
    add_statistics();
    return status();
  }

  // A memo cannot tell beforehand whether states come up again. So it is tried anew at each
  // doubling of the time, with a sixteenth of it: an eighth of the time in all, and 2 s at most,
  // for after some seconds it has shown what it can do.
  static constexpr double first_memo = 0.05;  // seconds
  static constexpr double last_memo = 16;     // seconds
  static constexpr double share_of_memo = 1.0 / 16;

  [[nodiscard]] bool may_try_memo() const {
    return trace_ == nullptr && next_memo_ <= last_memo && memo_objection(problem_).empty();
  }

  /// After a slice of the search up to next_memo_. False: it was not over in its time.
  bool memo_is_over(std::size_t memory) {
    const Clock::time_point before = Clock::now();
    TableOptions options = beside_search();
    options.memory_limit = memory;
    options.limits.time = nanoseconds(share_of_memo * next_memo_);
    if (const auto left = allowance_.limits().time) {
      options.limits.time = std::min(*options.limits.time, *left);
    }
    next_memo_ *= 2;
    const MemoResult result = count_by_memo(problem_, tally_, options);
    seconds_elsewhere_ += Seconds(Clock::now() - before).count();
    if (result.status != Status::exhausted) return false;
    add_statistics();
    add(result);
    used(CountMethod::memo, "it was over before the search");
    return true;
  }

  /// A sweep gets a small part of the time that the search takes, or all it needs if even its
  /// widest tables would be quicker than the search.
  Status search_beside_sweep() {
    const std::vector<ItemId> order = narrow_order(problem_, deadline());
    double bits = sweep_bits(problem_, order);
    SweepPlan plan;
    if (bits <= widest_sweep) {
      plan = sweep_plan(problem_, order);
      bits = std::max<double>(bits, plan.width);
    }
    if (bits > widest_sweep) {
      return rest_of_search("the narrowest frontier has some " + whole_number(bits) + " bits");
    }
    const double widest = std::exp2(bits) * seconds_per_state;
    std::optional<Sweep> sweep(std::in_place, plan, tally_, beside_search());
    const Clock::time_point start_of_sweep = Clock::now();
    for (double until = elapsed();; until = growth * elapsed()) {
      if (!slice(until)) break;
      if (may_try_memo() && elapsed() >= next_memo_) {
        const std::size_t held = sweep->result().memory_bytes;
        if (memo_is_over(options_.memory_limit - std::min(held, options_.memory_limit))) {
          return Status::exhausted;
        }
      }
      const double whole = expected();
      const bool to_the_end = widest < whole;
      const double allowed = share_of_past * elapsed() + share_of_whole * whole - seconds_of_sweep_;
      if (!to_the_end && allowed < shortest_slice) continue;
      const Clock::time_point before = Clock::now();
      Limits limits;
      if (!to_the_end) limits.time = before - start_of_sweep + nanoseconds(allowed);
      if (const auto left = allowance_.limits().time) {
        const auto until_end = before - start_of_sweep + *left;
        limits.time = limits.time ? std::min(*limits.time, until_end) : until_end;
      }
      sweep->set_limits(limits);
      const Status status = sweep->run();
      seconds_of_sweep_ += Seconds(Clock::now() - before).count();
      total_.statistics.memory_bytes =
          std::max(total_.statistics.memory_bytes, sweep->result().memory_bytes);
      if (status == Status::time_limit && !allowance_.time_is_up()) continue;
      if (status == Status::memory_limit) {
        sweep.reset();  // gives its memory back
        return rest_of_search("the tables of a sweep do not fit");
      }
      add_statistics();
      if (status == Status::exhausted) {
        total_.states += sweep->result().states;
        replace(sweep->result().solutions, sweep->result().fingerprint);
        if (trace_ != nullptr) {
          trace_->rewind(before_search_);
          trace_->sweep(order);
        }
        used(CountMethod::sweep, to_the_end ? "the frontier has at most " + whole_number(bits) +
                                                  " bits, and the search is long"
                                            : "it was over before the search");
      } else {
        used(CountMethod::search, "no sweep was over in time; by " + engine_in_words());
      }
      return status;
    }
    used(CountMethod::search, "no sweep was quicker; by " + engine_in_words());
    add_statistics();
    return status();
  }

  /// What is left of the time, as a search of this part counts it: from its own start.
  Limits limits_of_search() const {
    Limits limits = allowance_.limits();
    if (limits.time) *limits.time += Clock::now() - start_;
    return limits;
  }

  std::string engine_in_words() const {
    std::string text(to_string(solver_->engine()));
    if (options_.search.engine == EngineKind::automatic) {
      text += " because " + choose_engine(problem_, options_.search.branching).why;
    }
    return text;
  }

  [[nodiscard]] Deadline deadline() const {
    return {allowance_.limits().time, options_.search.stop};
  }

  static std::chrono::nanoseconds nanoseconds(double seconds) {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(Seconds(std::min(seconds, 1e9)));
  }

  static std::string whole_number(double value) {
    return std::to_string(static_cast<std::uint64_t>(value + 0.5));
  }

  TableOptions tables(const Limits& limits) const {
    TableOptions options = table_options(allowance_.search(), options_.memory_limit);
    options.limits = limits;
    return options;
  }

  /// The share that is reported stays that of the search.
  TableOptions beside_search() const {
    TableOptions options = tables({});
    if (options.on_progress) {
      options.on_progress = [report = std::move(options.on_progress)](Progress p) {
        p.share = 0;
        report(p);
      };
    }
    return options;
  }

  Status sweep() {
    const std::vector<ItemId> order = narrow_order(problem_, deadline());
    if (trace_ != nullptr) trace_->sweep(order);
    const SweepPlan plan = sweep_plan(problem_, order);
    const SweepResult result = count_by_sweep(plan, tally_, tables(allowance_.limits()));
    total_.states += result.states;
    total_.statistics.memory_bytes = std::max(total_.statistics.memory_bytes, result.memory_bytes);
    if (result.status == Status::exhausted) replace(result.solutions, result.fingerprint);
    return result.status;
  }

  Status memo() {
    TableOptions options = tables(allowance_.limits());
    options.trace = trace_;
    const MemoResult result = count_by_memo(problem_, tally_, options);
    add(result);
    return result.status;
  }

  void add(const MemoResult& result) {
    total_.states += result.states;
    total_.statistics.nodes += result.nodes;
    allowance_.use(result.nodes);
    total_.statistics.memory_bytes = std::max(total_.statistics.memory_bytes, result.memory_bytes);
    replace(result.solutions, result.fingerprint);
  }

  Status zdd() {
    const std::vector<ItemId> order = narrow_order(problem_, deadline());
    if (trace_ != nullptr) trace_->sweep(order);
    const ZddResult built = Zdd::build(problem_, order, tables(allowance_.limits()));
    total_.states += built.states;
    total_.statistics.memory_bytes = std::max(total_.statistics.memory_bytes, built.memory_bytes);
    if (!built.zdd) return built.status;
    try {
      const auto totals = built.zdd->totals(tally_, {.time = allowance_.limits().time,
                                                     .memory = options_.memory_limit,
                                                     .stop = options_.search.stop});
      replace(totals.solutions, totals.fingerprint);
    } catch (const ZddQueryEnded& e) {
      return e.why();
    }
    return built.status;
  }

  /// What a method counted from the start stands for all.
  void replace(const Natural& solutions, Residue fingerprint) {
    Tally whole =
        tally_.weighted() ? Tally({tally_.weights().begin(), tally_.weights().end()}) : Tally();
    whole.add(solutions, fingerprint);
    tally_ = std::move(whole);
  }

  const Problem& problem_;
  Tally tally_;
  const CountOptions& options_;
  Allowance& allowance_;
  CountResult& total_;
  Trace* trace_;
  std::uint64_t before_search_ = 0;  // in the trace
  std::optional<Solver> solver_;
  std::unique_ptr<CountingSearch> long_ = {};  // goes on in its place
  Clock::duration before_long_ = {};           // what has gone by until then
  Clock::time_point start_ = {};               // its start
  double seconds_of_sweep_ = 0;                // beside it
  double seconds_elsewhere_ = 0;               // since its start
  double next_memo_ = first_memo;              // seconds since its start
  bool sweep_promises_ = false;
};

/// That what comes next is independent of the rest.
void write_part(Trace& trace, const Problem& part) {
  trace.step(Step::part);
  trace.number(part.primary_count());
  for (std::uint32_t i = 0; i < part.primary_count(); ++i) trace.item(ItemId{i});
}

/// What automorphisms() takes, roughly.
double seconds_to_find_symmetries(const Problem& problem) {
  return 150e-9 * static_cast<double>(problem.entry_count());
}

/// What reduce() takes, roughly.
double seconds_to_reduce(const Problem& problem) {
  return 300e-9 * static_cast<double>(problem.entry_count());
}

/// By symmetries of the problem, if they are found in a small part of the time that a search is
/// expected to take, and there are some that help. Canonical forms are tried for `most` seconds at
/// most. What became of symmetries is said in words.
std::optional<CountResult> by_symmetry(const Problem& problem, const CountOptions& options,
                                       const Allowance& allowance, double expected, double most,
                                       std::string& in_words) {
  constexpr double worth_a_try = 1.0 / 50;
  constexpr double worth_canonical_forms = 1.0 / 10;
  constexpr std::size_t most_members = 1'000;
  constexpr double longest = 10;
  AutomorphismOptions limits;
  limits.time_limit = std::chrono::duration_cast<std::chrono::nanoseconds>(
      Seconds(std::min({longest, worth_a_try * expected, most})));
  if (const auto left = allowance.limits().time) {
    limits.time_limit = std::min(*limits.time_limit, *left);
  }
  limits.stop = options.search.stop;
  const Automorphisms group = automorphisms(problem, limits);
  in_words = group.complete ? group.order.to_string() : "not found in time";
  if (!group.complete || group.order == 1) return {};
  in_words += ", of no help";
  CountOptions of_parts = options;
  of_parts.search = allowance.search();
  std::optional<ClassesResult> counted;
  // Whatever the order: some may move nothing but items.
  if (const auto listed = members(problem, group, most_members)) {
    counted = count_by_orbits(problem, *listed, of_parts);
  } else {
    if (options.search.trace != nullptr) return {};  // canonical forms leave no trace
    auto& time = of_parts.search.limits.time;
    const auto tried = std::chrono::duration_cast<std::chrono::nanoseconds>(
        Seconds(std::min({1e9, worth_canonical_forms * expected / options.threads, most})));
    const bool cuts = !time || tried < *time;
    if (cuts) time = tried;
    counted = count_classes(problem, group, of_parts);
    const bool in_vain =
        counted->status == Status::memory_limit || (cuts && counted->status == Status::time_limit);
    if (in_vain) return {};
  }
  if (!counted) return {};
  CountResult result;
  result.value = counted->solutions;
  result.status = counted->status;
  result.statistics = counted->statistics;
  result.method = counted->method;
  result.engine = counted->engine;
  result.why = counted->why + ", under " + group.order.to_string() + " symmetries";
  result.symmetry = group.order.to_string() + ", used";
  return result;
}

}  // namespace

CountResult count(const Problem& problem, const CountOptions& options) {
  if (options.search.limits.solutions) return count(problem, options.search);
  CountResult total;
  SearchOptions of_searches = options.search;
  of_searches.preprocess = false;  // has been done by then, or is not wanted
  of_searches.on_progress = steady(options.search.on_progress);
  Allowance allowance(of_searches);
  const auto& seed = options.fingerprint_seed;
  Trace* const trace = options.search.trace;
  const std::uint64_t start = trace != nullptr ? trace->position() : 0;
  const auto report = [&](const Natural& value, Residue fingerprint, Status status) {
    total.value = value;
    if (seed) total.fingerprint = fingerprint;
    total.status = status;
    return std::move(total);
  };

  if (!options.preprocess || options.search.branching.rule == BranchingRule::given_order) {
    PartCounter part(problem, seed ? Tally(plain_weights(problem.option_count(), *seed)) : Tally(),
                     options, allowance, total, trace);
    const Status status = part.run();
    return report(part.tally().solutions(), part.tally().fingerprint(), status);
  }

  std::optional<Reduction> reduced;
  std::vector<Component> parts;
  const auto reduce_now = [&] {
    if (reduced) return;
    ReduceOptions reduce_options;
    reduce_options.with_steps = trace != nullptr;
    reduce_options.stop = options.search.stop;
    reduce_options.time_limit = allowance.limits().time;
    reduced = reduce(problem, reduce_options);
    parts = components(reduced->problem);
  };

  // Many problems are over before reducing them would be.
  std::optional<PartCounter> whole;
  bool symmetry_of_parts = false;
  if (options.method == CountMethod::automatic && !options.search.limits.nodes) {
    const auto make_whole = [&] {
      whole.emplace(problem, seed ? Tally(plain_weights(problem.option_count(), *seed)) : Tally(),
                    options, allowance, total, trace);
    };
    make_whole();
    const auto over = [&](double preparation) { return whole->over_before(preparation); };
    const auto result = [&] {
      return report(whole->tally().solutions(), whole->tally().fingerprint(), whole->status());
    };
    if (options.symmetry && !seed) {
      if (over(seconds_to_find_symmetries(problem))) return result();
      // Symmetries of a whole that falls apart are found in vain: they act on the parts. A trace
      // tells of the whole.
      if (trace == nullptr && !whole->sweep_promises()) {
        if (over(seconds_to_reduce(problem))) return result();
        reduce_now();
        symmetry_of_parts = !parts.empty() && weights(*reduced, seed).empty();
      }
      if (!whole->sweep_promises() && !symmetry_of_parts) {
        const Clock::time_point before = Clock::now();
        const double expected = whole->expected();
        if (trace != nullptr) {  // it can tell only one story at a time
          whole.reset();
          trace->rewind(start);
        }
        // Parts with weights are counted without symmetries, and what a search of the whole would
        // take says nothing of them.
        constexpr double beside_parts = 0.25;  // seconds
        const double most = parts.empty() ? std::numeric_limits<double>::infinity() : beside_parts;
        auto counted = by_symmetry(problem, options, allowance, expected, most, total.symmetry);
        if (counted) return *counted;
        if (trace != nullptr) {
          trace->rewind(start);
          make_whole();
        } else {
          whole->has_waited(Seconds(Clock::now() - before).count());
        }
      }
    }
    if (over(seconds_to_reduce(problem) + PartCounter::seconds_to_plan(problem))) return result();
  }

  reduce_now();
  const Reduction& reduction = *reduced;
  total.forced = reduction.report.forced;
  total.removed = problem.option_count() - reduction.problem.option_count();
  const bool nothing_found = reduction.problem.option_count() == problem.option_count() &&
                             reduction.problem.item_count() == problem.item_count();
  const bool goes_on = whole && nothing_found && parts.empty();
  std::unique_ptr<Trace> of_reduced;
  if (trace != nullptr && !goes_on) {
    trace->rewind(start);
    of_reduced = trace_reduction(*trace, problem, reduction);
  }
  if (reduction.impossible()) {
    total.why = "an item cannot be covered";
    return report(0, Residue(0), Status::exhausted);
  }
  const std::vector<OptionWeight> of_options = weights(reduction, seed);
  const bool weighted = seed || !of_options.empty();
  Tally product;
  product.add(1, Residue(1));
  Status status = Status::exhausted;
  const auto count_part = [&](const Problem& part_problem, std::vector<OptionWeight> part_weights,
                              Trace* its_trace) {
    PartCounter part(part_problem, weighted ? Tally(std::move(part_weights)) : Tally(), options,
                     allowance, total, its_trace);
    status = part.run();
    product.multiply_by(part.tally().solutions(), part.tally().fingerprint());
  };
  const auto count_part_by_symmetry = [&](const Problem& part_problem) {
    CountOptions of_part = options;
    of_part.search = allowance.search();
    const CountResult counted = count(part_problem, of_part);
    allowance.use(counted.statistics.nodes);
    add(total.statistics, counted.statistics);
    total.states += counted.states;
    total.method = counted.method;
    total.engine = counted.engine;
    total.why = counted.why;
    total.symmetry = counted.symmetry;
    status = counted.status;
    product.multiply_by(counted.value, Residue(1));
  };
  if (goes_on) {
    const Status its = whole->go_on();
    return report(whole->tally().solutions(), whole->tally().fingerprint(), its);
  }
  whole.reset();
  if (parts.empty()) {
    count_part(reduction.problem, of_options, of_reduced.get());
  } else {
    total.parts = static_cast<std::uint32_t>(parts.size());
    const auto may_go_on = [&](const Component& part) {
      if (status == Status::exhausted && product.solutions() != 0) return true;
      // What the other parts have is not known, unless this is the last.
      if (status != Status::exhausted && &part != &parts.back()) product = Tally();
      return false;
    };
    for (const Component& part : parts) {
      const auto number = static_cast<std::size_t>(&part - parts.data());
      allowance.report_to(as_part(of_searches.on_progress, number, parts.size()));
      if (symmetry_of_parts) {
        count_part_by_symmetry(part.problem);
        if (may_go_on(part)) continue;
        break;
      }
      std::vector<OptionWeight> its;
      for (const OptionId o : part.originals) {
        if (!of_options.empty()) its.push_back(of_options[index(o)]);
      }
      std::unique_ptr<Trace> its_trace;
      if (of_reduced && part.problem.primary_count() != 0) {
        its_trace =
            std::make_unique<Trace>(*of_reduced, reduction.problem, part.problem, part.originals);
        write_part(*its_trace, part.problem);
      }
      count_part(part.problem, std::move(its), its_trace.get());
      if (its_trace) its_trace->flush();
      if (!may_go_on(part)) break;
    }
  }
  if (of_reduced) of_reduced->flush();
  const ForcedWeight forced = forced_weight(reduction, seed);
  product.multiply_by(forced.ways, forced.factor);
  return report(product.solutions(), product.fingerprint(), status);
}

CountResult count(const Problem& problem, const SearchOptions& options) {
  return count_by_search(Solver(problem, options), options.limits.solutions.has_value());
}

CountResult count(const PathProblem& problem, const SearchOptions& options,
                  const PathOptions& path_options) {
  return count_by_search(Solver(problem, options, path_options),
                         options.limits.solutions.has_value());
}

}  // namespace dlx
