#include "dlx/counting/counter.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "dlx/counting/way.hpp"
#include "dlx/counting/way_for.hpp"
#include "dlx/exclusions.hpp"
#include "dlx/search/progress.hpp"
#include "dlx/solver.hpp"

namespace dlx::counting {
namespace {

using counting::Clock;
using counting::Context;
using counting::Way;

/// Counts by listing solutions of the unreduced problem, up to the limit on solutions.
class ListingWay final : public Way {
 public:
  ListingWay(const Problem& problem, const Options& options)
      : most_(*options.solutions), solver_(problem, options) {}

  Status run(const counting::Slice& slice) override {
    search::Limits limits = limits_for(slice, work());
    limits.solutions = most_;
    solver_.set_limits(limits);
    while (solver_.next()) ++found_;
    return counting::status_after_slice(solver_.status());
  }
  [[nodiscard]] Total counted() const override { return {found_, Residue(0)}; }
  [[nodiscard]] double share() const override { return solver_.statistics().share; }
  [[nodiscard]] std::uint64_t work() const override { return solver_.statistics().nodes; }
  // Times serve to compare counting methods that take turns. Listing is never compared with another
  // method, so its time is not needed.
  [[nodiscard]] double nominal_seconds() const override { return 0; }
  [[nodiscard]] std::size_t memory_bytes() const override { return 0; }
  void add_to(CountResult& result) const override {
    result.engine = solver_.engine();
    search::add(result.statistics, solver_.statistics());
  }
  void report_into(CountResult& result) const override {
    result.why = "there is a limit on solutions";
  }

 private:
  std::uint64_t most_;
  Solver solver_;
  Natural found_;
};

}  // namespace

struct Counter::State {
  State(const Problem& the_problem, const Options& given, const Resources& lent,
        std::vector<OptionWeight> weights)
      : problem(&the_problem), options(given), resources(lent), report(steady(given.on_progress)) {
    refuse(options, {"up_to", "certificate", "checkpoint", "max_cost"}, "a Counter");
    weights_of = weights.empty() ? tally_for(problem->option_count(), options.fingerprint)
                                 : Tally(std::move(weights));
  }

  /// Makes the Way, the object that counts by a method. The first call of run() makes it, because
  /// preparing some methods takes time.
  void begin() {
    const Context context{.options = &options,
                          .resources = &resources,
                          .end = &end,
                          .order = options.order,
                          .report = report,
                          .trace = options.trace,
                          .alike = resources.alike};
    if (options.solutions) {
      Options listing = options;
      listing.preprocess = false;
      listing.on_progress = report;
      way = std::make_unique<ListingWay>(*problem, listing);
      return;
    }
    way = counting::way_for(*problem, weights_of, context,
                            options.symmetry && !options.fingerprint
                                ? counting::SymmetryUse::allowed
                                : counting::SymmetryUse::forbidden);
  }

  [[nodiscard]] std::uint64_t work() const { return way ? way->work() : 0; }

  /// The limits of this call of run(), reduced where the limits of the entire count leave less time
  /// or work.
  [[nodiscard]] counting::Slice within_limits(const CountSlice& slice) const {
    counting::Slice within;
    if (slice.time) within.until = end_of(*slice.time);
    if (end) within.until = within.until ? std::min(*within.until, *end) : *end;
    within.work = slice.work;
    if (options.nodes) {
      const std::uint64_t most = *options.nodes;
      const std::uint64_t left = most - std::min(most, work());
      within.work = within.work ? std::min(*within.work, left) : left;
    }
    return within;
  }

  /// The status that names the limit on time or nodes that the count has reached; `running` if it
  /// has reached none.
  [[nodiscard]] Status reached_limit() const {
    if (options.nodes && work() >= *options.nodes) {
      return Status::node_limit;
    }
    return end && Clock::now() >= *end ? Status::time_limit : Status::running;
  }

  const Problem* problem;
  Options options;
  Resources resources;
  search::ProgressCallback report;
  Tally weights_of = {};
  std::optional<Clock::time_point> end = {};
  std::unique_ptr<Way> way = {};
  Status status = Status::running;
};

namespace {

/// Checks the weights of options and returns them. Throws std::invalid_argument if the sum of
/// OptionWeight::ways over all options needs more than 64 bits. The sum must fit, because merging
/// equal options adds their `ways` up.
std::vector<OptionWeight> checked(std::vector<OptionWeight> weights) {
  std::uint64_t sum = 0;
  for (const OptionWeight& weight : weights) {
    if (weight.ways > std::numeric_limits<std::uint64_t>::max() - sum) {
      throw std::invalid_argument("the ways of all options add up to more than 64 bits");
    }
    sum += weight.ways;
  }
  return weights;
}

}  // namespace

Counter::Counter(const Problem& problem, const Options& options, const Resources& resources)
    : Counter(problem, options, resources, {}) {}
Counter::Counter(const Problem& problem, const Options& options, const Resources& resources,
                 std::vector<OptionWeight> weights)
    : state_(std::make_unique<State>(problem, options, resources, checked(std::move(weights)))) {}
Counter::~Counter() = default;
Counter::Counter(Counter&&) noexcept = default;
Counter& Counter::operator=(Counter&&) noexcept = default;

Status Counter::run(const CountSlice& slice) {
  State& s = *state_;
  if (s.status == Status::exhausted) return s.status;
  if (!s.end && s.options.time) {
    s.end = end_of(*s.options.time);
  }
  if (!s.way) s.begin();
  const bool whole = !slice.time && !slice.work;
  do {
    s.status = s.way->run(s.within_limits(slice));
    if (s.status == Status::running) s.status = s.reached_limit();
  } while (whole && s.status == Status::running);
  if (s.status != Status::running) keep_tables();
  return s.status;
}

Status Counter::status() const noexcept {
  return state_->status;
}

CountResult Counter::result() const {
  const State& s = *state_;
  CountResult result;
  result.status = s.status;
  if (!s.way) return result;
  const Total counted = s.way->counted();
  result.value = counted.solutions;
  result.nominal_seconds = s.way->nominal_seconds();
  if (s.weights_of.weighted()) result.fingerprint = counted.fingerprint;
  s.way->add_to(result);
  s.way->report_into(result);
  const bool lists = s.options.solutions.has_value();
  if (s.options.method != CountMethod::automatic && !lists) {
    result.method = s.options.method;
    result.why = "it was asked for";
  }
  return result;
}

Natural Counter::value() const {
  return state_->way ? state_->way->counted().solutions : Natural(0);
}

double Counter::share() const {
  return state_->way ? state_->way->share() : 0;
}

void Counter::keep_tables() {
  if (state_->way && state_->status != Status::exhausted) state_->way->keep_tables();
}

void Counter::close() {
  if (state_->way) state_->way->close();
}

namespace {

CountResult count_with(Solver solver, bool limited) {
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

}  // namespace

CountResult count(const Problem& problem, const Options& options, const Resources& resources) {
  Counter counter(problem, options, resources);
  counter.run();
  counter.close();
  return counter.result();
}

CountResult count_by_search(const Problem& problem, const Options& options) {
  return count_with(Solver(problem, options), options.solutions.has_value());
}

CountResult count_by_search(const PathProblem& problem, const Options& options,
                            const search::PathOptions& path_options) {
  return count_with(Solver(problem, options, path_options), options.solutions.has_value());
}

}  // namespace dlx::counting
