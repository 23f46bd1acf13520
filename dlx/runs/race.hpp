// A run that is stored in a file is a search in units, because units survive any interruption. But
// a sweep, a memo or symmetries may take seconds where the search takes years. So a
// counting::Counter, which chooses among all methods, competes with the crew for time. The run ends
// as soon as one of the two has ended. The work of the crew is saved. Of the work of the
// counting::Counter, only the tables of its sweeps are saved (TableFolder); its other work is lost
// when the process ends.
//
// The rule. The crew and the counting::Counter take turns, and turns become longer as time is
// spent. The counting::Counter has half of the time if it is expected to end before the crew. The
// counting::Counter also has half of the time if the crew is expected to need more than `far` times
// the time spent so far. In all other cases the counting::Counter has the part `share_of_counter`
// of the time.
//
// The guarantee, even if all expectations are wrong: at least half of the time is spent on work
// that is saved. So a run takes at most twice the time of the crew alone, plus two first turns. A
// run also takes at most 1 / share_of_counter times the time of the counting::Counter alone. If the
// expectations are right, a run takes at most twice the time of the counting::Counter alone. If a
// run takes days and the crew ends first, the counting::Counter takes about 1 / far +
// share_of_counter of the time, which is a quarter.
//
// Not done. The counting::Counter does not run in a thread of its own, in parallel with the crew,
// because on two cores it would have half of the machine until the run ends. A counting::Counter
// that is expected to end first does not have more than half of the time, because a run that is
// killed every hour would lose most of each hour. The first turn does not ignore the time limit. If
// a run were repeatedly resumed for less than a first turn, the counting::Counter would have all
// the time. So the crew begins if the time limit is short, because a counting::Counter has steps
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

/// Options that determine how the two contestants of a race share the time.
struct RaceOptions {
  /// The fraction of the time that the counting::Counter has while the crew is expected to end
  /// first.
  double share_of_counter = 1 / 8.0;
  /// The counting::Counter has half of the time if the crew is expected to need more than `far`
  /// times the time spent so far.
  double far = 8;
  std::chrono::nanoseconds first_turn = std::chrono::milliseconds(500);
};

/// Whether the tables of a Counter are saved when the time of Race::run() is over. Saving tables is
/// unnecessary if the race continues soon.
enum class AtTheEnd : bool { saves_tables, goes_on };

/// The contestant that takes turns with the crew: a counting::Counter, or a ClassCounter if the run
/// counts classes.
class Rival {
 public:
  Rival(counting::Counter& counter) : counter_(&counter) {}  // NOLINT: either is a rival
  Rival(ClassCounter& counter) : counter_(&counter) {}       // NOLINT

  Status run(std::chrono::nanoseconds turn);
  [[nodiscard]] Status status() const;
  [[nodiscard]] double share() const;
  /// Saves the tables of the contestant; see Counter::keep_tables().
  void keep_tables();

 private:
  std::variant<counting::Counter*, ClassCounter*> counter_;
};

/// Lets a crew and a Counter take turns on one run until one of them has ended.
class Race {
 public:
  /// All arguments must outlive the race. The counting::Counter must count the solutions of all
  /// units, and must have no limits of its own.
  Race(Crew& crew, const UnitStore& units, Rival counter, const RaceOptions& options = {});

  /// Runs until the crew or the counting::Counter has ended and returns `exhausted`;
  /// answered_by_counter() tells which one has ended. The call also ends when `time` has passed, or
  /// when the stop flag of the crew or of the counting::Counter is raised. The race can be
  /// continued by another call.
  Status run(std::optional<std::chrono::nanoseconds> time, AtTheEnd end = AtTheEnd::saves_tables);

  /// Whether the counting::Counter ended first.
  [[nodiscard]] bool answered_by_counter() const { return counter_.status() == Status::exhausted; }
  /// Whether the counting::Counter is expected to end first.
  [[nodiscard]] bool counter_leads() const;

  /// The seconds that each contestant has spent.
  /// @{
  [[nodiscard]] double crew_seconds() const { return crew_seconds_; }
  [[nodiscard]] double counter_seconds() const { return counter_seconds_; }
  /// @}

 private:
  Status run_counter(std::chrono::nanoseconds turn);
  void keep_tables();
  /// The expected number of seconds until the Counter or the crew ends; infinite if unknown.
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
  // Length of the first turn in seconds; at most a quarter of the time limit of run().
  double first_turn_ = 0;
  std::uint64_t nodes_at_start_;
  // Whether the Counter has the first turn. The crew has the first turn if it has already done
  // units or if the time limit is short.
  bool counter_begins_;
  bool counter_is_out_ = false;
  double crew_seconds_ = 0;
  double counter_seconds_ = 0;
};

}  // namespace dlx::runs
