#include "dlx/count.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dlx/core/tally.hpp"
#include "dlx/counting/memo_search.hpp"
#include "dlx/counting/sweep_count.hpp"
#include "dlx/counting/sweep_plan.hpp"
#include "dlx/counting/zdd.hpp"
#include "dlx/preprocess/components.hpp"
#include "dlx/preprocess/reduce.hpp"
#include "dlx/solver.hpp"

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

/// What is left of limits that hold for several searches one after another.
class Allowance {
 public:
  explicit Allowance(const SearchOptions& options) : options_(options), start_(Clock::now()) {}

  [[nodiscard]] SearchOptions search() const {
    SearchOptions left = options_;
    left.limits = limits();
    left.preprocess = false;  // has been done, or is not wanted
    return left;
  }
  [[nodiscard]] Limits limits() const {
    Limits left = options_.limits;
    if (left.nodes) *left.nodes -= std::min(*left.nodes, used_);
    if (left.time) {
      left.time = std::max(std::chrono::nanoseconds(0), *left.time - (Clock::now() - start_));
    }
    return left;
  }
  [[nodiscard]] bool time_is_up() const {
    const auto left = limits().time;
    return left && *left == std::chrono::nanoseconds(0);
  }
  void use(std::uint64_t nodes) { used_ += nodes; }
  [[nodiscard]] const SearchOptions& all() const { return options_; }

 private:
  const SearchOptions& options_;
  Clock::time_point start_;
  std::uint64_t used_ = 0;
};

/// Counts one part.
class PartCounter {
 public:
  PartCounter(const Problem& problem, Tally tally, const CountOptions& options,
              Allowance& allowance, CountResult& total)
      : problem_(problem),
        tally_(std::move(tally)),
        options_(options),
        allowance_(allowance),
        total_(total) {}

  /// How it ended; then tally() has what was counted.
  Status run() {
    switch (options_.method) {
      case CountMethod::automatic:
        return automatically();
      case CountMethod::search:
        used(CountMethod::search, "it was asked for");
        return search();
      case CountMethod::sweep:
        used(CountMethod::sweep, "it was asked for");
        return sweep(sweep_plan(problem_, narrow_order(problem_)), allowance_.limits());
      case CountMethod::memo:
        used(CountMethod::memo, "it was asked for");
        return memo();
      case CountMethod::zdd:
        used(CountMethod::zdd, "it was asked for");
        return zdd();
    }
    return Status::exhausted;
  }

  [[nodiscard]] const Tally& tally() const { return tally_; }

 private:
  // A look at the tree before anything else; most problems are done by then.
  static constexpr std::uint64_t first_nodes = 5'000;
  // While the search goes on, sweeps that might be quicker get this share of its time.
  static constexpr double share_of_sweeps = 0.06;
  static constexpr double growth = 4;
  // What a state of a sweep takes; only compared with what a search has taken.
  static constexpr double seconds_per_state = 50e-9;
  static constexpr double widest_sweep = 44;  // bits; such a sweep has never ended

  void used(CountMethod method, std::string why) {
    total_.method = method;
    total_.why = std::move(why);
  }

  Status search() {
    Solver solver(problem_, allowance_.search());
    return finish(solver);
  }

  Status finish(Solver& solver) {
    solver.count(tally_);
    add_statistics(solver);
    return solver.status();
  }

  void add_statistics(const Solver& solver) {
    total_.engine = solver.engine();
    const Statistics s = solver.statistics();
    Statistics& sum = total_.statistics;
    allowance_.use(s.nodes);
    sum.nodes += s.nodes;
    sum.updates += s.updates;
    sum.solutions += s.solutions;
    sum.share = s.share;
    sum.memory_bytes = std::max(sum.memory_bytes, s.memory_bytes);
    if (sum.nodes_per_level.size() < s.nodes_per_level.size()) {
      sum.nodes_per_level.resize(s.nodes_per_level.size());
    }
    for (std::size_t l = 0; l < s.nodes_per_level.size(); ++l) {
      sum.nodes_per_level[l] += s.nodes_per_level[l];
    }
  }

  /// A search is begun. If it is not over soon, sweeps are tried: at once if even the widest table
  /// would take less than the search is expected to, otherwise for a small part of the time that
  /// the search has taken so far.
  Status automatically() {
    if (options_.search.limits.nodes) {
      used(CountMethod::search, "there is a limit on nodes");
      return search();
    }
    start_ = Clock::now();
    const auto elapsed = [&] { return Seconds(Clock::now() - start_).count(); };
    Solver solver(problem_, allowance_.search());
    const std::string engine = problem_engine(solver);
    // True: only the slice is over.
    const auto slice = [&](std::optional<std::uint64_t> nodes, std::optional<double> seconds) {
      Limits limits = limits_of_search();
      limits.nodes = nodes;
      if (seconds) {
        const auto until = nanoseconds(*seconds);
        if (!limits.time || until < *limits.time) limits.time = until;
      }
      solver.set_limits(limits);
      solver.count(tally_);
      return solver.status() == Status::node_limit ||
             (solver.status() == Status::time_limit && !allowance_.time_is_up());
    };
    if (!slice(first_nodes, {})) {
      used(CountMethod::search, "it was over soon, by " + engine);
      add_statistics(solver);
      return solver.status();
    }
    const double whole = elapsed() / std::max(solver.statistics().share, 1e-300);
    const std::vector<ItemId> order = narrow_order(problem_);
    double bits = sweep_bits(problem_, order);
    SweepPlan plan;
    if (bits <= widest_sweep) {
      plan = sweep_plan(problem_, order);
      bits = std::max<double>(bits, plan.width);
    }
    if (bits > widest_sweep) {
      used(CountMethod::search,
           "the narrowest frontier has some " + whole_number(bits) + " bits; by " + engine);
      return rest_of(solver);
    }
    const double widest = std::exp2(bits) * seconds_per_state;
    if (widest < whole) {
      const Status status = sweep(plan, allowance_.limits());
      if (status != Status::memory_limit) {
        used(CountMethod::sweep,
             "the frontier has at most " + whole_number(bits) + " bits, and the search is long");
        add_statistics(solver);
        return status;
      }
    }
    for (double until = std::max(4 * elapsed(), 2e-3);; until *= growth) {
      if (!slice({}, until)) break;
      Limits limits;
      limits.time =
          std::chrono::duration_cast<std::chrono::nanoseconds>(Seconds(until * share_of_sweeps));
      const Status status = sweep(plan, limits);
      if (status == Status::exhausted) {
        used(CountMethod::sweep, "it was over before the search");
        add_statistics(solver);
        return status;
      }
      if (status == Status::stopped) {
        used(CountMethod::search, "it was stopped; by " + engine);
        add_statistics(solver);
        return status;
      }
      if (status == Status::memory_limit) {
        used(CountMethod::search, "the tables of a sweep do not fit; by " + engine);
        return rest_of(solver);
      }
    }
    used(CountMethod::search, "no sweep was quicker; by " + engine);
    add_statistics(solver);
    return solver.status();
  }

  Status rest_of(Solver& solver) {
    solver.set_limits(limits_of_search());
    return finish(solver);
  }

  /// What is left of the time, as a search of this part counts it: from its own start.
  Limits limits_of_search() const {
    Limits limits = allowance_.limits();
    if (limits.time) *limits.time += Clock::now() - start_;
    return limits;
  }

  std::string problem_engine(const Solver& solver) const {
    std::string text(to_string(solver.engine()));
    if (options_.search.engine == EngineKind::automatic) {
      text += " because " + choose_engine(problem_, options_.search.branching).why;
    }
    return text;
  }

  static std::chrono::nanoseconds nanoseconds(double seconds) {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(Seconds(std::min(seconds, 1e9)));
  }

  static std::string whole_number(double value) {
    return std::to_string(static_cast<std::uint64_t>(value + 0.5));
  }

  TableOptions tables(const Limits& limits) const {
    TableOptions options = table_options(options_.search, options_.memory_limit);
    options.limits = limits;
    return options;
  }

  Status sweep(const SweepPlan& plan, const Limits& limits) {
    const SweepResult result = count_by_sweep(plan, tally_, tables(limits));
    total_.states += result.states;
    total_.statistics.memory_bytes = std::max(total_.statistics.memory_bytes, result.memory_bytes);
    if (result.status == Status::exhausted) replace(result.solutions, result.fingerprint);
    return result.status;
  }

  Status memo() {
    const MemoResult result = count_by_memo(problem_, tally_, tables(allowance_.limits()));
    total_.states += result.states;
    total_.statistics.nodes += result.nodes;
    allowance_.use(result.nodes);
    total_.statistics.memory_bytes = std::max(total_.statistics.memory_bytes, result.memory_bytes);
    replace(result.solutions, result.fingerprint);
    return result.status;
  }

  Status zdd() {
    const ZddResult built =
        Zdd::build(problem_, narrow_order(problem_), tables(allowance_.limits()));
    total_.states += built.states;
    total_.statistics.memory_bytes = std::max(total_.statistics.memory_bytes, built.memory_bytes);
    if (built.zdd) {
      const auto totals = built.zdd->totals(tally_);
      replace(totals.solutions, totals.fingerprint);
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
  Clock::time_point start_ = {};
  Tally tally_;
  const CountOptions& options_;
  Allowance& allowance_;
  CountResult& total_;
};

std::vector<OptionWeight> plain_weights(const Problem& problem, std::uint64_t seed) {
  std::vector<OptionWeight> weights(problem.option_count());
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    weights[o].factor = fingerprint_factor(seed, OptionId{o});
  }
  return weights;
}

}  // namespace

CountResult count(const Problem& problem, const CountOptions& options) {
  if (options.search.limits.solutions) return count(problem, options.search);
  CountResult total;
  Allowance allowance(options.search);
  const auto& seed = options.fingerprint_seed;
  const auto report = [&](const Natural& value, Residue fingerprint, Status status) {
    total.value = value;
    if (seed) total.fingerprint = fingerprint;
    total.status = status;
    return std::move(total);
  };

  if (!options.preprocess || options.search.branching.rule == BranchingRule::given_order) {
    PartCounter part(problem, seed ? Tally(plain_weights(problem, *seed)) : Tally(), options,
                     allowance, total);
    const Status status = part.run();
    return report(part.tally().solutions(), part.tally().fingerprint(), status);
  }

  ReduceOptions reduce_options;
  reduce_options.stop = options.search.stop;
  reduce_options.time_limit = options.search.limits.time;
  const Reduction reduction = reduce(problem, reduce_options);
  total.forced = reduction.report.forced;
  total.removed = problem.option_count() - reduction.problem.option_count();
  if (reduction.impossible()) {
    total.why = "an item cannot be covered";
    return report(0, Residue(0), Status::exhausted);
  }
  const std::vector<OptionWeight> of_options = weights(reduction, seed);
  const bool weighted = seed || !of_options.empty();
  Tally product;
  product.add(1, Residue(1));
  Status status = Status::exhausted;
  const auto count_part = [&](const Problem& part_problem, std::vector<OptionWeight> part_weights) {
    PartCounter part(part_problem, weighted ? Tally(std::move(part_weights)) : Tally(), options,
                     allowance, total);
    status = part.run();
    product.multiply_by(part.tally().solutions(), part.tally().fingerprint());
  };
  const std::vector<Component> parts = components(reduction.problem);
  if (parts.empty()) {
    count_part(reduction.problem, of_options);
  } else {
    total.parts = static_cast<std::uint32_t>(parts.size());
    for (const Component& part : parts) {
      std::vector<OptionWeight> its;
      for (const OptionId o : part.originals) {
        if (!of_options.empty()) its.push_back(of_options[index(o)]);
      }
      count_part(part.problem, std::move(its));
      if (status == Status::exhausted && product.solutions() != 0) continue;
      // What the other parts have is not known, unless this is the last.
      if (status != Status::exhausted && &part != &parts.back()) product = Tally();
      break;
    }
  }
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
