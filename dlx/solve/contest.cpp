// Several searches look for the next solution, one at a time, until one of them finds a solution or
// ends. The search that is best for counting goes down one tree in a fixed order. On some
// problems it finds a solution at once, and on others never. The weighted rule of dancing_cells
// places 1,000 queens without a mistake, and finds other hidden solutions no sooner. A search that
// learns is a hundred times slower on many problems, and a million times faster on others. Which
// one it will be cannot be known beforehand.
//
// The rule. The scheduler of counts chooses the search that has the next turn
// (dlx/search/scheduler.hpp). It is given nominal seconds, which are made of nodes and updates, and
// never looks at a clock. So the same call finds the same solution on every machine, also on a busy
// one. Each solution is a task of its own, which begins with the search that found the one before.
// Once all searches are made, an invariant that excludes all solutions is looked for as well
// (dlx/preprocess/invariant.hpp); a mutilated board has one, and no search ends on it.
//
// What it guarantees, in nominal seconds. A search is made when its price has been spent. If the
// first search needs T to a solution or to its end, the contest needs at most 10 T. As long as no
// end of the first search is in sight, the contest needs at most 2.5 T and 50 milliseconds if the
// search that learns needs T, and at most 11 T and 30 milliseconds if the weighted one does. (If an
// end seems near and never comes, 10 T and ten times the price, and 50 T for the weighted one.)
//
// A list. Each search that takes part finds all solutions, and the contest passes by those that it
// has reported before. As soon as one search ends, all has been reported. A first search that has
// found 100 solutions goes on alone, so that nothing need be remembered of a long list.
//
// Parts. If the problem falls into parts, each is solved by a contest of its own (parts.cpp), which
// takes the place of the search that learns.
//
// What was weighed. Turns of equal length: loses a factor of two wherever the first search knows
// that it will end soon. Threads: a library must not start any unasked. Larger shares
// of the weighted rule, 3, 6 and 10 %: work 1.03, 1.08 and 1.2 times (geometric mean of 90
// problems), most of it on timetables and tiles.

#include "dlx/solve/contest.hpp"

#include <algorithm>
#include <limits>
#include <new>
#include <stdexcept>
#include <utility>

#include "dlx/preprocess/components.hpp"
#include "dlx/preprocess/invariant.hpp"
#include "dlx/search/statistics.hpp"
#include "dlx/solve/parts.hpp"

namespace dlx::solve {
namespace {

using search::Statistics;

double nominal_seconds(EngineKind engine, const Problem& problem, const Statistics& done) {
  const Price price = price_of(engine, problem);
  return static_cast<double>(done.nodes) * price.node +
         static_cast<double>(done.updates) * price.update;
}

/// A search that is made when its price has been spent. Times are in nominal seconds.
struct OtherSearch {
  EngineKind engine;
  BranchingRule branching;
  double share;           // of the time, unless it leads
  double first_turn;      // at most
  double least_price;     // of making it
  double price_of_entry;  // for each entry of the problem
};
constexpr OtherSearch other_searches[] = {
    {EngineKind::dancing_cells, BranchingRule::weighted, 0.02, 0.01, 1e-3, 2.5e-8},
    {EngineKind::learning_cells, BranchingRule::minimum_remaining, 0.1, 0.02, 4e-3, 1e-7},
};
constexpr const OtherSearch& learning = other_searches[std::size(other_searches) - 1];
constexpr double typical_updates = 20;      // of a node
constexpr std::size_t most_of_first = 100;  // solutions, after which it goes on alone

}  // namespace

Price price_of(EngineKind engine, const Problem& problem) {
  if (engine == EngineKind::learning_cells) return {2e-6, 8e-9};
  if (engine == EngineKind::dancing_cells) return {6e-8, 8e-9};
  if (engine != EngineKind::bit_matrix) return {3e-7, 4e-9};
  // It tells no updates; its nodes took .1 to 12 microseconds, more where there are more items and
  // options.
  const double matrix = static_cast<double>(problem.option_count()) * problem.item_count();
  return {std::min(8e-8 + 1.5e-13 * matrix, 1.5e-6) + 2.5e-14 * matrix, 0};
}

Contest::Contest(const Problem& problem, const Options& options, EngineKind first, MakeSearch* make,
                 Course& course)
    : problem_(problem), options_(options), make_(make), course_(&course) {
  options_.engine = EngineKind::automatic;
  *course_ = {.engine = first};
  ways_.push_back({make_(first, problem_, options_), {first}});
}

Contest::~Contest() = default;

bool Contest::next() {
  if (status_ == Status::exhausted) return false;
  if (options_.solutions && solutions_ >= *options_.solutions) {
    status_ = Status::solution_limit;
    return false;
  }
  if (ways_.size() == 1 && !may_grow()) {
    if (std::exchange(has_turn_, false)) ways_[0].search->set_limits(limits_left());
    const bool found = ways_[0].search->next();
    status_ = ways_[0].search->status();
    return found && report(0);
  }
  if (contestants_.empty()) begin_task();
  for (;;) {
    for (std::size_t from = 0; auto step = scheduler_.due_step(from);) {
      step->take();
      scheduler_.spend(step->cost);
      if (status_ == Status::exhausted) return false;
    }
    const search::Scheduler::Turn turn = scheduler_.next_turn();
    if (take_turn(turn.number, turn.seconds)) return true;
    if (status_ != Status::running) return false;
  }
}

/// The search that found the last solution begins.
void Contest::begin_task() {
  scheduler_ = search::Scheduler();
  add_contestant(last_);
  for (std::size_t way = 0; way < ways_.size(); ++way) {
    if (way != last_ && ways_[way].search) add_contestant(way);
  }
  add_next_step();
}

void Contest::add_contestant(std::size_t way) {
  const Entrant& entrant = ways_[way].work;
  const bool is_weighted = entrant.branching == BranchingRule::weighted;
  const OtherSearch& other = is_weighted ? other_searches[0] : learning;
  contestants_.reserve(1 + std::size(other_searches));
  scheduler_.add({.share = other.share, .first_turn = other.first_turn});
  contestants_.push_back(way);  // does not throw
}

/// The step that makes the next of the other searches, and after those a look for an invariant.
void Contest::add_next_step() {
  if (problem_.has_multiplicities() && made_ == 0) ++made_;  // dancing_cells does not take them
  constexpr double worth = 4;
  constexpr double latest = 5;
  if (may_grow()) {
    const OtherSearch& other = other_searches[made_];
    const double price = std::max(
        other.least_price, other.price_of_entry * static_cast<double>(problem_.entry_count()));
    scheduler_.add(
        {.take = [this] { add_search(made_); }, .cost = price, .worth = worth, .latest = latest});
  } else if (!has_looked_ && solutions_ == 0 && options_.preprocess != false) {
    scheduler_.add({.take = [this] { look_for_invariant(); },
                    .cost = preprocess::seconds_for_invariant(problem_),
                    .worth = worth,
                    .latest = latest});
  }
}

/// Makes one of the other searches. If the problem falls into parts, one that solves each by itself
/// is made in place of the one that learns.
void Contest::add_search(std::size_t other) {
  const std::size_t before = ways_.size();
  made_ = other + 1;
  add_next_step();
  try {
    Way way{nullptr,
            {.engine = other_searches[other].engine, .branching = other_searches[other].branching}};
    auto parts = &other_searches[other] == &learning ? preprocess::components(problem_)
                                                     : std::vector<preprocess::Component>();
    if (!parts.empty()) {
      way.work.parts = parts.size();
      auto search =
          std::make_unique<Parts>(std::move(parts), options_, ways_[0].work.engine, make_);
      way.parts = search.get();
      way.search = std::move(search);
    } else {
      Options of_search = options_;
      of_search.branching = way.work.branching;
      way.search = make_(way.work.engine, problem_, of_search);
    }
    ways_.push_back(std::move(way));
    add_contestant(before);
  } catch (const std::bad_alloc&) {
    // The others go on, as they would without this one.
    ways_.erase(ways_.begin() + static_cast<std::ptrdiff_t>(before), ways_.end());
  }
}

/// Where an invariant excludes all solutions, the contest ends.
void Contest::look_for_invariant() {
  has_looked_ = true;
  const auto invariant =
      preprocess::refuting_invariant(problem_, search::Deadline(limits_left().time, options_.stop))
          .found;
  if (!invariant) return;
  course_->modulus = invariant->modulus;
  status_ = Status::exhausted;
}

/// True: a solution was found. Otherwise status_ is `running` if the contest goes on.
bool Contest::take_turn(std::size_t number, double seconds) {
  Way& way = ways_[contestants_[number]];
  Entrant& work = way.work;
  const Price price = price_of(work.engine, problem_);
  const double pace = work.nodes == 0 ? typical_updates * price.update + price.node
                                      : work.seconds / static_cast<double>(work.nodes);
  search::Limits limits = limits_left();
  const auto turn = static_cast<std::uint64_t>(std::max(1.0, seconds / pace));
  const std::uint64_t of_others = nodes() - work.nodes;
  const std::uint64_t all = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t allowed = limits.nodes.value_or(all);
  limits.nodes = std::min(allowed - std::min(allowed, of_others), work.nodes + turn);
  way.search->set_limits(limits);
  has_turn_ = true;
  bool found = false;
  try {
    found = way.search->next();
  } catch (const std::bad_alloc&) {
    // Only the other searches need more memory as they go.
    if (&way == &ways_[0]) throw;
    way.search.reset();
    way.parts = nullptr;
    scheduler_.drop(number);
    status_ = Status::running;
    return false;
  }
  const Statistics after = way.search->statistics();
  const double now =
      way.parts != nullptr ? way.parts->seconds() : nominal_seconds(work.engine, problem_, after);
  scheduler_.record(number, now - work.seconds, after.share);
  work.seconds = now;
  work.nodes = after.nodes;
  work.updates = after.updates;
  ++work.turns;
  if (way.parts != nullptr) work.engine = way.parts->engine();
  status_ = way.search->status();
  if (found || status_ == Status::exhausted) {
    for (Way& each : ways_) each.work.was_last = &each == &way;
  }
  tell_course();
  if (found) return report(contestants_[number]);
  if (status_ == Status::node_limit && nodes() < allowed) status_ = Status::running;
  return false;
}

/// False: the solution was reported before.
bool Contest::report(std::size_t way) {
  const auto solution = ways_[way].search->solution();
  solution_.assign(solution.begin(), solution.end());
  if (ways_.size() > 1 || may_grow()) {
    std::vector<OptionId> sorted = solution_;
    std::sort(sorted.begin(), sorted.end());
    if (!reported_.insert(std::move(sorted)).second) return false;
  }
  last_ = way;
  has_other_found_ |= way != 0;
  course_->engine = ways_[way].work.engine;
  ++solutions_;
  contestants_.clear();
  if (ways_.size() == 1 && may_grow() && solutions_ >= most_of_first) go_on_alone();
  return true;
}

void Contest::go_on_alone() {
  ways_.erase(ways_.begin() + 1, ways_.end());
  course_->entrants.clear();
  made_ = std::size(other_searches);
  contestants_.clear();
  reported_.clear();
  last_ = 0;
  has_turn_ = true;
}

/// Without those on solutions, which are counted here.
search::Limits Contest::limits_left() {
  if (!deadline_) deadline_.emplace(options_.time, options_.stop);
  search::Limits limits = search::limits_of(options_);
  limits.solutions.reset();
  limits.time = deadline_->left();
  return limits;
}

void Contest::count(Tally& tally) {
  if (ways_.size() > 1) return search::Engine::count(tally);
  go_on_alone();
  ways_[0].search->set_limits(limits_left());
  ways_[0].search->count(tally);
  status_ = ways_[0].search->status();
}

bool Contest::may_grow() const {
  return made_ < std::size(other_searches);
}

std::uint64_t Contest::nodes() const {
  std::uint64_t sum = 0;
  for (const Way& way : ways_) sum += way.work.nodes;
  return sum;
}

double Contest::seconds() const {
  if (ways_.size() == 1) {
    return nominal_seconds(ways_[0].work.engine, problem_, ways_[0].search->statistics());
  }
  double sum = 0;
  for (const Way& way : ways_) sum += way.work.seconds;
  return sum;
}

void Contest::tell_course() {
  course_->entrants.clear();
  if (ways_.size() == 1) return;
  for (const Way& way : ways_) course_->entrants.push_back(way.work);
}

Statistics Contest::statistics() const {
  Statistics all = ways_[0].search->statistics();
  for (std::size_t way = 1; way < ways_.size(); ++way) {
    const double share = all.share;
    Statistics done;
    if (ways_[way].search) {
      done = ways_[way].search->statistics();
    } else {
      done.nodes = ways_[way].work.nodes;
      done.updates = ways_[way].work.updates;
    }
    add(all, done);
    all.share = share;
  }
  if (ways_.size() > 1) all.solutions = solutions_;
  if (status_ == Status::exhausted) all.share = 1;
  return all;
}

void Contest::set_limits(const search::Limits& limits) {
  search::limit(options_, limits);
  deadline_.reset();
  if (ways_.size() == 1) ways_[0].search->set_limits(limits);
}

void Contest::require_first_only() const {
  if (has_other_found_) {
    throw std::invalid_argument("a search cannot be divided after another one found solutions");
  }
}

search::OpenWork Contest::open_work() const {
  require_first_only();
  return ways_[0].search->open_work();
}

void Contest::start_at(const search::OpenWork& open_work) {
  require_first_only();
  go_on_alone();
  ways_[0].search->start_at(open_work);
  status_ = Status::running;
}

void Contest::check_invariants() const {
  for (const Way& way : ways_) {
    if (way.search) way.search->check_invariants();
  }
}

}  // namespace dlx::solve
