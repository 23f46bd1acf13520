#include "dlx/classes.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "dlx/count/symmetry_ways.hpp"
#include "dlx/count/way_for.hpp"
#include "dlx/representatives.hpp"
#include "dlx/search/allowance.hpp"
#include "dlx/search/steady_progress.hpp"
#include "dlx/symmetry/conjugates.hpp"
#include "dlx/symmetry/quotient.hpp"
#include "dlx/symmetry/seeds.hpp"
#include "dlx/symmetry/symmetry_trace.hpp"

namespace dlx {
namespace {

struct Numbers {
  Natural classes;
  Natural solutions;
};

class ClassCounter {
 public:
  explicit ClassCounter(const CountOptions& options)
      : trace_(options.search.trace),
        options_(without_trace(options)),
        left_(options_.search),
        report_(steady(options.search.control.on_progress)),
        report_of_part_(report_),
        branching_(options.search.branching) {
    left_.report_to(report_);
    options_.fingerprint_seed.reset();
    result_.status = Status::exhausted;
  }

  ClassesResult classes(const Problem& problem, const OptionSymmetries& group) {
    if (trace_ != nullptr) return traced_classes(problem, group);
    options_.symmetry = false;  // what is left of it is known here
    const std::vector<Seed> all = seeds(problem, group, SeedUse::classes, deadline());
    for (const Seed& seed : all) {
      if (!result_.complete()) break;
      begin_seed(seed, all);
      Numbers below;
      if (seed.chosen.empty()) {
        below = count_below(problem, group);
      } else {
        why(by_orbits);
        const Remainder left = after(problem, group, seed);
        branching_ = on_rest(options_.search.branching, left.rest);
        below = count_below(left.rest.problem, left.group);
      }
      result_.classes += below.classes;
      result_.solutions += below.solutions * seed.orbit;
    }
    if (result_.why.empty()) result_.why = "the group has one member";
    return std::move(result_);
  }

 private:
  /// Only some of the counts made here are recorded.
  static CountOptions without_trace(CountOptions options) {
    options.search.trace = nullptr;
    return options;
  }

  /// The searches from now on are of one of several seeds.
  void begin_seed(const Seed& seed, const std::vector<Seed>& all,
                  std::function<Natural(const Natural&)> total = {}) {
    report_of_part_ = as_part(report_, static_cast<std::size_t>(&seed - all.data()), all.size(),
                              std::move(total));
    left_.report_to(report_of_part_);
  }
  /// The same below such a part: one of the members of a group.
  void begin_member(std::size_t member, std::size_t members) {
    left_.report_to(as_part(report_of_part_, member, members));
  }

  /// Of a step without nodes.
  [[nodiscard]] Deadline deadline() const {
    return {left_.limits().time, options_.search.control.stop};
  }
  /// Ends the count where the deadline of a step was reached.
  Numbers interrupted() {
    const bool stopped = Deadline({}, options_.search.control.stop).reached();
    result_.status = stopped ? Status::stopped : Status::time_limit;
    return {};
  }

  static constexpr const char* by_orbits = "by one option of each orbit of an item's options";
  static constexpr const char* by_members = "by the solutions that each member of the group keeps";

  Numbers count_below(const Problem& problem, const OptionSymmetries& group) {
    if (group.order() > 1) return count_fixed(problem, group);
    const Natural solutions = count_all(problem);
    return {solutions, solutions};
  }

  /// Burnside's lemma.
  Numbers count_fixed(const Problem& problem, const OptionSymmetries& group) {
    const std::optional<Conjugates> found = conjugates(group, deadline());
    if (!found) return interrupted();
    const Conjugates& table = *found;
    const std::size_t order = table.members.size();
    std::vector<Natural> kept(order);
    Natural sum;
    for (std::size_t m = 0; m < order && result_.complete(); ++m) {
      begin_member(m, order);
      const std::size_t first = table.likes[m].first;
      if (first != m) {
        kept[m] = kept[first];
      } else if (m == 0) {
        kept[m] = count_all(problem);
      } else if (const std::optional<Problem> orbits = quotient(problem, table.members[m])) {
        kept[m] = count_all(*orbits);
      } else {
        return go_through(problem, group);
      }
      sum += kept[m];
    }
    // A class has at most `order` solutions.
    if (!result_.complete()) return {(kept[0] + (order - 1)) / order, kept[0]};
    why(by_members);
    return {mean(sum, order), kept[0]};
  }

  /// By the lemma at once, which is what a certificate can be about.
  ClassesResult traced_classes(const Problem& problem, const OptionSymmetries& group) {
    constexpr std::size_t most = 10'000'000;  // which the checker has to go through
    if (group.order() > most / (problem.option_count() + std::size_t{1})) {
      throw std::invalid_argument("no certificate: " + std::to_string(group.order()) +
                                  " symmetries of " + std::to_string(problem.option_count()) +
                                  " options are more than a checker takes");
    }
    const std::optional<Conjugates> found = conjugates(group, deadline());
    if (!found) {
      (void)interrupted();
      return std::move(result_);
    }
    const Conjugates& table = *found;
    std::vector<std::optional<Problem>> orbits(table.members.size());
    for (std::size_t m = 1; m < orbits.size(); ++m) {
      if (table.likes[m].first == m && !(orbits[m] = quotient(problem, table.members[m]))) {
        throw std::invalid_argument(
            "no certificate: a symmetry takes options to others with the same item, which may be "
            "covered several times");
      }
    }
    trace_->number(table.generators.size());
    for (const auto& generator : table.generators) trace_symmetry(*trace_, problem, generator);
    why(by_members);
    std::vector<Natural> kept(orbits.size());
    Natural sum;
    for (std::size_t m = 0; m < orbits.size() && result_.complete(); ++m) {
      begin_member(m, orbits.size());
      const auto [first, by] = table.likes[m];
      if (m == 0) {
        kept[m] = count_all(problem, trace_);
        options_.symmetry = false;  // what is left is small
      } else if (first == m) {
        trace_->number(0);
        trace_->flush();
        Trace orbit_trace(trace_->sink(), *orbits[m]);
        kept[m] = count_all(*orbits[m], &orbit_trace);
        orbit_trace.flush();
      } else {
        trace_->number(first);
        trace_->number(by);
        kept[m] = kept[first];
      }
      sum += kept[m];
    }
    result_.solutions = kept[0];
    if (result_.complete()) result_.classes = mean(sum, orbits.size());
    return std::move(result_);
  }

  static Natural mean(const Natural& sum, std::size_t order) {
    if (sum % order != 0) {
      throw std::logic_error("solutions that members keep are no multiple of their number");
    }
    return sum / order;
  }

  Numbers go_through(const Problem& problem, const OptionSymmetries& group) {
    why("by going through solutions");
    SearchOptions search = left_.search();
    search.branching = branching_;
    search.preprocess = false;
    Representatives found(problem, group, search);
    Numbers numbers;
    while (found.next()) {
      ++numbers.classes;
      numbers.solutions += found.class_size();
    }
    add(found.statistics(), found.status());
    result_.method = CountMethod::search;
    result_.engine = found.engine();
    return numbers;
  }

  Natural count_all(const Problem& problem, Trace* trace = nullptr) {
    CountOptions options = options_;
    options.search = left_.search();
    options.search.trace = trace;
    options.search.branching = branching_;
    const CountResult counted = count(problem, options);
    add(counted.statistics, counted.status);
    result_.method = counted.method;
    result_.engine = counted.engine;
    return counted.value;
  }

  void add(const Statistics& s, Status status) {
    ++result_.problems;
    left_.use(s.nodes);
    dlx::add(result_.statistics, s);
    if (status != Status::exhausted) result_.status = status;
  }

  /// Keeps the first explanation.
  void why(const char* text) {
    if (result_.why.empty()) result_.why = text;
  }

  Trace* trace_;
  CountOptions options_;
  Allowance left_;
  ProgressCallback report_;
  ProgressCallback report_of_part_;
  Branching branching_;  // of the problem at hand
  ClassesResult result_;
};

ClassesResult count_isomorphs(const Problem& problem, const SymmetryGroup& group,
                              const CountOptions& options) {
  Representatives found(problem, group, options.search, options.memory_limit);
  ClassesResult result;
  result.why = "by one solution of each class, told apart by its canonical form";
  while (found.next()) {
    ++result.classes;
    result.solutions += found.class_size();
  }
  result.status = found.status();
  result.statistics = found.statistics();
  result.problems = found.problems();
  result.engine = found.engine();
  return result;
}

}  // namespace

ClassesResult count_classes(const Problem& problem, const SymmetryGroup& group,
                            const CountOptions& options) {
  if (const OptionSymmetries* listed = group.listed()) {
    return ClassCounter(options).classes(problem, *listed);
  }
  return count_isomorphs(problem, group, options);
}

std::optional<ClassesResult> count_by_orbits(const Problem& problem, const OptionSymmetries& group,
                                             const CountOptions& options) {
  std::vector<Seed> group_seeds = seeds(problem, group, SeedUse::solutions);
  if (group_seeds[0].chosen.empty()) return {};
  const std::uint64_t problems = group_seeds.size();
  std::optional<counting::Clock::time_point> end;
  const Limits& limits = options.search.control.limits;
  if (limits.time) end = counting::Clock::now() + *limits.time;
  const counting::Context context{.options = &options,
                                  .end = &end,
                                  .branching = options.search.branching,
                                  .report = steady(options.search.control.on_progress),
                                  .trace = options.search.trace};
  counting::SeedsWay way(
      problem, {}, context, {group, std::move(group_seeds)},
      [](const Problem& rest, const Tally& weights, const counting::Context& rest_context) {
        return counting::way_for(rest, weights, rest_context, counting::SymmetryUse::forbidden);
      });
  const Status status = way.run({.until = end, .work = limits.nodes});
  way.close();
  CountResult counted;
  way.add_to(counted);
  way.settle(counted);
  const bool out_of_time = end && counting::Clock::now() >= *end;
  return ClassesResult{.classes = 0,
                       .solutions = way.counted().solutions,
                       .status = status != Status::running ? status
                                 : out_of_time             ? Status::time_limit
                                                           : Status::node_limit,
                       .statistics = counted.statistics,
                       .problems = problems,
                       .method = counted.method,
                       .engine = counted.engine,
                       .why = counted.why};
}

}  // namespace dlx
