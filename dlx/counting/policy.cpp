#include "dlx/counting/policy.hpp"

#include <algorithm>
#include <cmath>
#include <new>
#include <numeric>
#include <utility>

#include "dlx/search/steady_progress.hpp"

namespace dlx::counting {
namespace {

// What becomes of a small problem depends on no clock.
constexpr std::uint64_t first_nodes = 1'000;
constexpr double shortest_turn = 2e-5;  // seconds
constexpr double growth = 0.5;          // a turn of the leader lasts so much of the time spent
constexpr double clearly_better = 0.7;
constexpr double share_of_search = 1 / 64.0;  // of the time spent, if it does not lead
// Where the leader has far more before it than all have spent, others have more: if that is so they
// add little to the whole.
constexpr double hopeless_by_spent = 100;
constexpr double times_share_if_hopeless = 8;
// A first turn shows how a way goes; it lasts at most so much of the time spent.
constexpr double first_turn_by_spent = 1 / 8.0;
// A search or a sweep that may turn out to be the better one has more at first, for first estimates
// are wrong by factors of ten in both directions, and a larger share. (With the same for a memo,
// Langford 12 takes 1.15 times as long, and a sudoku of 16x16 that suits a memo no less.)
constexpr double early_seconds = 12e-3;
constexpr double early_part = 1 / 8.0;  // at most, of what the leader seems to need in all
constexpr double share_of_comparable = 1 / 16.0;
constexpr double comparable_sweep = 1.5;    // times what the leader has left
constexpr double comparable_search = 10.0;  // whose first estimates are too high
// What a sweep needs is estimated too low while little of it is done.
constexpr double doubt_in_beginning = 0.1;  // a power of how much is left by how much is done

constexpr int bits_of_small_sweep = 11;
constexpr std::size_t memo_part_of_memory = 8;  // while it does not lead

}  // namespace

Policy::Policy(const Problem& problem, const Tally& weights_of, const Context& context,
               const PolicySteps& steps)
    : problem_(&problem),
      weights_of_(weights_of),
      context_(recording(context, problem)),
      trace_start_(context_.trace != nullptr ? context_.trace->position() : 0),
      allowed_(steps),
      memory_limit_(context.options->memory_limit) {
  plan();
  add({.kind = Kind::search,
       .way = std::make_unique<SearchWay>(problem, weights_of, reporting(context_, 0)),
       .share = share_of_search,
       .first_turn = 0,
       .expected = unknown});
}

Policy::~Policy() = default;

const char* Policy::name_of(Kind kind) {
  switch (kind) {
    case Kind::search:
      return "search";
    case Kind::sweep:
      return "sweep";
    case Kind::memo:
      return "memo";
    case Kind::signs:
      return "sum over signs";
    case Kind::first_choices:
      return "first choices";
    case Kind::canonical_forms:
      return "canonical forms";
    case Kind::images:
      return "images";
  }
  return "";
}

// ----------------------------------------------------------------------------------- running ---

Status Policy::run(const Slice& slice) {
  if (winner_) return Status::exhausted;
  if (std::exchange(allowed_.small_sweep_first, false) && small_sweep()) return Status::exhausted;
  if (!replacement_) {
    const std::uint64_t before = work_;
    const Status status = compete(slice);
    if (!replacement_) return status;
    return run_replacement(slice.after(work_ - before));
  }
  return run_replacement(slice);
}

Status Policy::run_replacement(const Slice& slice) {
  const std::uint64_t before = replacement_->work();
  replacement_->set_memory_limit(memory_limit_);
  const Status status = replacement_->run(slice);
  work_ += replacement_->work() - before;
  return status;
}

/// Sweeps a problem that has so few states that no search of it is quicker.
bool Policy::small_sweep() {
  if (context_.trace != nullptr) return false;
  auto [planned, objection, status] = planned_within(
      bits_of_small_sweep, *problem_, SweepOrder(*problem_), limits_of_plan(memory_limit_));
  if (!planned) return false;
  Context context = context_;
  context.report = {};
  auto sweep = std::make_unique<SweepWay>(*problem_, weights_of_, context, *std::move(planned));
  constexpr std::uint64_t most_states = std::uint64_t{4} << bits_of_small_sweep;
  if (sweep->run({.until = {}, .work = most_states}) != Status::exhausted) return false;
  work_ += sweep->work();
  competitors_.clear();
  add({.kind = Kind::sweep, .way = std::move(sweep), .share = 0, .first_turn = 0, .expected = 0});
  winner_ = 0;
  return true;
}

/// Lets competitors take turns, until one of them ends or something replaces them all.
Status Policy::compete(const Slice& slice) {
  if (work_ == 0 && prepare()) return Status::running;
  const std::uint64_t before = work_;
  for (;;) {
    Slice left = slice.after(work_ - before);
    std::size_t number = leader_;
    if (allowed_.turns != 0) {
      if (prepare()) return Status::running;
      number = next_in_turn();
      left.work = std::min(left.work.value_or(allowed_.turns), allowed_.turns);
    } else if (work_ < first_nodes) {
      left.work = std::min(left.work.value_or(first_nodes), first_nodes - work_);
    } else {
      if (prepare()) return Status::running;
      choose_leader();
      number = challenger().value_or(leader_);
      left = left.at_most(seconds_of_turn(number));
    }
    const Status status = run_turn(number, left);
    if (status == Status::exhausted) return end(number);
    if (status == Status::memory_limit) {
      drop(competitors_[number], competitors_[number].kind == Kind::signs
                                     ? "its sum is too large to be exact"
                                     : "it needs more memory than there is");
    } else if (status != Status::running) {
      return status;
    }
    if (slice.after(work_ - before).is_over()) return Status::running;
  }
}

Status Policy::run_turn(std::size_t number, const Slice& slice) {
  Competitor& competitor = competitors_[number];
  competitor.way->set_memory_limit(memory_for(number));
  turn_began_ = {context_.stopwatch(), Clock::now()};
  const std::uint64_t before = competitor.way->work();
  const Status status = run_within_memory(competitor, slice);
  const double seconds = turn_began_->stopwatch.seconds();
  elapsed_ += seconds_between(turn_began_->time, Clock::now());
  turn_began_.reset();
  competitor.seconds += seconds;
  competitor.done = competitor.way->share();
  competitor.saved = competitor.way->seconds_saved();
  spent_ += seconds;
  work_ += competitor.way->work() - before;
  if (competitor.trace && !competitor.trace->is_complete()) {
    drop(competitor, "what it records for a certificate is too long to be held");
    return Status::running;
  }
  const auto* sweep = dynamic_cast<const SweepWay*>(competitor.way.get());
  if (context_.trace != nullptr && sweep != nullptr &&
      sweep->most_states() > allowed_.widest_checked_sweep) {
    drop(competitor, "it has more states at once than a check of its certificate can hold");
    return Status::running;
  }
  return status;
}

/// Where the machine has no memory left, a competitor of the search is out of the race.
Status Policy::run_within_memory(Competitor& competitor, const Slice& slice) {
  if (competitor.kind == Kind::search) return competitor.way->run(slice);
  try {
    return competitor.way->run(slice);
  } catch (const std::bad_alloc&) {
    return Status::memory_limit;
  } catch (const tables::SumTooLarge&) {
    return Status::memory_limit;
  }
}

Status Policy::end(std::size_t winner) {
  winner_ = winner;
  if (context_.trace == nullptr || competitors_[winner].kind == Kind::search) {
    return Status::exhausted;
  }
  context_.trace->rewind(trace_start_);
  if (const auto* sweep = dynamic_cast<const SweepWay*>(competitors_[winner].way.get())) {
    context_.trace->sweep(sweep->order());
  } else {
    context_.trace->flush();
    context_.trace->sink().write(competitors_[winner].trace->bytes());
  }
  return Status::exhausted;
}

void Policy::close() {
  if (replacement_) {
    replacement_->close();
  } else if (!winner_) {
    competitors_[0].way->close();
  }
}

void Policy::keep_tables() {
  if (winner_) return;
  if (replacement_) return replacement_->keep_tables();
  for (const Competitor& competitor : competitors_) {
    if (!competitor.dropped()) competitor.way->keep_tables();
  }
}

// ----------------------------------------------------------------------------------- next turn ---

bool Policy::has_counted_alike(Kind kind) const {
  const CountMethod method = context_.alike.method;
  return context_.trace == nullptr && ((kind == Kind::sweep && method == CountMethod::sweep) ||
                                       (kind == Kind::memo && method == CountMethod::memo) ||
                                       (kind == Kind::search && method == CountMethod::search));
}

double Policy::expected_left(const Competitor& competitor) const {
  if (competitor.dropped()) return unknown;
  if (has_counted_alike(competitor.kind) && competitor.seconds < context_.alike.seconds) {
    return context_.alike.seconds - competitor.seconds;
  }
  const double left = expected_left(competitor, competitor.seconds, competitor.done);
  // The first estimates have it.
  const bool is_seen = !std::isinf(competitor.expected) && !std::isinf(by_share(competitor));
  return is_seen ? left + time_to_check(competitor, left) : left;
}

double Policy::expected_left(const Competitor& competitor, double seconds, double done) {
  const double left = by_share(competitor, seconds, done);
  if (std::isinf(competitor.expected)) return left;
  // All steps of a sum take the same time.
  if (competitor.kind == Kind::signs && !std::isinf(left)) return left;
  // What a sweep has seen is better than any guess.
  if (competitor.kind == Kind::sweep && !std::isinf(left)) {
    return competitor.doubt * left * std::pow(1 + left / seconds, doubt_in_beginning);
  }
  const double before = competitor.expected - seconds;
  // If nothing is left of the first estimate, it was wrong.
  return competitor.doubt * (before <= 0 ? left : std::min(left, before));
}

bool Policy::is_comparable(const Competitor& competitor) const {
  switch (competitor.kind) {
    case Kind::search:
    case Kind::images:
      return expected_left(competitor) <= comparable_search * expected_left();
    case Kind::sweep:
      return by_share(competitor) + time_to_check(competitor, by_share(competitor)) <=
             comparable_sweep * expected_left();
    default:
      return false;
  }
}

double Policy::by_share(const Competitor& competitor) {
  return by_share(competitor, competitor.seconds, competitor.done);
}

double Policy::by_share(const Competitor& competitor, double seconds, double done) {
  return done > 0 ? (seconds - competitor.saved) * (1 - done) / done : unknown;
}

double Policy::time_to_check(const Competitor& competitor, double left) const {
  if (context_.trace == nullptr) return 0;
  const double times = competitor.kind == Kind::sweep   ? check_of_sweep
                       : competitor.kind == Kind::signs ? check_of_signs()
                                                        : 0;
  return times * (competitor.seconds + left);
}

double Policy::expected_left() const {
  return expected_left(competitors_[leader_]);
}

void Policy::choose_leader() {
  double least = expected_left();
  if (!competitors_[leader_].dropped()) least *= clearly_better;
  const std::size_t before = leader_;
  for (std::size_t c = 0; c < competitors_.size(); ++c) {
    const double left = expected_left(competitors_[c]);
    if (c == leader_ || competitors_[c].dropped() || !(left < least)) continue;
    least = left;
    leader_ = c;
  }
  if (competitors_[leader_].dropped()) leader_ = 0;
  Competitor& leader = competitors_[leader_];
  if (leader_ != before) leader.promised = leader.seconds + expected_left();
  if (leader.seconds > 2 * leader.promised) {
    leader.doubt *= 2;
    leader.promised = leader.seconds + expected_left();
  }
  if (leader_ == 0 && threads_may_start()) {
    static_cast<SearchWay&>(*competitors_[0].way).allow_threads();
  }
}

/// Before a search is handed to threads, it is settled whether the problem becomes another one.
bool Policy::threads_may_start() const {
  return context_.options->threads.continue_search &&
         std::none_of(ahead_.begin(), ahead_.end(), [](const Preparation& step) {
           return step.take == &Policy::reduce_and_split ||
                  step.take == &Policy::look_for_symmetries;
         });
}

std::size_t Policy::next_in_turn() {
  do {
    turn_ = (turn_ + 1) % competitors_.size();
  } while (competitors_[turn_].dropped());
  return leader_ = turn_;
}

/// A competitor that has had less than its share. If the leader is expected to end within the turn
/// of the competitor, that waits until twice as much has been spent.
std::optional<std::size_t> Policy::challenger() const {
  const double left = expected_left();
  for (std::size_t c = 0; c < competitors_.size(); ++c) {
    const Competitor& competitor = competitors_[c];
    if (c == leader_ || competitor.dropped()) continue;
    const double due = seconds_of_turn(c);
    if (due < std::max(shortest_turn, growth * competitor.seconds)) continue;
    const bool has_waited = competitor.seconds == 0 ? spent_ >= 2 * competitor.added_at
                                                    : due >= 2 * growth * competitor.seconds;
    if (due <= left || has_waited) return c;
  }
  return {};
}

double Policy::seconds_of_turn(std::size_t number) const {
  const Competitor& competitor = competitors_[number];
  if (number == leader_) {
    // A new leader proves itself in a first turn, and is judged anew whenever it has had twice as
    // much.
    const double first = std::min(first_turn_by_spent * spent_, competitor.first_turn);
    double seconds = std::min(growth * spent_, std::max(competitor.seconds, first));
    for (const Preparation& step : ahead_) {
      if (step.cost > spent_) seconds = std::min(seconds, step.cost - spent_);
    }
    return std::max(seconds, shortest_turn);
  }
  const bool may_keep_threads_waiting = number == 0 || competitor.kind == Kind::images ||
                                        competitor.kind == Kind::first_choices ||
                                        competitor.kind == Kind::canonical_forms;
  const double threads = may_keep_threads_waiting ? 1 : context_.options->threads.jobs.threads;
  if (competitor.seconds == 0) {
    return std::min(first_turn_by_spent * spent_, competitor.first_turn) / threads;
  }
  // A sweep ends, or has too little memory, before long.
  const bool hopeless =
      competitors_[leader_].kind != Kind::sweep && expected_left() > hopeless_by_spent * spent_;
  double due = competitor.share * (hopeless ? times_share_if_hopeless : 1) * spent_;
  if (is_comparable(competitor)) {
    const double early = std::min(early_seconds, early_part * (spent_ + expected_left()));
    due = std::max({due, share_of_comparable * spent_, std::min(early, spent_ / 3)});
  }
  return due / threads - competitor.seconds;
}

// ------------------------------------------------------------------------------------- steps ---

/// Makes the preparations that are due. True: something replaces all competitors.
bool Policy::prepare() {
  for (std::size_t s = 0; s < ahead_.size();) {
    const Preparation step = ahead_[s];
    if (!is_due(step)) {
      ++s;
      continue;
    }
    ahead_.erase(ahead_.begin() + static_cast<std::ptrdiff_t>(s));
    const Stopwatch stopwatch = context_.stopwatch();
    const Clock::time_point began = Clock::now();
    try {
      (this->*step.take)();
    } catch (const std::bad_alloc&) {
      if (competitors_[0].dropped()) throw;
      note("preparation", stopwatch.seconds(), "there was not enough memory");
    }
    spent_ += stopwatch.seconds();
    elapsed_ += seconds_between(began, Clock::now());
    if (replacement_) return true;
  }
  return false;
}

bool Policy::is_due(const Preparation& step) const {
  if (allowed_.turns != 0) return true;
  const bool is_reduction = step.take == &Policy::reduce_and_split;
  if (is_reduction && splits_at_once_) return true;
  const bool has_won =
      work_ != 0 && ((step.take == &Policy::plan_sweep && has_counted_alike(Kind::sweep)) ||
                     (step.take == &Policy::begin_memo && has_counted_alike(Kind::memo)));
  if ((is_reduction || has_won) && context_.alike.seconds >= step.worth * step.cost) return true;
  if (spent_ < step.cost) return false;
  const double left = expected_left();
  return left >= step.worth * step.cost ||
         (left >= step.cost && spent_ >= step.latest * step.cost) ||
         spent_ >= 5 * step.latest * step.cost;
}

// ------------------------------------------------------------------------------- bookkeeping ---

void Policy::add(Competitor competitor) {
  competitor.added_at = spent_;
  competitors_.push_back(std::move(competitor));
}

void Policy::drop_all(const std::string& reason) {
  for (Competitor& competitor : competitors_) {
    if (!competitor.dropped()) drop(competitor, reason);
  }
}

void Policy::drop(Competitor& competitor, const std::string& reason) {
  // Until a leader is chosen again it is the search, which only a replacement drops.
  if (&competitor == &competitors_[leader_]) leader_ = 0;
  const Total counted = competitor.way->counted();
  if (counted.solutions > least_.solutions) least_ = counted;
  competitor.way->add_to(so_far_);
  note(name_of(competitor.kind), competitor.seconds, reason);
  competitor.way.reset();
  competitor.trace.reset();
}

void Policy::note(const std::string& what, double seconds, const std::string& outcome) {
  add_trial(so_far_, {.what = what, .outcome = outcome, .seconds = seconds});
}

/// A way that does not lead reports its states, and not how far it is. Whichever reports, the nodes
/// are those of all ways, and the time left is that of the leader.
Context Policy::reporting(Context context, std::size_t number) {
  if (!context_.report) return context;
  context.report = [this, number](search::Progress progress) {
    nodes_reported_.resize(std::max(nodes_reported_.size(), number + 1));
    nodes_reported_[number] = std::max(nodes_reported_[number], progress.nodes);
    progress.nodes =
        std::accumulate(nodes_reported_.begin(), nodes_reported_.end(), std::uint64_t{0});
    if (leader_ != number) {
      progress.share = 0;
      progress.left.reset();
    }
    if (!progress.left) progress.left = left_of_leader(progress.share);
    context_.report(progress);
  };
  return context;
}

/// The time left to the leader, by the clock. `share`: of its work, as it reports now; 0: it is not
/// its turn.
std::optional<search::SecondsLeft> Policy::left_of_leader(double share) const {
  const Competitor& leader = competitors_[leader_];
  double work = spent_, elapsed = elapsed_, of_leader = leader.seconds;
  if (turn_began_) {
    const double turn = turn_began_->stopwatch.seconds();
    work += turn;
    elapsed += seconds_between(turn_began_->time, Clock::now());
    if (share > 0) of_leader += turn;
  }
  if (leader.dropped() || work <= 0) return {};
  const double left = expected_left(leader, of_leader, share > 0 ? share : leader.done);
  if (std::isinf(left)) return {};
  const double by_clock = left * elapsed / work;
  const bool by_tables = leader.kind == Kind::sweep || leader.kind == Kind::memo;
  return search::seconds_left(elapsed, elapsed / (elapsed + by_clock), by_tables);
}

/// What the other competitors hold is not available, and a memo that does not lead stays small.
std::size_t Policy::memory_for(std::size_t number) const {
  const std::size_t left = memory_left(number);
  const bool is_small = competitors_[number].kind == Kind::memo && number != leader_;
  return is_small ? std::min(left, memory_of_small_memo()) : left;
}

std::size_t Policy::memory_of_small_memo() const {
  return tables::memo_bytes(*problem_) + memory_limit_ / memo_part_of_memory;
}

/// What all competitors but that one leave.
std::size_t Policy::memory_left(std::optional<std::size_t> except) const {
  std::size_t held = 0;
  for (std::size_t c = 0; c < competitors_.size(); ++c) {
    if (c != except && !competitors_[c].dropped()) held += competitors_[c].way->memory_bytes();
  }
  return memory_limit_ - std::min(memory_limit_, held);
}

Total Policy::counted() const {
  if (winner_) return competitors_[*winner_].way->counted();
  Total best = least_;
  const auto take = [&](const Way& way) {
    Total counted = way.counted();
    if (counted.solutions >= best.solutions) best = std::move(counted);
  };
  if (replacement_) take(*replacement_);
  for (const Competitor& competitor : competitors_) {
    if (!competitor.dropped()) take(*competitor.way);
  }
  return best;
}

double Policy::share() const {
  if (winner_) return 1;
  return replacement_ ? replacement_->share() : competitors_[leader_].way->share();
}

std::size_t Policy::memory_bytes() const {
  if (replacement_) return replacement_->memory_bytes();
  std::size_t sum = 0;
  for (const Competitor& competitor : competitors_) {
    if (!competitor.dropped()) sum += competitor.way->memory_bytes();
  }
  return sum;
}

void Policy::add_to(CountResult& result) const {
  CountResult sum = so_far_;
  for (std::size_t c = 0; c < competitors_.size(); ++c) {
    const Competitor& competitor = competitors_[c];
    if (competitor.dropped()) continue;
    competitor.way->add_to(sum);
    const bool won = winner_ == c;
    add_trial(sum, {.what = name_of(competitor.kind),
                    .outcome = won ? "counted" : "had not ended",
                    .seconds = competitor.seconds});
  }
  if (replacement_) replacement_->add_to(sum);
  search::add(result.statistics, sum.statistics);
  result.states += sum.states;
  result.engine = sum.engine;
  result.forced += sum.forced;
  result.removed += sum.removed;
  result.parts = std::max(result.parts, sum.parts);
  result.symmetry = sum.symmetry;
  for (Trial& trial : sum.trials) add_trial(result, std::move(trial));
  if (used_symmetry()) result.symmetry = order_of_group_ + ", used";
}

bool Policy::used_symmetry() const {
  if (!winner_) return first_choices_replace_;
  const Kind kind = competitors_[*winner_].kind;
  return kind == Kind::first_choices || kind == Kind::canonical_forms || kind == Kind::images;
}

void Policy::report_into(CountResult& result) const {
  const Way& way = replacement_ ? *replacement_ : *competitors_[winner_.value_or(leader_)].way;
  way.report_into(result);
  if (used_symmetry()) {
    result.why += ", under " + order_of_group_ + " symmetries";
  } else if (!winner_ && !replacement_) {
    result.why = "it led when the count was stopped: " + result.why;
  } else if (!replacement_) {
    const bool by_search = result.method == CountMethod::search;
    result.why = (!by_search                 ? "it was over first: "
                  : competitors_.size() == 1 ? "it was over soon, by "
                                             : "nothing was quicker; by ") +
                 result.why;
  }
}

}  // namespace dlx::counting
