#include "bindings/web/search.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace dlx::web {
namespace {

// A page should not freeze for longer, and a browser has little memory.
constexpr auto longest_step = std::chrono::milliseconds(100);
constexpr std::size_t memory_limit = std::size_t{512} << 20;

counting::CountOptions count_options(const Request& request) {
  counting::CountOptions options;
  const bool automatic = request.sweep && request.engine == EngineKind::automatic;
  options.method = automatic ? CountMethod::automatic : CountMethod::search;
  options.search.engine = request.engine;
  options.preprocess = request.preprocess;
  options.symmetry = false;
  options.memory_limit = memory_limit;
  options.longest_step = longest_step;
  return options;
}

}  // namespace

Search::Search(const Game& game, const Request& request)
    : game_(&game), request_(request), verifier_(game.problem()) {
  if (request_.up_to != UpTo::none) symmetries_ = game.symmetries(request_.up_to);
  const bool counts_all = request_.count && !symmetries_ && game.all_are_representatives();
  const PathProblem* const path = game.path();
  if (counts_all && path == nullptr) {
    counter_.emplace(game.problem(), count_options(request_));
    return;
  }
  search::SearchOptions options;
  options.engine = request_.engine;
  if (path != nullptr) {
    solver_.emplace(*path, options);
    return;
  }
  options.preprocess = request_.preprocess;
  options.control.limits.time = longest_step;
  solver_.emplace(game.problem(), options);
}

bool Search::run(std::chrono::milliseconds slice) {
  if (status_ != Status::running) return false;
  if (counter_) {
    status_ = counter_->run({.time = slice});
    counted_ = counter_->result();
    return status_ == Status::running;
  }
  search::Limits limits;
  limits.time = slice;
  solver_->set_limits(limits);
  if (request_.count) {
    count_on();
  } else {
    list_on();
  }
  if (status_ == Status::running && solver_->status() != Status::time_limit) {
    status_ = solver_->status();
  }
  return status_ == Status::running;
}

/// Counts the solutions that are wanted, or all walks of a path problem.
void Search::count_on() {
  if (!symmetries_ && game_->all_are_representatives()) {
    Tally tally;
    solver_->count(tally);
    found_ += tally.solutions();
    return;
  }
  while (solver_->next()) {
    if (is_wanted(solver_->solution())) ++found_;
  }
}

void Search::list_on() {
  while (kept_.size() < request_.most && solver_->next()) {
    const auto solution = solver_->solution();
    if (!is_wanted(solution)) continue;
    verify(solution);
    kept_.emplace_back(solution.begin(), solution.end());
  }
  if (kept_.size() == request_.most) status_ = Status::solution_limit;
}

Natural Search::found() const {
  if (!request_.count) return kept_.size();
  return counter_ ? counted_.value : found_;
}

search::Statistics Search::statistics() const {
  if (!counter_) return solver_->statistics();
  search::Statistics statistics = counted_.statistics;
  statistics.share = counter_->share();
  return statistics;
}

EngineKind Search::engine() const {
  return counter_ ? counted_.engine : solver_->engine();
}

bool Search::by_table() const {
  return complete() && counter_ &&
         (counted_.method == CountMethod::sweep || counted_.method == CountMethod::memo ||
          counted_.method == CountMethod::signs);
}

bool Search::is_wanted(std::span<const OptionId> solution) const {
  return game_->is_representative(solution) &&
         (!symmetries_ || symmetries_->is_representative(solution));
}

void Search::verify(std::span<const OptionId> solution) {
  std::vector<std::string> faults = verifier_.faults(solution);
  if (const PathProblem* const path = game_->path(); path != nullptr && faults.empty()) {
    faults = path->walk_faults(solution);
  }
  if (faults.empty()) return;
  throw std::logic_error("the engine reported a set of options that is no solution: " +
                         faults.front());
}

}  // namespace dlx::web
