// A competition: several searches look for the next solution in turns, until one of them finds a
// solution or ends. The first search, which is best for counting, searches one tree in a fixed
// order. On some problems this search finds a solution at once, and on other problems in no
// reasonable time. The weighted branching rule of dancing_cells places 1,000 queens without
// visiting a dead end, but on other problems it does not find solutions sooner than the first
// search. On many problems a search that learns clauses (learning_cells) is a hundred times slower
// than the first search, and on other problems a million times faster. It cannot be predicted which
// search is the fastest.
//
// The rule. The class Scheduler (dlx/search/scheduler.hpp) chooses the search that has the next
// turn, as it does for counting methods. Times are nominal seconds, which are computed from nodes
// and updates, not read from a clock. So a call finds the same solution on every machine, even on a
// busy machine. For the scheduler, finding the next solution is a new task. The search that found
// the previous solution has the first turn of this task. Once all searches are made, the
// competition also looks for an invariant that excludes all solutions
// (dlx/preprocess/invariant.hpp). For example, a chessboard without two opposite corners has an
// invariant for dominoes, and no search of it ends.
//
// The guarantee, in nominal seconds. A search is made after the competition has spent as much time
// as making the search takes (its price). If the first search alone needs the time T to find a
// solution or to end, the competition needs at most 7 T plus 16 milliseconds. Now assume that the
// first search does not come near its end. If the search that learns alone needs T, the competition
// needs at most 2.5 T plus 6 milliseconds. If the weighted search alone needs T, the competition
// needs at most 5.6 T plus 6 milliseconds. (If the first search always seems near its end but does
// not end, the bounds are 25 T plus 0.16 seconds for the search that learns, and 62 T plus 0.04
// seconds for the weighted search.) These bounds hold for problems of at most 20,000 entries. For
// larger problems the constants grow in proportion to the entries, as the prices do. A test draws
// the times of all searches at random and checks the bounds.
//
// Lists of solutions. Each search of the competition finds all solutions, and the competition skips
// solutions that it has reported before. As soon as one search ends, all solutions have been
// reported. The first search continues alone if it has found at least 100 solutions, and at least
// nine tenths of all reported solutions. So the competition need not store all solutions of a long
// list.
//
// Parts. If the problem consists of independent parts, the search that learns is replaced by a
// search that solves each part separately, by a competition for each part (parts.cpp).
//
// Rejected alternatives. Turns do not have equal length, because a competition with equal turns
// takes up to twice as long if the first search ends soon. Threads are not started unless the
// caller requests them, because a library must not start threads, and most of the work of such
// threads is wasted. The competition does not report the first solution that any thread finds,
// because this solution would differ from run to run. A turn ends only at certain numbers of nodes,
// the ends of steps (see end_of_step()). Otherwise the ends of a search's turns would depend on the
// other searches, and no thread could do the search's work in advance.
//
// Measurements. While the first search is expected to end first, the weighted search has 4 % of the
// time, and the search that learns has 10 %. With 4 and 8 %, times are equal within noise, but the
// guarantee is 3 T instead of 2.5 T. With 2 and 10 %, quasigroups and sudokus take 1.2 times as
// long. With 6 and 6 %, quasigroups of order 36 take 1.2 times as long.
//
// The end of the weighted search is not predicted from the searched fraction of its tree. The
// weighted search restarts, so its end always seems near, and with this prediction the search that
// learns gets too little time (3-colouring of 250 corners takes up to 2.5 times as long). The
// search that learns is made after 2 ms at least. With 4 ms, colourings of 200 and 250 corners took
// 1.13 times as long; with 1 ms, edge matching 6x6 and quasigroups of order 30 took 1.4 times as
// long. If the search that is expected to end first still needs more than 30 times the time spent,
// the other searches get a larger part of the time (see scheduler.cpp). An earlier version had the
// factor 100. Compared with this version, the factors 5, 10 and 30 made edge matching take up to 3
// times as long.

#include "dlx/solve/contest.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <new>
#include <stdexcept>
#include <utility>

#include "dlx/preprocess/components.hpp"
#include "dlx/preprocess/invariant.hpp"
#include "dlx/search/price.hpp"
#include "dlx/search/statistics.hpp"
#include "dlx/solve/parts.hpp"

namespace dlx::solve {
namespace {

using search::nominal_seconds;
using search::Price;
using search::price_of;
using search::Statistics;

/// A search other than the first. It is made once the competition has spent as much time as making
/// the search takes. Times are in nominal seconds.
struct OtherSearch {
  EngineKind engine;
  BranchingRule branching;
  // The fraction of the time that this search gets while another search is expected to end first.
  double share;
  double first_turn;   // the longest first turn of the search, in nominal seconds
  double least_price;  // the least time for making the search
  // The time for making the search, divided by the number of the problem's entries.
  double price_of_entry;
};
constexpr OtherSearch other_searches[] = {
    {EngineKind::dancing_cells, BranchingRule::weighted, 0.04, 0.01, 5e-4, 1e-8},
    {EngineKind::learning_cells, BranchingRule::minimum_remaining, 0.1, 0.02, 2e-3, 1e-7},
};
constexpr const OtherSearch& learning = other_searches[std::size(other_searches) - 1];
// The competition looks for an invariant when the estimated time for this is at most this fraction
// of the time spent. The actual time is up to twice the estimate, and few problems have an
// invariant. With the fraction 1, timetables took twice as long; with 1/4, colourings of 150
// corners took 1.2 times as long.
constexpr double part_for_invariant = 1 / 8.0;
constexpr double typical_updates = 20;  // the number of updates of a typical node
// The first search must find at least this number of solutions before it continues alone.
constexpr std::size_t most_of_first = 100;

// The longest step in nominal seconds, for nodes with typical_updates.
constexpr double longest_step = 2.5e-4;

double typical_pace(const Price& price) {
  return typical_updates * price.update + price.node;
}

}  // namespace

Contest::Contest(const Problem& problem, const Options& options, EngineKind first, MakeSearch* make,
                 Course& course, search::Jobs jobs)
    : problem_(problem), options_(options), make_(make), course_(&course), jobs_(std::move(jobs)) {
  options_.engine = EngineKind::automatic;
  if (jobs_.threads > 1 && options.on_progress) {
    options_.on_progress = [tell = options.on_progress](const search::Progress& progress) {
      if (!is_thread_ahead_) tell(progress);
    };
  }
  *course_ = {.engine = first};
  add_way(make_(first, problem_, options_), {first});
}

Contest::~Contest() = default;

bool Contest::next() {
  if (!may_continue(status_, options_.solutions && solutions_ >= *options_.solutions)) return false;
  // If a thread has done steps of the first search in advance, the competition does not continue
  // with this search alone, because an unused step may have found the next solution.
  const bool may_drop = contestants_.empty() && ways_[0].ahead.empty();
  if (!is_alone() && may_drop && first_lists()) go_on_alone();
  if (is_alone()) return next_of_first();
  if (contestants_.empty()) begin_task();
  return take_turns();
}

bool Contest::is_alone() const {
  return is_alone_ || (ways_.size() == 1 && !may_grow());
}

bool Contest::next_of_first() {
  Way& first = ways_[0];
  if (std::exchange(has_turn_, false)) {
    search::Limits limits = limits_left();
    const std::uint64_t of_others = nodes() - first.work.nodes;
    if (limits.nodes) *limits.nodes -= std::min(*limits.nodes, of_others);
    first.search->set_limits(limits);
  }
  bool found = false;
  do {
    found = first.search->next();
  } while (found && !report(0));
  status_ = first.search->status();
  if (!found && is_alone_) {
    const Statistics done = first.search->statistics();
    first.work.nodes = done.nodes;
    first.work.updates = done.updates;
    tell_course(&first);
  }
  return found;
}

bool Contest::take_turns() {
  for (;;) {
    if (!in_threads_ && may_run_ahead()) return take_turns_in_threads();
    for (std::size_t from = 0; auto step = scheduler_.due_step(from);) {
      step->take();
      if (status_ == Status::exhausted) return false;
    }
    const search::Scheduler::Turn turn = scheduler_.next_turn();
    if (take_turn(turn.number, turn.seconds)) return true;
    if (status_ != Status::running) return false;
  }
}

void Contest::add_way(std::unique_ptr<search::Engine> search, const Entrant& work,
                      const Parts* parts) {
  Way& way = ways_.emplace_back();
  way.search = std::move(search);
  way.work = work;
  way.parts = parts;
  const double pace = typical_pace(price_of(work.engine, problem_));
  way.longest_step = std::bit_floor(static_cast<std::uint64_t>(std::max(1.0, longest_step / pace)));
}

/// Begins to look for the next solution. The search that found the last solution has the first
/// turn.
void Contest::begin_task() {
  scheduler_ = search::Scheduler();
  add_contestant(last_);
  for (std::size_t way = 0; way < ways_.size(); ++way) {
    if (way != last_ && ways_[way].search) add_contestant(way);
  }
  add_next_step();
}

/// Whether the first search has found many solutions, and only few solutions were found earlier by
/// another search.
bool Contest::first_lists() const {
  constexpr std::uint64_t clearly = 9;
  const std::uint64_t first = ways_[0].solutions;
  return first >= most_of_first && first >= clearly * (solutions_ - first);
}

void Contest::add_contestant(std::size_t way) {
  const Entrant& entrant = ways_[way].work;
  const bool is_weighted = entrant.branching == BranchingRule::weighted;
  const OtherSearch& other = is_weighted ? other_searches[0] : learning;
  contestants_.reserve(1 + std::size(other_searches));
  scheduler_.add({.share = other.share, .first_turn = other.first_turn});
  // push_back() does not throw here, because memory is reserved above.
  contestants_.push_back(way);
}

/// Adds a preparation step to the scheduler: to make the next of the other searches or, if all are
/// made, to look for an invariant.
void Contest::add_next_step() {
  // The weighted search is skipped, because dancing_cells refuses problems with multiplicities.
  if (problem_.has_multiplicities() && made_ == 0) ++made_;
  constexpr double worth = 4;
  constexpr double latest = 5;
  if (may_grow()) {
    const OtherSearch& other = other_searches[made_];
    const double price = std::max(
        other.least_price, other.price_of_entry * static_cast<double>(problem_.entry_count()));
    const auto take = [this, price] {
      add_search(made_);
      scheduler_.spend(price);
    };
    scheduler_.add({.take = take, .cost = price, .worth = worth, .latest = latest});
  } else if (!has_looked_ && solutions_ == 0 && options_.preprocess != false) {
    const double seconds = preprocess::seconds_for_invariant(problem_);
    const auto take = [this, seconds] {
      look_for_invariant();
      scheduler_.spend(seconds);
    };
    scheduler_.add(
        {.take = take, .cost = seconds / part_for_invariant, .worth = worth, .latest = latest});
  }
}

/// Makes one of the other searches. If the problem consists of independent parts, the search that
/// learns is replaced by a search that solves each part separately.
void Contest::add_search(std::size_t other) {
  const std::size_t before = ways_.size();
  made_ = other + 1;
  add_next_step();
  try {
    Entrant work{.engine = other_searches[other].engine,
                 .branching = other_searches[other].branching};
    auto parts = &other_searches[other] == &learning ? preprocess::components(problem_)
                                                     : std::vector<preprocess::Component>();
    if (!parts.empty()) {
      work.parts = parts.size();
      auto search =
          std::make_unique<Parts>(std::move(parts), options_, ways_[0].work.engine, make_);
      const Parts* const of_parts = search.get();
      add_way(std::move(search), work, of_parts);
    } else {
      Options of_search = options_;
      of_search.branching = work.branching;
      add_way(make_(work.engine, problem_, of_search), work);
    }
    add_contestant(before);
  } catch (const std::bad_alloc&) {
    // If there is not enough memory to make this search, the competition continues with the
    // existing searches.
    while (ways_.size() > before) ways_.pop_back();
  }
}

/// Looks for an invariant that excludes all solutions. If an invariant is found, the competition
/// ends.
void Contest::look_for_invariant() {
  has_looked_ = true;
  const auto invariant =
      preprocess::refuting_invariant(problem_, search::Deadline(limits_left().time, options_.stop))
          .found;
  if (!invariant) return;
  course_->modulus = invariant->modulus;
  status_ = Status::exhausted;
}

/// Runs a search for one turn of about `seconds` nominal seconds. Returns true if the search found
/// a new solution. If it found no solution and the competition continues, status_ is `running`.
bool Contest::take_turn(std::size_t number, double seconds) {
  Way& way = ways_[contestants_[number]];
  Entrant& work = way.work;
  const double pace = work.nodes == 0 ? typical_pace(price_of(work.engine, problem_))
                                      : work.seconds / static_cast<double>(work.nodes);
  const auto turn = static_cast<std::uint64_t>(std::max(1.0, seconds / pace));
  const std::uint64_t of_others = nodes() - work.nodes;
  const std::uint64_t allowed = options_.nodes.value_or(std::numeric_limits<std::uint64_t>::max());
  const std::uint64_t goal = std::min(allowed - std::min(allowed, of_others),
                                      end_of_step(work.nodes + turn, way.longest_step));
  const double before = work.seconds;
  Step step;
  has_turn_ = true;
  do {
    step = next_step(way, goal);
    if (Way* const other = exhausted_) {
      end_by(*other);
      return false;
    }
    if (step.failure) {
      drop(number);
      return false;
    }
    record(way, step);
  } while (step.status == Status::node_limit && work.nodes < goal);
  scheduler_.record(number, work.seconds - before, step.share);
  ++work.turns;
  status_ = step.status;
  if (status_ == Status::exhausted) {
    end_by(way);
    return false;
  }
  tell_course(step.found ? &way : nullptr);
  if (step.found) {
    const bool is_new = report(contestants_[number]);
    way.waits = false;
    return is_new;
  }
  if (status_ == Status::node_limit && nodes() < allowed) status_ = Status::running;
  return false;
}

/// Returns the next step of a search: the first unused step that a thread has done in advance. If
/// there is none, does a step up to `goal` nodes and returns it.
Contest::Step Contest::next_step(Way& way, std::uint64_t goal) {
  std::unique_lock<std::mutex> gate(gate_);
  const std::lock_guard lock(way.mutex);
  gate.unlock();
  if (way.ahead.empty()) {
    run(way, goal);
    return way.now;
  }
  Step step = std::move(way.ahead.front());
  way.ahead.pop_front();
  return step;
}

/// Runs a search until it has visited `goal` nodes, unless it finds a solution, ends or reaches
/// another limit.
void Contest::run(Way& way, std::uint64_t goal) {
  Step& now = way.now;
  search::Limits limits = limits_left();
  do {
    limits.nodes = goal;
    if (in_threads_) {
      const double pace =
          now.nodes == 0 ? between_looks : now.seconds / static_cast<double>(now.nodes);
      const auto nodes = static_cast<std::uint64_t>(std::max(1.0, between_looks / pace));
      limits.nodes = std::min(goal, now.nodes + nodes);
      limits.time = limits_left().time;
    }
    now.failure = nullptr;
    try {
      way.search->set_limits(limits);
      now.found = way.search->next();
      const Statistics after = way.search->statistics();
      now.nodes = after.nodes;
      now.updates = after.updates;
      // A search by the weighted rule restarts. The searched fraction of its tree counts from the
      // last restart, so it does not predict when the search ends.
      const bool restarts = way.work.branching == BranchingRule::weighted;
      now.share = restarts && after.share < 1 ? 0 : after.share;
      now.status = way.search->status();
      now.seconds = way.parts != nullptr ? way.parts->seconds()
                                         : nominal_seconds(way.work.engine, problem_, after);
      if (way.parts != nullptr) now.engine = way.parts->engine();
      way.seconds_now = now.seconds;
    } catch (...) {
      now.failure = std::current_exception();
    }
  } while (in_threads_ && !is_over_ && !now.failure && now.status == Status::node_limit &&
           now.nodes < goal);
  way.waits = now.found || now.failure || now.status == Status::exhausted;
}

void Contest::record(Way& way, const Step& step) {
  Entrant& work = way.work;
  work.nodes = step.nodes;
  work.updates = step.updates;
  work.seconds = step.seconds;
  if (way.parts != nullptr) work.engine = step.engine;
  way.seconds = step.seconds;
}

/// Ends the competition, because a search has proved that no further solution exists.
void Contest::end_by(Way& way) {
  const std::lock_guard lock(way.mutex);
  record(way, way.now);
  status_ = Status::exhausted;
  tell_course(&way);
}

/// Drops a search that has run out of memory. Any other exception of the search is thrown again.
void Contest::drop(std::size_t number) {
  Way& way = ways_[contestants_[number]];
  const std::lock_guard lock(way.mutex);
  way.waits = false;  // The search may continue, because another call may repeat the failed step.
  try {
    std::rethrow_exception(std::exchange(way.now.failure, nullptr));
  } catch (const std::bad_alloc&) {
    // The first search cannot be dropped. It does not allocate memory while it runs; only the other
    // searches do.
    if (&way == &ways_[0]) throw;
  }
  way.waits = true;
  way.search.reset();
  way.parts = nullptr;
  scheduler_.drop(number);
  status_ = Status::running;
}

/// Whether solution_, which the search `way` has found, was not reported before.
bool Contest::is_new(std::size_t way) {
  if (is_alone() && of_others_.empty()) return true;
  std::vector<OptionId> sorted = solution_;
  std::sort(sorted.begin(), sorted.end());
  if (way == 0 && of_others_.erase(sorted) != 0) return false;
  if (is_alone_) return true;
  if (way != 0 && !reported_.contains(sorted)) of_others_.insert(sorted);
  return reported_.insert(std::move(sorted)).second;
}

/// Copies the solution that a search has found to solution_. Returns false if this solution was
/// reported before.
bool Contest::report(std::size_t way) {
  const auto solution = ways_[way].search->solution();
  solution_.assign(solution.begin(), solution.end());
  if (!is_new(way)) return false;
  last_ = way;
  ++ways_[way].solutions;
  has_other_found_ |= way != 0;
  course_->engine = ways_[way].work.engine;
  ++solutions_;
  contestants_.clear();
  return true;
}

/// Drops all searches of the competition except the first one.
void Contest::go_on_alone() {
  is_alone_ = true;
  for (std::size_t way = 1; way < ways_.size(); ++way) {
    ways_[way].search.reset();
    ways_[way].parts = nullptr;
    ways_[way].waits = true;
  }
  made_ = std::size(other_searches);
  contestants_.clear();
  reported_.clear();
  last_ = 0;
  has_turn_ = true;
}

/// The remaining limits for a search, without the limit on solutions, which the competition itself
/// tests.
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
  if (is_alone_) {
    const Way& first = ways_[0];
    sum += nominal_seconds(first.work.engine, problem_, first.search->statistics()) -
           first.work.seconds;
  }
  return sum;
}

/// Writes the state of all searches to course_. `last` is the search that has found a solution, or
/// has proved that no further solution exists; null if neither has happened.
void Contest::tell_course(const Way* last) {
  course_->entrants.clear();
  if (ways_.size() == 1) return;
  if (last != nullptr) {
    for (Way& way : ways_) way.work.was_last = &way == last;
  }
  for (const Way& way : ways_) {
    if (way.work.turns > 0 || way.work.was_last) course_->entrants.push_back(way.work);
  }
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
  if (ways_.size() == 1) {
    ways_[0].search->set_limits(limits);
  } else {
    has_turn_ |= is_alone_;
  }
}

void Contest::require_first_only() const {
  if (has_other_found_) {
    throw std::invalid_argument("a search cannot be divided after another one found solutions");
  }
  if (!ways_[0].ahead.empty()) {
    throw std::invalid_argument("a search that has run ahead in a thread cannot be divided");
  }
}

search::OpenWork Contest::open_work() const {
  require_first_only();
  return ways_[0].search->open_work();
}

void Contest::start_at(const search::OpenWork& open_work) {
  require_first_only();
  // The other searches cannot continue from this open work, so they are dropped.
  while (ways_.size() > 1) ways_.pop_back();
  course_->entrants.clear();
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
