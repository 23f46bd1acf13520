// A run that is kept in a file is a search in units, because units survive any interruption. But a
// sweep, a memo or symmetries may take seconds where the search takes years. So a
// counting::Counter, which chooses among all methods, competes with the crew for time, and the run
// ends with the first of the two. The work of the crew is kept. The tables of the
// counting::Counter's sweeps are kept too (TableFolder), but its other work is lost with the
// process.
//
// The rule. The two take turns, and turns become longer as time is spent. The counting::Counter has
// half of the time while the crew expects to need more than `far` times the time spent, and while
// the counting::Counter is expected to end before the crew; otherwise it has `share_of_counter`.
//
// The guarantee, even if all expectations are wrong: at least half of the time is spent on work
// that is kept. So a run takes at most twice the time of the crew alone, and two first turns. It
// takes at most 1 / share_of_counter times the time of the counting::Counter alone; twice, if the
// expectations are right. In a run of days that the crew ends the counting::Counter costs about 1 /
// far + share_of_counter: a quarter.
//
// Alternatives. The counting::Counter in a thread of its own beside the crew: with two threads it
// would have half of the machine to the end. A counting::Counter that leads and has more than half:
// a run that is killed every hour would lose most of each hour. Turns that ignore the time limit: a
// run that is resumed for less than a first turn, again and again, would give the counting::Counter
// all of it. So the crew begins where the limit is short, because a counting::Counter has steps
// that cannot pause.

#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <variant>

#include "dlx/classes.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/names.hpp"
#include "dlx/runs/crew.hpp"
#include "dlx/runs/units.hpp"

namespace dlx::runs {

/// How the two contestants of a race share the time.
struct RaceOptions {
  double share_of_counter = 1 / 8.0;  ///< part of the time spent, where the crew is expected to win
  /// If the end is further away than this many times the time spent, the counting::Counter has
  /// half.
  double far = 8;
  std::chrono::nanoseconds first_turn = std::chrono::milliseconds(500);
};

/// Whether the tables of a Counter are saved when the time of Race::run() is over. They need not be
/// if the race soon goes on.
enum class AtTheEnd : bool { saves_tables, goes_on };

/// A competitor of a crew: a counting::Counter, or a ClassCounter where a run is up to symmetry.
class Rival {
 public:
  Rival(counting::Counter& counter) : counter_(&counter) {}  // NOLINT: either is a rival
  Rival(ClassCounter& counter) : counter_(&counter) {}       // NOLINT

  Status run(std::chrono::nanoseconds turn);
  [[nodiscard]] Status status() const;
  [[nodiscard]] double share() const;
  /// See Counter::keep_tables().
  void keep_tables();

 private:
  std::variant<counting::Counter*, ClassCounter*> counter_;
};

/// A crew and a Counter that compete for one run.
class Race {
 public:
  /// All arguments must outlive the race. The counting::Counter counts the solutions in all units,
  /// without limits of its own.
  Race(Crew& crew, const UnitStore& units, Rival counter, const RaceOptions& options = {});

  /// Runs until one of the two has ended (exhausted: answered_by_counter() says which), or `time`
  /// has passed, or the stop flag of the crew or the counting::Counter is raised. May be called
  /// again.
  Status run(std::optional<std::chrono::nanoseconds> time, AtTheEnd end = AtTheEnd::saves_tables);

  /// Whether the counting::Counter ended first.
  [[nodiscard]] bool answered_by_counter() const { return counter_.status() == Status::exhausted; }
  /// Whether the counting::Counter is expected to end first.
  [[nodiscard]] bool counter_leads() const;

  /// Seconds that each contestant has spent.
  /// @{
  [[nodiscard]] double crew_seconds() const { return crew_seconds_; }
  [[nodiscard]] double counter_seconds() const { return counter_seconds_; }
  /// @}

 private:
  Status run_counter(std::chrono::nanoseconds turn);
  void keep_tables();
  /// Seconds that are expected until the end; infinite: unknown.
  /// @{
  [[nodiscard]] double counter_left() const;
  [[nodiscard]] double crew_left() const;
  /// @}
  [[nodiscard]] bool is_counters_turn() const;
  [[nodiscard]] double seconds_of_turn(bool is_counter) const;

  Crew* crew_;
  const UnitStore* units_;
  Rival counter_;
  RaceOptions options_;
  double first_turn_ = 0;  // seconds: at most a quarter of the time limit of the run at hand
  std::uint64_t nodes_at_start_;
  // The crew begins if it has done units or time is short, otherwise the counter begins.
  bool counter_begins_;
  bool counter_is_out_ = false;
  double crew_seconds_ = 0;
  double counter_seconds_ = 0;
};

}  // namespace dlx::runs
