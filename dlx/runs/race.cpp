#include "dlx/runs/race.hpp"

#include <algorithm>
#include <limits>
#include <new>

#include "dlx/runs/forecast.hpp"

namespace dlx::runs {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr double unknown = std::numeric_limits<double>::infinity();
// The length of each turn after the first, as a fraction of the time spent so far.
constexpr double growth = 1 / 8.0;

std::chrono::nanoseconds nanoseconds(double seconds) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(Seconds(std::min(seconds, 1e9)));
}

}  // namespace

Status Rival::run(std::chrono::nanoseconds turn) {
  if (auto* const counter = std::get_if<counting::Counter*>(&counter_))
    return (*counter)->run({.time = turn});
  return std::get<ClassCounter*>(counter_)->run(turn);
}

Status Rival::status() const {
  return std::visit([](const auto* counter) { return counter->status(); }, counter_);
}

double Rival::share() const {
  return std::visit([](const auto* counter) { return counter->share(); }, counter_);
}

void Rival::keep_tables() {
  std::visit([](auto* counter) { counter->keep_tables(); }, counter_);
}

Race::Race(Crew& crew, const UnitStore& units, Rival counter, const RaceOptions& options)
    : crew_(&crew),
      units_(&units),
      counter_(counter),
      options_(options),
      nodes_at_start_(units.sums().nodes),
      counter_begins_(units.units_done() == 0) {}

Status Race::run(std::optional<std::chrono::nanoseconds> time, AtTheEnd end) {
  const Clock::time_point start = Clock::now();
  first_turn_ = Seconds(options_.first_turn).count();
  if (time && *time < 4 * options_.first_turn) {
    first_turn_ = Seconds(*time).count() / 4;
    counter_begins_ = false;
  }
  const auto left = [&] {
    return time ? Seconds(*time - (Clock::now() - start)).count() : unknown;
  };
  while (units_->waiting() != 0) {
    if (left() <= 0) {
      if (end == AtTheEnd::saves_tables) keep_tables();
      return Status::time_limit;
    }
    const bool is_counter = is_counters_turn();
    const auto turn = nanoseconds(std::min(seconds_of_turn(is_counter), left()));
    const Clock::time_point before = Clock::now();
    const Status status = is_counter ? run_counter(turn) : crew_->run({}, turn);
    (is_counter ? counter_seconds_ : crew_seconds_) += Seconds(Clock::now() - before).count();
    if (status == Status::stopped) keep_tables();
    if (status == Status::exhausted || status == Status::stopped) return status;
  }
  return Status::exhausted;
}

void Race::keep_tables() {
  if (!counter_is_out_) counter_.keep_tables();
}

/// Runs the Counter for the time `turn`. If the Counter runs out of memory, it gets no further
/// turns.
Status Race::run_counter(std::chrono::nanoseconds turn) {
  try {
    return counter_.run(turn);
  } catch (const std::bad_alloc&) {
    counter_is_out_ = true;
    return Status::memory_limit;
  }
}

double Race::counter_left() const {
  const double done = counter_.share();
  return done > 0 ? counter_seconds_ * (1 - done) / done : unknown;
}

double Race::crew_left() const {
  const Sums& sums = units_->sums();
  const auto visited = static_cast<double>(sums.nodes - nodes_at_start_);
  if (visited == 0) return unknown;
  const double open =
      expected_nodes(sums.nodes_per_level, units_->open_nodes()) - static_cast<double>(sums.nodes);
  return crew_seconds_ * std::max(open, 0.0) / visited;
}

bool Race::counter_leads() const {
  return counter_left() < crew_left();
}

bool Race::is_counters_turn() const {
  const double spent = crew_seconds_ + counter_seconds_;
  if (counter_is_out_) return false;
  if (spent == 0) return counter_begins_;
  if (counter_seconds_ == 0) return true;
  if (crew_seconds_ == 0) return false;
  const bool has_half = counter_leads() || crew_left() > options_.far * spent;
  return counter_seconds_ < (has_half ? 0.5 : options_.share_of_counter) * spent;
}

double Race::seconds_of_turn(bool is_counter) const {
  const double had = is_counter ? counter_seconds_ : crew_seconds_;
  return std::max(first_turn_, std::min(growth * (crew_seconds_ + counter_seconds_), had));
}

}  // namespace dlx::runs
