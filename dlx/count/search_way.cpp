#include "dlx/count/search_way.hpp"

#include <algorithm>
#include <utility>

namespace dlx::counting {
namespace {

// Threads cost more than they bring on shorter searches.
constexpr std::uint64_t least_nodes_for_threads = 20'000;
constexpr double least_seconds_for_threads = 0.01;

}  // namespace

SearchWay::SearchWay(const Problem& problem, const Tally& weights_of, const Context& context)
    : problem_(&problem),
      context_(recording(context, problem)),
      tally_(weights_of),
      solver_(problem, context_.search_options()) {}

std::string SearchWay::engine_in_words() const {
  std::string text(to_string(solver_.engine()));
  if (context_.options->search.engine == EngineKind::automatic) {
    text += " because " + choose_engine(*problem_, context_.branching).why;
  }
  return text;
}

bool SearchWay::threads_pay() const {
  const CountOptions& options = *context_.options;
  if (!options.long_search.make || options.search.control.limits.nodes ||
      context_.branching.rule == BranchingRule::weighted) {
    return false;
  }
  const Statistics s = solver_.statistics();
  const double left = seconds_ * (1 - s.share) / std::max(s.share, 1e-300);
  return s.nodes >= least_nodes_for_threads && left >= least_seconds_for_threads;
}

void SearchWay::hand_over() {
  SearchOptions options = context_.search_options();
  options.engine = solver_.engine();
  if (context_.trace != nullptr) {
    context_.trace->step(Step::pause);
    context_.trace->flush();
  }
  long_ = context_.options->long_search.make(*problem_, options, solver_.frontier(),
                                             solver_.statistics());
  limits_.begin_again();
}

Status SearchWay::run(const Slice& slice) {
  if (!begun_) {
    begun_ = true;
    if (context_.trace != nullptr) context_.trace->step(Step::search);
  }
  Status status = Status::running;
  if (threads_allowed_ && !long_ && context_.options->long_search.make) {
    Slice first = slice;
    const std::uint64_t nodes = work();
    if (nodes < least_nodes_for_threads) {
      const std::uint64_t wanted = least_nodes_for_threads - nodes;
      first.work = slice.work ? std::min(*slice.work, wanted) : wanted;
    }
    status = count_on(first);
    if (status == Status::running && threads_pay()) hand_over();
    if (status == Status::running) status = count_on(slice.after(work() - nodes));
  } else {
    status = count_on(slice);
  }
  if (status == Status::exhausted && context_.trace != nullptr && !std::exchange(closed_, true)) {
    context_.trace->step(Step::done);
  }
  return status;
}

Status SearchWay::count_on(const Slice& slice) {
  const Clock::time_point before = Clock::now();
  const Limits limits = limits_.limits_for(slice, work());
  const auto go_on = [&](auto& search) {
    search.set_limits(limits);
    search.count(tally_);
    return search.status();
  };
  const Status status = long_ ? go_on(*long_) : go_on(solver_);
  seconds_ += seconds_between(before, Clock::now());
  return status_after_slice(status);
}

void SearchWay::close() {
  if (context_.trace == nullptr || !begun_ || std::exchange(closed_, true)) return;
  if (!long_) context_.trace->step(Step::pause);
  context_.trace->step(Step::done);
}

void SearchWay::add_to(CountResult& result) const {
  result.engine = solver_.engine();
  dlx::add(result.statistics, statistics());
}

void SearchWay::settle(CountResult& result) const {
  result.method = CountMethod::search;
  result.why = engine_in_words();
}

}  // namespace dlx::counting
