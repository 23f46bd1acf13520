#include "bindings/web/search.hpp"

#include <stdexcept>
#include <utility>

namespace dlx::web {
namespace {

// Limits on a step of the search. The page does not respond during a step, so steps are short. A
// browser has little memory, so memory is limited, too.
constexpr auto longest_step = std::chrono::milliseconds(100);
constexpr std::size_t memory_limit = std::size_t{512} << 20;

Options count_options(const Request& request) {
  Options options;
  const bool automatic = request.sweep && request.engine == EngineKind::automatic;
  options.method = automatic ? CountMethod::automatic : CountMethod::search;
  options.engine = request.engine;
  options.preprocess = request.preprocess;
  options.symmetry = false;
  options.memory = memory_limit;
  return options;
}

symmetry::SymmetryGroup all_symmetries(const Game& game) {
  if (game.walks() != nullptr) throw std::invalid_argument("a snake knows no up_to 'all'");
  if (auto group = symmetry::whole_group(game.problem())) return *std::move(group);
  throw std::invalid_argument("the symmetries of this problem were not found within 10 seconds");
}

}  // namespace

Search::Search(const Game& game, const Request& request)
    : game_(&game), request_(request), verifier_(game.problem()) {
  if (request_.cheapest) {
    if (!game.problem().has_costs()) throw std::invalid_argument("no option has a cost");
    if (request_.up_to == UpTo::all) classes_of_cheapest_ = all_symmetries(game);
    return;
  }
  std::optional<symmetry::SymmetryGroup> all;
  if (request_.up_to == UpTo::all) {
    all = all_symmetries(game);
  } else if (request_.up_to != UpTo::none) {
    symmetries_ = game.group(request_.up_to);
  }
  const bool counts_all = request_.count && !symmetries_ && !all && game.all_are_representatives();
  const PathProblem* const path = game.walks();
  if (counts_all && path == nullptr) {
    counter_.emplace(game.problem(), count_options(request_),
                     counting::Resources{.longest_step = longest_step});
    return;
  }
  Options options{.engine = request_.engine};
  if (path != nullptr) {
    solver_.emplace(*path, options);
    return;
  }
  options.preprocess = request_.preprocess;
  options.random = request_.random;
  options.time = longest_step;
  options.memory = memory_limit;
  if (all) {
    classes_.emplace(game.problem(), *std::move(all), options);
  } else {
    solver_.emplace(game.problem(), options);
  }
}

bool Search::run(std::chrono::milliseconds slice) {
  if (status_ != Status::running) return false;
  if (request_.cheapest) {
    find_cheapest(slice);
    return status_ == Status::running;
  }
  if (counter_) {
    status_ = counter_->run({.time = slice});
    counted_ = counter_->result();
    return status_ == Status::running;
  }
  search::Limits limits;
  limits.time = slice;
  if (classes_) {
    go_on(*classes_, limits);
  } else {
    go_on(*solver_, limits);
  }
  return status_ == Status::running;
}

void Search::find_cheapest(std::chrono::milliseconds slice) {
  CheapestWanted wanted{.k = request_.count ? CheapestWanted::every : request_.most,
                        .count = request_.count};
  if (request_.of_least_cost) wanted.k.reset();
  if (classes_of_cheapest_) wanted.up_to = &*classes_of_cheapest_;
  const bool pauses = !classes_of_cheapest_ || classes_of_cheapest_->listed() != nullptr;
  if (pauses) wanted.open = &open_;
  search::Statistics statistics = pauses ? costs_.statistics : search::Statistics();
  costs_ =
      cheapest(game_->problem(), wanted,
               {.max_cost = request_.max_cost, .time = lengths_ * slice, .up_to = request_.up_to});
  if (!pauses || costs_.statistics.nodes == 0) lengths_ *= 2;
  search::add(statistics, costs_.statistics);
  costs_.statistics = std::move(statistics);
  if (costs_.status != Status::time_limit) status_ = costs_.status;
  found_ = costs_.count;
  kept_.clear();
  for (search::CostedSolution& solution : costs_.solutions) {
    verify(solution.options);
    kept_.push_back(solution.options);
  }
}

/// Runs `engine` within the limits, and passes the solutions that it finds to take().
template <class Engine>
void Search::go_on(Engine& engine, const search::Limits& limits) {
  engine.set_limits(limits);
  bool has_all = false;
  if (request_.count && solver_ && !symmetries_ && game_->all_are_representatives()) {
    Tally tally;
    solver_->count(tally);
    found_ += tally.solutions();
  } else {
    while (!has_all && engine.next()) has_all = take(engine.solution());
  }
  if (has_all) {
    status_ = Status::solution_limit;
  } else if (engine.status() != Status::time_limit) {
    status_ = engine.status();
  }
}

/// Counts or stores a solution. Of each class of symmetric solutions, only one is counted or
/// stored. Returns true if enough solutions are stored.
bool Search::take(std::span<const OptionId> solution) {
  if (!game_->is_representative(solution) ||
      (symmetries_ && !symmetries_->is_representative(solution))) {
    return false;
  }
  ++found_;
  if (request_.count) return false;
  verify(solution);
  kept_.emplace_back(solution.begin(), solution.end());
  return kept_.size() >= request_.most;
}

Natural Search::found() const {
  return counter_ ? counted_.value : found_;
}

search::Statistics Search::statistics() const {
  if (request_.cheapest) return costs_.statistics;
  if (!counter_) return classes_ ? classes_->statistics() : solver_->statistics();
  search::Statistics statistics = counted_.statistics;
  statistics.share = counter_->share();
  return statistics;
}

EngineKind Search::engine() const {
  if (request_.cheapest) return EngineKind::automatic;
  if (counter_) return counted_.engine;
  return classes_ ? classes_->engine() : solver_->engine();
}

bool Search::by_table() const {
  return complete() && counter_ &&
         (counted_.method == CountMethod::sweep || counted_.method == CountMethod::memo ||
          counted_.method == CountMethod::signs);
}

void Search::verify(std::span<const OptionId> solution) {
  std::vector<std::string> faults = verifier_.faults(solution);
  if (const PathProblem* const path = game_->walks(); path != nullptr && faults.empty()) {
    faults = path->walk_faults(solution);
  }
  if (faults.empty()) return;
  throw std::logic_error("the engine reported a set of options that is not a solution: " +
                         faults.front());
}

}  // namespace dlx::web
