#include "dlx/search/scheduler.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace dlx::search {
namespace {

using Record = Scheduler::Record;

constexpr double shortest_turn = 2e-5;  // the shortest turn of a search or table method, in seconds
// A turn of the method that is expected to end first (the leader) takes at most `growth` times the
// time that all methods have spent. Every other method waits until its turn would be at least
// `growth` times the time that it has spent itself.
constexpr double growth = 0.5;
// A method replaces the leading method if it is expected to need less than `clearly_better` times
// the time that the leading method still needs.
constexpr double clearly_better = 0.7;
// The method expected to end first is called hopeless if it still needs more than 30 times the time
// spent. Then larger time shares for the other methods add at most 3 % to the total time.
constexpr double hopeless_by_spent = 30;
constexpr double times_share_if_hopeless = 8;
constexpr double first_turn_by_spent = 1 / 8.0;
// A method is comparable if its estimated time is near the leading method's. A comparable method
// gets more time at first, because first estimates are wrong by factors of ten in both directions.
// A comparable method also gets a larger fraction of the time. For the counting method memo, a
// larger fraction does not save time: Langford 12 takes 1.15 times as long.
constexpr double early_seconds = 12e-3;
// The maximum additional time that a comparable method gets at the beginning, as a fraction of the
// sum of the time spent and the leading method's time left.
constexpr double early_part = 1 / 8.0;
constexpr double share_of_comparable = 1 / 16.0;
// The estimates of a method that becomes slower (Pace::slowing) are multiplied by (1 + part left /
// part done) to the power of this exponent.
constexpr double doubt_in_beginning = 0.1;

/// The time left if a method continues at its average speed so far.
double left_by_share(double seconds, double done) {
  return done > 0 ? seconds * (1 - done) / done : Scheduler::unknown;
}

double time_to_check(const Record& record, double left) {
  return record.facts.check == 0 ? 0 : record.facts.check * (record.seconds + left);
}

}  // namespace

void Scheduler::add(const Contestant& contestant) {
  records_.push_back({.facts = contestant, .added_at = spent_});
}

void Scheduler::drop(std::size_t number) {
  records_[number].dropped = true;
  if (number == leader_) leader_ = 0;
}

void Scheduler::record(std::size_t number, double seconds, double done) {
  Record& record = records_[number];
  record.seconds += seconds;
  record.done = done;
  spent_ += seconds;
}

// -------------------------------------------------------------------------------- estimates ---

double Scheduler::left(std::size_t number) const {
  const Record& record = records_[number];
  if (record.dropped) return unknown;
  if (record.seconds < record.facts.alike) return record.facts.alike - record.seconds;
  const double rest = left(number, record.seconds, record.done);
  // The first estimate already includes the time to check the certificate, so this time is added
  // only to later estimates.
  const bool is_seen = !std::isinf(record.facts.expected) && record.done > 0;
  return is_seen ? rest + time_to_check(record, rest) : rest;
}

double Scheduler::left(std::size_t number, double seconds, double done) const {
  const Record& record = records_[number];
  const double rest = left_by_share(seconds, done);
  if (std::isinf(record.facts.expected)) return rest;
  const bool is_seen = !std::isinf(rest);
  if (is_seen && record.facts.pace == Pace::even) return rest;
  if (is_seen && record.facts.pace == Pace::slowing) {
    return record.doubt * rest * std::pow(1 + rest / seconds, doubt_in_beginning);
  }
  const double expected = record.facts.expected - seconds;
  // If the method has already spent more time than its first estimate, this estimate was wrong and
  // is ignored.
  return record.doubt * (expected <= 0 ? rest : std::min(rest, expected));
}

/// Whether the leading method has spent less than twice the time that it took earlier for a similar
/// task.
bool Scheduler::is_as_expected() const {
  return records_[leader_].seconds < 2 * records_[leader_].facts.alike;
}

bool Scheduler::is_comparable(std::size_t number) const {
  const Record& record = records_[number];
  if (record.facts.comparable == 0 || is_as_expected()) return false;
  double rest = left(number);
  if (record.facts.pace == Pace::slowing) {
    rest = left_by_share(record.seconds, record.done);
    rest += time_to_check(record, rest);
  }
  return rest <= record.facts.comparable * left();
}

/// Whether the leading method is expected to need far more time than all methods together have
/// spent so far. The result is always false if the leading method is a sweep (Pace::slowing),
/// because a sweep ends soon compared with other methods.
bool Scheduler::is_hopeless() const {
  return records_[leader_].facts.pace != Pace::slowing && left() > hopeless_by_spent * spent_;
}

bool Scheduler::first_works_alone() const {
  return spent_ <= alone_ && leader_ == 0 && records_[0].seconds + left(0) <= alone_;
}

// ------------------------------------------------------------------------------------ turns ---

Scheduler::Turn Scheduler::next_turn() {
  if (in_turns_) {
    leader_ = next_in_circle();
    return {leader_, unknown};
  }
  choose_leader();
  const std::size_t number = challenger().value_or(leader_);
  return {number, seconds_of_turn(number)};
}

void Scheduler::choose_leader() {
  double least = left();
  if (!records_[leader_].dropped) least *= clearly_better;
  const std::size_t before = leader_;
  for (std::size_t number = 0; number < records_.size(); ++number) {
    const double rest = left(number);
    if (number == before || !(rest < least)) continue;
    least = rest;
    leader_ = number;
  }
  // If the leading method was dropped, and no other method has a known time left, the first method
  // that was not dropped becomes the leading method.
  if (records_[leader_].dropped) {
    leader_ = 0;
    while (leader_ + 1 < records_.size() && records_[leader_].dropped) ++leader_;
  }
  Record& leader = records_[leader_];
  if (leader_ != before) leader.promised = leader.seconds + left();
  if (leader.seconds > 2 * leader.promised) {
    leader.doubt *= 2;
    leader.promised = leader.seconds + left();
  }
}

std::size_t Scheduler::next_in_circle() {
  std::size_t number = leader_;
  do {
    number = (number + 1) % records_.size();
  } while (records_[number].dropped);
  return number;
}

/// The first method other than the leading method that has spent less than its share of the time.
/// If the leading method is expected to end within less time than this method's turn would take,
/// the method waits until twice as much time has been spent.
std::optional<std::size_t> Scheduler::challenger() const {
  if (first_works_alone()) return {};
  for (std::size_t number = 0; number < records_.size(); ++number) {
    const Record& record = records_[number];
    if (number == leader_ || record.dropped) continue;
    if (record.seconds == 0 && is_as_expected()) continue;
    const double due = seconds_of_turn(number);
    if (due < std::max(shortest_turn, growth * record.seconds)) continue;
    const bool has_waited =
        record.seconds == 0 ? spent_ >= 2 * record.added_at : due >= 2 * growth * record.seconds;
    if (due <= left() || has_waited) return number;
  }
  return {};
}

double Scheduler::seconds_of_turn(std::size_t number) const {
  if (number == leader_) return seconds_of_leader();
  const Record& record = records_[number];
  const Contestant& facts = record.facts;
  if (record.seconds == 0) {
    return std::min(first_turn_by_spent * spent_, facts.first_turn) / facts.threads;
  }
  double due = facts.share * (is_hopeless() ? times_share_if_hopeless : 1) * spent_;
  if (is_comparable(number)) {
    const double early = std::min(early_seconds, early_part * (spent_ + left()));
    due = std::max({due, share_of_comparable * spent_, std::min(early, spent_ / 3)});
  }
  return due / facts.threads - record.seconds;
}

/// The length of the leading method's next turn. The first turn of a new leading method is short,
/// and each later turn at most doubles the leading method's time. The turn is shorter if a
/// preparation step becomes due earlier.
double Scheduler::seconds_of_leader() const {
  const Record& record = records_[leader_];
  const double first = std::min(first_turn_by_spent * spent_, record.facts.first_turn);
  double seconds = std::min(growth * spent_, std::max(record.seconds, first));
  for (const Preparation& step : steps_) {
    if (step.cost > spent_) seconds = std::min(seconds, step.cost - spent_);
  }
  return std::max(seconds, shortest_turn);
}

// ------------------------------------------------------------------------------------ steps ---

std::optional<Preparation> Scheduler::due_step(std::size_t& from) {
  while (from < steps_.size() && !is_due(steps_[from])) ++from;
  if (from == steps_.size()) return {};
  Preparation step = std::move(steps_[from]);
  steps_.erase(steps_.begin() + static_cast<std::ptrdiff_t>(from));
  return step;
}

bool Scheduler::is_due(const Preparation& step) const {
  if (in_turns_ || step.at_once) return true;
  if ((step.first || spent_ > 0) && step.alike > 0 && step.alike >= step.worth * step.cost) {
    return true;
  }
  if (spent_ < step.cost) return false;
  if (!step.urgent && first_works_alone()) return false;
  return left() >= step.worth * step.cost ||
         (left() >= step.cost && spent_ >= step.latest * step.cost) ||
         spent_ >= 5 * step.latest * step.cost;
}

bool Scheduler::is_task_final() const {
  return std::none_of(steps_.begin(), steps_.end(),
                      [](const Preparation& step) { return step.changes_task; });
}

}  // namespace dlx::search
