#include "dlx/counting/policy.hpp"

#include <algorithm>
#include <cmath>
#include <new>
#include <numeric>
#include <utility>

#include "dlx/engines/item_bits.hpp"
#include "dlx/search/progress.hpp"
#include "dlx/solver.hpp"
#include "dlx/tables/memo_search.hpp"
#include "dlx/tables/sign_sum.hpp"

namespace dlx::counting {
namespace {

// The first turn of the search has this number of nodes, whatever the clock says. So the course of
// a small count does not depend on the clock.
constexpr std::uint64_t first_nodes = 1'000, first_nodes_in_order = 8'000;

// A sweep is tried before any other method if its states have at most this many bits.
constexpr int bits_of_small_sweep = 11;
// While a memo is not expected to be the fastest method, its memory is limited to memo_bytes() and
// an eighth of the memory limit of the count.
constexpr std::size_t memo_part_of_memory = 8;

constexpr double longest_first_turn = 1e-3;  // seconds
constexpr double any_time = search::Scheduler::unknown;

}  // namespace

const Policy::KindRow& Policy::row(Kind kind) {
  using enum search::Pace;
  // Early estimates of the time of a search are too high; early estimates of the time of a sweep
  // are too low.
  static constexpr KindRow rows[] = {
      {"search", 1 / 64.0, longest_first_turn, 10, uncertain, true, CountMethod::search},
      {"search in a fixed order", 1 / 64.0, longest_first_turn, 4, uncertain, true,
       CountMethod::search},
      {"sweep", 1 / 32.0, longest_first_turn, 1.5, slowing, false, CountMethod::sweep},
      {"memo", 1 / 64.0, longest_first_turn, 0, uncertain, false, CountMethod::memo},
      {"sum over signs", 1 / 64.0, longest_first_turn, 0, even},
      {"first choices", 1 / 32.0, any_time, 0, uncertain, true},
      {"canonical forms", 1 / 32.0, longest_first_turn, 0, uncertain, true},
      {"fold", 1 / 16.0, longest_first_turn, 10, slowing, false, CountMethod::fold},
      {"images", 1 / 16.0, longest_first_turn, 10, uncertain, true},
  };
  return rows[static_cast<std::size_t>(kind)];
}

Policy::Policy(const Problem& problem, const Tally& weights_of, const Context& context,
               const PolicySteps& steps)
    : problem_(&problem),
      weights_of_(weights_of),
      context_(recording(context, problem)),
      trace_start_(context_.trace != nullptr ? context_.trace->position() : 0),
      allowed_(steps),
      has_ordered_search_(may_search_in_order()),
      scheduler_(steps.turns != 0, steps.search_alone),
      memory_limit_(memory_of(*context.options)) {
  plan();
  const bool begins_in_order =
      has_ordered_search_ && (context_.alike.engine == EngineKind::automatic ||
                              context_.alike.engine == EngineKind::item_bits);
  const auto add_search = [&](bool in_order) {
    const EngineKind engine = in_order ? EngineKind::item_bits : context_.options->engine;
    add({in_order ? Kind::ordered_search : Kind::search,
         search_way(problem, weights_of, reporting(), engine)});
  };
  add_search(begins_in_order);
  if (has_ordered_search_) add_search(!begins_in_order);
}

/// Whether a second search, with a fixed order of the items, competes. It competes only if
/// symmetries are not looked for. Otherwise the faster of the two searches made the use of
/// symmetries look useless, and pentominoes 5x12 took twice the time.
bool Policy::may_search_in_order() const {
  return !allowed_.symmetry && context_.trace == nullptr &&
         context_.options->engine == EngineKind::automatic &&
         context_.rule() == BranchingRule::minimum_remaining &&
         choose_engine(*problem_, BranchingRule::minimum_remaining).engine ==
             EngineKind::bit_matrix &&
         engines::suits_item_bits(*problem_);
}

Policy::~Policy() = default;

// ----------------------------------------------------------------------------------- running ---

/// Runs the counting methods that have begun, the competitors, in turns. Returns when a competitor
/// ends, when the method that replaces all competitors ends, or when a limit is reached.
Status Policy::run(const Slice& slice) {
  if (winner_) return Status::exhausted;
  if (std::exchange(allowed_.small_sweep_first, false) && small_sweep()) return Status::exhausted;
  if (work_ == 0) take_step();
  const std::uint64_t before = work_;
  for (;;) {
    const Slice left = slice.after(work_ - before);
    if (replacement_) return run_replacement(left);
    const bool is_first = allowed_.turns == 0 && work_ < first_work();
    if (!is_first) {
      take_step();
      if (replacement_) continue;
    }
    const auto [number, turn] = is_first ? first_turn(left) : next_turn(left);
    const Status status = run_turn(number, turn);
    if (status == Status::exhausted) return end(number);
    if (status == Status::memory_limit) {
      drop(number, competitors_[number].kind == Kind::signs ? "its sum is too large to be exact"
                                                            : "it needs more memory than there is");
    } else if (status != Status::running) {
      return status;
    }
    if (slice.after(work_ - before).is_over()) return Status::running;
  }
}

Status Policy::run_replacement(const Slice& slice) {
  const std::uint64_t before = replacement_->work();
  replacement_->set_memory_limit(memory_limit_);
  const Status status = replacement_->run(slice);
  work_ += replacement_->work() - before;
  return status;
}

std::uint64_t Policy::first_work() const {
  return competitors_[0].kind == Kind::ordered_search ? first_nodes_in_order : first_nodes;
}

/// Which competitor runs at the beginning of the count, and the limits of this turn: the first
/// search, for a fixed number of nodes.
std::pair<std::size_t, Slice> Policy::first_turn(Slice slice) const {
  const std::uint64_t left = first_work() - work_;
  slice.work = std::min(slice.work.value_or(left), left);
  return {0, slice};
}

/// Which competitor runs next, and the limits of this turn.
std::pair<std::size_t, Slice> Policy::next_turn(Slice slice) {
  const search::Scheduler::Turn turn = scheduler_.next_turn();
  if (allowed_.turns != 0) {
    slice.work = std::min(slice.work.value_or(allowed_.turns), allowed_.turns);
    return {turn.number, slice};
  }
  // Threads start only once no later step can replace the problem by a smaller problem.
  const bool threads_may_start = context_.resources->continue_search && scheduler_.is_task_final();
  const std::size_t leader = scheduler_.leader();
  if (leader < searches() && threads_may_start) {
    competitors_[leader].way->allow_threads();
    has_threads_ = true;
  }
  return {turn.number, is_by_work() ? turn_of(*competitors_[turn.number].way, slice, turn.seconds)
                                    : slice.at_most(turn.seconds)};
}

bool Policy::is_by_work() const {
  return !has_threads_ && scheduler_.spent() < seconds_by_work;
}

search::Deadline Policy::deadline_of_step(double seconds) const {
  return is_by_work() ? context_.deadline().by_work(seconds) : context_.deadline(seconds);
}

double Policy::nominal_seconds() const {
  return scheduler_.spent() + (replacement_ ? replacement_->nominal_seconds() : 0);
}

/// Counts the problem by a sweep if it has so few states that no search would be faster. Returns
/// whether the sweep has counted the problem.
bool Policy::small_sweep() {
  if (context_.trace != nullptr) return false;
  auto [planned, objection, status] = planned_within(
      bits_of_small_sweep, *problem_, SweepOrder(*problem_), limits_of_plan(memory_limit_));
  if (!planned) return false;
  Context context = context_;
  context.report = {};
  auto sweep = sweep_way(*problem_, weights_of_, context, *std::move(planned));
  constexpr std::uint64_t most_states = std::uint64_t{4} << bits_of_small_sweep;
  if (sweep->run({.until = {}, .work = most_states}) != Status::exhausted) return false;
  work_ += sweep->work();
  competitors_[0] = {Kind::sweep, std::move(sweep)};
  winner_ = 0;
  return true;
}

Status Policy::run_turn(std::size_t number, const Slice& slice) {
  Way& way = *competitors_[number].way;
  way.set_memory_limit(memory_for(number));
  turn_began_ = {context_.stopwatch(), Clock::now()};
  const std::uint64_t before = way.work();
  const double nominal_before = way.nominal_seconds();
  const Status status = run_within_memory(number, slice);
  const double measured = turn_began_->stopwatch.seconds();
  const double seconds = is_by_work() ? way.nominal_seconds() - nominal_before : measured;
  competitors_[number].seconds += measured;
  elapsed_ += seconds_since(turn_began_->time);
  turn_began_.reset();
  scheduler_.record(number, seconds, way.share());
  work_ += way.work() - before;
  const std::unique_ptr<HeldTrace>& trace = competitors_[number].trace;
  if (trace && !trace->certificate.is_complete()) {
    drop(number, "what it records for a certificate is too long to be held");
    return Status::running;
  }
  if (context_.trace != nullptr && way.most_states() > allowed_.widest_checked_sweep) {
    drop(number, "it has more states at once than a check of its certificate can hold");
    return Status::running;
  }
  return status;
}

/// Runs a counting method within the limits of `slice`. If the machine has no memory left for a
/// method other than the first search, returns memory_limit: the caller drops this method, and the
/// other methods continue.
Status Policy::run_within_memory(std::size_t number, const Slice& slice) {
  Way& way = *competitors_[number].way;
  if (number == 0) return way.run(slice);
  try {
    return way.run(slice);
  } catch (const std::bad_alloc&) {
    return Status::memory_limit;
  } catch (const tables::SumTooLarge&) {
    return Status::memory_limit;
  }
}

Status Policy::end(std::size_t winner) {
  winner_ = winner;
  if (context_.trace == nullptr || winner == 0) return Status::exhausted;
  context_.trace->rewind(trace_start_);
  if (HeldTrace* held = competitors_[winner].trace.get(); held != nullptr) {
    context_.trace->flush();
    held->trace.flush();
    context_.trace->sink().write(held->certificate.bytes());
  } else {
    competitors_[winner].way->write_certificate(*context_.trace);
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
    if (competitor.way) competitor.way->keep_tables();
  }
}

/// Takes the preparatory steps that are due, as the scheduler decides. Ends once a step has
/// replaced all competing methods by one method.
void Policy::take_step() {
  std::size_t from = 0;
  while (const std::optional<search::Preparation> step = scheduler_.due_step(from)) {
    const Stopwatch stopwatch = context_.stopwatch();
    const Clock::time_point began = Clock::now();
    const bool by_work = is_by_work();
    step_ = 0;
    try {
      step->take();
    } catch (const std::bad_alloc&) {
      if (!competitors_[0].way) throw;
      note("preparation", stopwatch.seconds(), "there was not enough memory");
    }
    scheduler_.spend(by_work ? step_ : stopwatch.seconds());
    elapsed_ += seconds_since(began);
    if (replacement_) return;
  }
}

// ------------------------------------------------------------------------------- bookkeeping ---

void Policy::add(Competitor competitor, double expected) {
  const KindRow& facts = row(competitor.kind);
  const unsigned threads = context_.resources->jobs.threads;
  scheduler_.add({.share = facts.share,
                  .first_turn = facts.first_turn,
                  .expected = expected,
                  .comparable = facts.comparable,
                  .pace = facts.pace,
                  .check = time_to_check(competitor.kind),
                  .threads = facts.may_keep_threads_waiting ? 1.0 : threads,
                  .alike = seconds_alike(competitor.kind)});
  competitors_.push_back(std::move(competitor));
}

double Policy::seconds_alike(Kind kind) const {
  const CountMethod method = row(kind).method;
  const Alike& alike = context_.alike;
  if (context_.trace != nullptr || method == CountMethod::automatic || method != alike.method) {
    return 0;
  }
  const bool is_one_of_two = method == CountMethod::search && has_ordered_search_;
  const bool is_other = alike.engine == EngineKind::automatic ||
                        (alike.engine == EngineKind::item_bits) != (kind == Kind::ordered_search);
  return is_one_of_two && is_other ? 0 : alike.seconds;
}

double Policy::time_to_check(Kind kind) const {
  if (context_.trace == nullptr) return 0;
  // To check a sweep, dlx-check takes 8 times (dominoes) to 13 times (pentominoes) as long as the
  // sweep. To check a sum over signs, it takes 65 times as long as a sum without a fingerprint
  // (Langford 12 and 15), and twice as long as a sum with a fingerprint. To check a search, it
  // takes as long as the search.
  if (kind == Kind::sweep) return 12;
  if (kind == Kind::signs) return tables::has_own_fingerprint(weights_of_) ? 2 : 65;
  return 0;
}

void Policy::drop_all(const std::string& reason) {
  for (std::size_t number = 0; number < competitors_.size(); ++number) {
    if (competitors_[number].way) drop(number, reason);
  }
}

void Policy::drop(std::size_t number, const std::string& reason) {
  Competitor& competitor = competitors_[number];
  const Total counted = competitor.way->counted();
  if (counted.solutions > least_.solutions) least_ = counted;
  competitor.way->add_to(so_far_);
  note(row(competitor.kind).name, competitor.seconds, reason);
  competitor.way.reset();
  competitor.trace.reset();
  scheduler_.drop(number);
}

void Policy::note(const std::string& what, double seconds, const std::string& outcome) {
  add_trial(so_far_, {.what = what, .outcome = outcome, .seconds = seconds});
}

/// The context for a new competing method, with a callback that reports progress. Every report
/// contains the sum of the nodes of all competitors, and the progress and the time left of the
/// leader: the competitor that is expected to end first.
Context Policy::reporting() {
  Context context = context_;
  if (!context_.report) return context;
  context.report = [this, number = competitors_.size()](search::Progress progress) {
    nodes_reported_.resize(std::max(nodes_reported_.size(), number + 1));
    nodes_reported_[number] = std::max(nodes_reported_[number], progress.nodes);
    progress.nodes =
        std::accumulate(nodes_reported_.begin(), nodes_reported_.end(), std::uint64_t{0});
    if (scheduler_.leader() != number) {
      progress.share = 0;
      progress.left.reset();
    }
    if (!progress.left) progress.left = left_of_leader(progress.share);
    context_.report(progress);
  };
  return context;
}

/// The elapsed time until the leader, the competing method that is expected to end first, is
/// expected to end. `share` is the part of its work that the leader has done, or 0 if another
/// method is running.
std::optional<search::SecondsLeft> Policy::left_of_leader(double share) const {
  const search::Scheduler::Record& leader = scheduler_[scheduler_.leader()];
  double work = scheduler_.spent(), elapsed = elapsed_, of_leader = leader.seconds;
  if (turn_began_) {
    const double turn = turn_began_->stopwatch.seconds();
    work += turn;
    elapsed += seconds_since(turn_began_->time);
    if (share > 0) of_leader += turn;
  }
  if (leader.dropped || work <= 0) return {};
  const double left =
      scheduler_.left(scheduler_.leader(), of_leader, share > 0 ? share : leader.done);
  if (std::isinf(left)) return {};
  const double by_clock = left * elapsed / work;
  const Kind kind = competitors_[scheduler_.leader()].kind;
  const bool by_tables = kind == Kind::sweep || kind == Kind::fold || kind == Kind::memo;
  return search::seconds_left(elapsed, elapsed / (elapsed + by_clock), by_tables);
}

/// The bytes that a competing method may use: the memory limit less the memory of the other
/// methods. A memo that is not expected to be the fastest method may use only a small part of these
/// bytes.
std::size_t Policy::memory_for(std::size_t number) const {
  const std::size_t left = memory_left(number);
  const bool is_small = competitors_[number].kind == Kind::memo && number != scheduler_.leader();
  return is_small ? std::min(left, memory_of_small_memo()) : left;
}

std::size_t Policy::memory_of_small_memo() const {
  return tables::memo_bytes(*problem_) + memory_limit_ / memo_part_of_memory;
}

/// The memory limit less the bytes that all competing methods except number `except` use.
std::size_t Policy::memory_left(std::optional<std::size_t> except) const {
  std::size_t held = 0;
  for (std::size_t c = 0; c < competitors_.size(); ++c) {
    if (c != except && competitors_[c].way) held += competitors_[c].way->memory_bytes();
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
    if (competitor.way) take(*competitor.way);
  }
  return best;
}

double Policy::share() const {
  if (winner_) return 1;
  return replacement_ ? replacement_->share() : competitors_[scheduler_.leader()].way->share();
}

std::size_t Policy::memory_bytes() const {
  if (replacement_) return replacement_->memory_bytes();
  std::size_t sum = 0;
  for (const Competitor& competitor : competitors_) {
    if (competitor.way) sum += competitor.way->memory_bytes();
  }
  return sum;
}

void Policy::add_to(CountResult& result) const {
  CountResult sum = so_far_;
  for (std::size_t c = 0; c < competitors_.size(); ++c) {
    const Competitor& competitor = competitors_[c];
    if (!competitor.way) continue;
    competitor.way->add_to(sum);
    const bool won = winner_ == c;
    if (c < searches() && scheduler_[c].seconds == 0 && !won) continue;  // the search has not begun
    add_trial(sum, {.what = row(competitor.kind).name,
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
  return kind == Kind::first_choices || kind == Kind::canonical_forms || kind == Kind::fold ||
         kind == Kind::images;
}

void Policy::report_into(CountResult& result) const {
  const Way& way =
      replacement_ ? *replacement_ : *competitors_[winner_.value_or(scheduler_.leader())].way;
  way.report_into(result);
  const bool have_both_begun =
      searches() == 2 && scheduler_[0].seconds > 0 && scheduler_[1].seconds > 0;
  if (have_both_begun && winner_ && *winner_ < searches()) result.quicker = result.engine;
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
