#include "dlx/counting/search_way.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace dlx::counting {
namespace {

// Threads cost more than they bring on shorter searches.
constexpr std::uint64_t least_nodes_for_threads = 20'000;
constexpr double least_seconds_for_threads = 0.01;

double seconds_left(double seconds, double share) {
  return seconds * (1 - share) / std::max(share, 1e-300);
}

/// One digit is as much as a short trial can tell.
std::string rounded(double ratio) {
  char text[16];
  std::snprintf(text, sizeof text, "%.1g", ratio);
  return text;
}

/// Where any method may be taken, a search remembers counts. Each thread has a table of its own.
search::SearchOptions engine_options(const Context& context) {
  const CountOptions& options = *context.options;
  search::SearchOptions search = context.search_options();
  if (options.method == CountMethod::automatic) {
    search.remember_bytes = options.memory_limit / 64 / std::max(options.threads.jobs.threads, 1U);
  }
  return search;
}

}  // namespace

search::Statistics SearchWay::Searcher::statistics() const {
  search::Statistics s = solver.statistics();
  s.share = share_before + (1 - share_before) * s.share;
  return s;
}

SearchWay::SearchWay(const Problem& problem, const Tally& weights_of, const Context& context,
                     std::optional<FixedTrial> fixed_trial)
    : problem_(&problem),
      context_(recording(context, problem)),
      tally_(weights_of),
      at_work_{.solver = Solver(problem, engine_options(context_))},
      trial_(problem, context, at_work_.solver.engine(), fixed_trial) {}

std::string SearchWay::engine_in_words() const {
  const EngineKind engine = at_work_.solver.engine();
  std::string text(to_string(engine));
  if (context_.options->search.engine != EngineKind::automatic) return text;
  const EngineChoice choice = choose_engine(*problem_, context_.branching);
  if (engine == choice.engine) return text + " because " + choice.why;
  return text + " because it takes " + rounded(trial_.ratio()) + " of the time of " +
         std::string(to_string(choice.engine)) + " for a node";
}

search::Statistics SearchWay::statistics() const {
  if (long_) return long_->statistics();
  search::Statistics sum = done_before_;
  if (waiting_) add(sum, waiting_->statistics());
  add(sum, at_work_.statistics());
  return sum;
}

// ---------------------------------------------------------------------------------- engines ---

/// For an engine that goes on where others stopped: it reports their nodes too.
Context SearchWay::reporting_after(const search::Statistics& before) const {
  Context context = context_;
  if (!context_.report) return context;
  context.report = [report = context_.report, nodes = before.nodes,
                    share = before.share](search::Progress progress) {
    progress.nodes += nodes;
    progress.share = share + (1 - share) * progress.share;
    report(progress);
  };
  return context;
}

/// What comes next is searched by another engine.
void SearchWay::pause_trace() {
  if (context_.trace == nullptr) return;
  context_.trace->step(search::Step::pause);
  context_.trace->flush();
}

void SearchWay::swap_engines() {
  const search::Statistics before = statistics();
  const search::OpenWork left = at_work_.solver.open_work();
  if (!waiting_) {
    search::SearchOptions options = engine_options(reporting_after(before));
    options.engine = *trial_.rival();
    waiting_ = std::make_unique<Searcher>(Searcher{.solver = Solver(*problem_, options)});
  }
  pause_trace();
  if (context_.trace != nullptr) context_.trace->resume(left);
  std::swap(at_work_, *waiting_);
  at_work_.share_before = before.share;
  at_work_.solver.start_at(left);
}

/// Runs the present engine for a stretch, then the other one, and keeps the quicker one.
Status SearchWay::compare_engines(const Slice& slice) {
  if (!trial_.has_begun()) trial_.begin(seconds_);
  const std::uint64_t begun_at = work();
  for (;;) {
    const double seconds = seconds_;
    const search::Statistics before = statistics();
    const Status status = count_on(trial_.within_stretch(slice.after(before.nodes - begun_at)));
    const search::Statistics now = statistics();
    trial_.add(seconds_ - seconds, now.nodes - before.nodes,
               now.nodes_spared - before.nodes_spared);
    if (status != Status::running) return status;
    if (trial_.is_over()) {
      if (trial_.rival_wins()) {
        seconds_saved_ = trial_.seconds_saved(seconds_);
      } else {
        swap_engines();
      }
      add(done_before_, waiting_->statistics());
      waiting_.reset();
      return status;
    }
    if (trial_.stretch_is_over()) {
      swap_engines();
      trial_.run_rival();
    }
    if (slice.after(work() - begun_at).is_over()) return status;
  }
}

// ---------------------------------------------------------------------------------- threads ---

/// Of a search that is long enough.
bool SearchWay::may_start_threads() const {
  const CountOptions& options = *context_.options;
  return threads_allowed_ && options.threads.continue_search &&
         !options.search.control.limits.nodes && context_.branching.rule != BranchingRule::weighted;
}

bool SearchWay::threads_pay() const {
  const search::Statistics s = statistics();
  return s.nodes >= least_nodes_for_threads &&
         seconds_left(seconds_ - seconds_saved_, s.share) >= least_seconds_for_threads;
}

void SearchWay::hand_over() {
  search::SearchOptions options = engine_options(context_);
  options.engine = at_work_.solver.engine();
  pause_trace();
  const search::Statistics so_far = statistics();
  long_ = context_.options->threads.continue_search(*problem_, options, at_work_.solver.open_work(),
                                                    so_far);
}

// ------------------------------------------------------------------------------------ running ---

Status SearchWay::run(const Slice& slice) {
  if (!begun_) {
    begun_ = true;
    if (context_.trace != nullptr) context_.trace->step(search::Step::search);
  }
  const Status status = long_ ? count_on(slice) : count_alone(slice);
  if (status == Status::exhausted && context_.trace != nullptr && !std::exchange(closed_, true)) {
    context_.trace->step(search::Step::done);
  }
  return status;
}

/// Counts on without threads, until they pay.
Status SearchWay::count_alone(const Slice& slice) {
  const std::uint64_t begun_at = work();
  for (;;) {
    const search::Statistics so_far = statistics();
    const Slice rest = slice.after(so_far.nodes - begun_at);
    const double left = seconds_left(seconds_ - seconds_saved_, so_far.share);
    const bool trial_may_come = trial_.is_worth_it(seconds_, left);
    Status status = Status::running;
    if (trial_.is_due(seconds_, so_far.nodes, left)) {
      status = compare_engines(rest);
    } else if (!trial_may_come && may_start_threads() && threads_pay()) {
      hand_over();
      return count_on(rest);
    } else {
      status = count_on(until_next_look(rest, so_far.nodes));
    }
    if (status != Status::running || slice.after(work() - begun_at).is_over()) return status;
  }
}

/// A search that something may take over is looked at whenever it has taken twice as long.
Slice SearchWay::until_next_look(const Slice& slice, std::uint64_t nodes) const {
  constexpr double shortest = 1e-3;
  if (!trial_.rival() && !may_start_threads()) return slice;
  Slice part = slice.at_most(std::max(shortest, seconds_));
  if (const auto begin = trial_.first_node(); begin && nodes < *begin) {
    part.work = std::min(part.work.value_or(*begin - nodes), *begin - nodes);
  }
  if (may_start_threads() && nodes < least_nodes_for_threads) {
    const std::uint64_t wanted = least_nodes_for_threads - nodes;
    part.work = std::min(part.work.value_or(wanted), wanted);
  }
  return part;
}

Status SearchWay::count_on(const Slice& slice) {
  const Stopwatch stopwatch = context_.stopwatch();
  const auto go_on = [&](auto& search) {
    search.set_limits(limits_for(slice, search.statistics().nodes));
    search.count(tally_);
    return search.status();
  };
  const Status status = long_ ? go_on(*long_) : go_on(at_work_.solver);
  seconds_ += stopwatch.seconds();
  return status_after_slice(status);
}

void SearchWay::close() {
  if (context_.trace == nullptr || !begun_ || std::exchange(closed_, true)) return;
  if (!long_) context_.trace->step(search::Step::pause);
  context_.trace->step(search::Step::done);
}

void SearchWay::add_to(CountResult& result) const {
  result.engine = at_work_.solver.engine();
  search::add(result.statistics, statistics());
}

void SearchWay::report_into(CountResult& result) const {
  result.method = CountMethod::search;
  result.why = engine_in_words();
}

}  // namespace dlx::counting
