#include "bindings/web/search.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace dlx::web {
namespace {

// Reducing a problem cannot pause; what has been found by then is made use of.
constexpr auto longest_reduction = std::chrono::milliseconds(100);
// Most counts are over by then. After it a sweep gets as much time as the search.
constexpr auto search_alone = std::chrono::seconds(1);
// No sweep of so many bits has ever ended; nor does one that needs so much memory in a browser.
constexpr double widest_sweep = 44;
constexpr std::size_t sweep_memory = std::size_t{512} << 20;
// Making a plan cannot pause either.
constexpr std::size_t most_entries_to_plan = 300'000;

}  // namespace

Search::Search(const Game& game, const Request& request)
    : game_(&game), request_(request), verifier_(game.problem()) {
  if (request_.up_to != UpTo::none) symmetries_ = game.symmetries(request_.up_to);
  SearchOptions options;
  options.engine = request_.engine;
  if (const PathProblem* const path = game.path()) {
    solver_.emplace(*path, options);
    return;
  }
  if (request_.count && !symmetries_ && game.all_are_representatives()) {
    if (request_.preprocess) {
      reduction_ = reduce(game.problem(), {.time_limit = longest_reduction});
      tally_ = [&] {
        std::vector<OptionWeight> its = weights(*reduction_);
        return its.empty() ? Tally() : Tally(std::move(its));
      }();
      if (reduction_->impossible()) status_ = Status::exhausted;
    }
    solver_.emplace(reduction_ ? reduction_->problem : game.problem(), options);
    may_sweep_ = request_.sweep && request_.engine == EngineKind::automatic;
    return;
  }
  options.preprocess = request_.preprocess;
  options.limits.time = longest_reduction;
  solver_.emplace(game.problem(), options);
}

bool Search::run(std::chrono::milliseconds slice) {
  if (status_ != Status::running) return false;
  if (may_sweep_ && searched_ >= search_alone) {
    search_for(slice / 2);
    if (status_ == Status::running) sweep_for(slice / 2);
  } else {
    search_for(slice);
  }
  return status_ == Status::running;
}

void Search::search_for(std::chrono::nanoseconds slice) {
  const Clock::time_point before = Clock::now();
  Limits limits;
  limits.time = before - start_ + slice;
  solver_->set_limits(limits);
  if (!request_.count) {
    list_on();
  } else {
    count_on();
  }
  searched_ += Clock::now() - before;
  if (status_ == Status::running && solver_->status() != Status::time_limit) {
    status_ = solver_->status();
  }
}

void Search::count_on() {
  if (!symmetries_ && game_->all_are_representatives()) {
    solver_->count(tally_);
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

void Search::sweep_for(std::chrono::nanoseconds slice) {
  if (!sweep_) prepare_sweep();
  if (!sweep_) return;
  Limits limits;
  limits.time = Clock::now() - sweep_start_ + slice;
  sweep_->set_limits(limits);
  const Status status = sweep_->run();
  if (status == Status::exhausted) {
    swept_ = true;
    status_ = Status::exhausted;
  } else if (status != Status::time_limit) {
    may_sweep_ = false;
    sweep_.reset();  // gives its memory back
  }
}

void Search::prepare_sweep() {
  may_sweep_ = false;
  const Problem& problem = reduction_ ? reduction_->problem : game_->problem();
  if (problem.entry_count() > most_entries_to_plan) return;
  const std::vector<ItemId> order = narrow_order(problem);
  if (sweep_bits(problem, order) > widest_sweep) return;
  plan_ = sweep_plan(problem, order);
  if (plan_->width > widest_sweep) return;
  TableOptions options;
  options.memory_limit = sweep_memory;
  sweep_.emplace(*plan_, tally_, options);
  sweep_start_ = Clock::now();
  may_sweep_ = true;
}

Natural Search::found() const {
  if (!request_.count) return kept_.size();
  if (symmetries_ || !game_->all_are_representatives()) return found_;
  const Natural counted = swept_ ? sweep_->result().solutions : tally_.solutions();
  if (!reduction_) return counted;
  return reduction_->impossible() ? Natural(0) : counted * forced_weight(*reduction_).ways;
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
