// A run that is stored in a file is a search in units of work, because finished units survive any
// interruption. But another counting method may take seconds where the search takes years. So a
// counting::Counter, which chooses among all methods, competes for time with the crew, the threads
// that search the units. The run ends as soon as the crew or the Counter has ended. The work of the
// crew is saved. Of the work of the Counter, only the tables of its sweeps are saved (TableFolder);
// its other work is lost when the process ends.
//
// The rule. The search and the Counter take turns, and turns become longer as time is spent. The
// Counter has half of the time if it is expected to end before the search. The Counter also has
// half of the time if the search is expected to need more than `far` times the time spent so far.
// In all other cases the Counter has the fraction `share_of_counter` of the time.
//
// The guarantee, even if all expectations are wrong: at least half of the time is spent on work
// that is saved. So a run takes at most twice the time of the search alone, plus two first turns. A
// run also takes at most 1 / share_of_counter times the time of the Counter alone. If the
// expectations are right, a run takes at most twice the time of the Counter alone. If a run takes
// days and the search ends first, the Counter takes about 1 / far + share_of_counter of the time,
// which is a quarter.
//
// Not done. The Counter does not run in a thread of its own, in parallel with the search, because
// on two cores it would have half of the machine until the run ends. A Counter that is expected to
// end first does not have more than half of the time, because a run that is killed every hour would
// lose most of each hour. The first turn does not ignore the time limit. If a run were repeatedly
// resumed for less than a first turn, the Counter would have all the time. So the search has the
// first turn if the time limit is short, because a Counter has steps that cannot pause.

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

/// Options that determine how a search and a Counter, which compete on one count, share the time.
struct RaceOptions {
  /// The fraction of the time that the Counter has while the search is expected to end first.
  double share_of_counter = 1 / 8.0;
  /// The Counter has half of the time if the search is expected to need more than `far` times the
  /// time spent so far.
  double far = 8;
  std::chrono::nanoseconds first_turn = std::chrono::milliseconds(500);
};

/// Whether the tables of a Counter are saved when the time of Race::run() is over. Saving tables is
/// unnecessary if run() is called again soon.
enum class AtTheEnd : bool { saves_tables, goes_on };

/// The object that competes with the search: a Counter, or a ClassCounter if the run counts classes
/// of solutions under symmetry.
class Rival {
 public:
  Rival(counting::Counter& counter) : counter_(&counter) {}  // NOLINT: either is a rival
  Rival(ClassCounter& counter) : counter_(&counter) {}       // NOLINT

  Status run(std::chrono::nanoseconds turn);
  [[nodiscard]] Status status() const;
  [[nodiscard]] double share() const;
  /// Saves the tables of the Counter; see Counter::keep_tables().
  void keep_tables();

 private:
  std::variant<counting::Counter*, ClassCounter*> counter_;
};

/// Lets search threads (a Crew) and a Counter take turns on one count until one of them has ended.
class Race {
 public:
  /// All arguments must outlive this object. The Counter must count the solutions of all units of
  /// work, and must have no limits of its own.
  Race(Crew& crew, const UnitStore& units, Rival counter, const RaceOptions& options = {});

  /// Runs until the search or the Counter has ended and returns `exhausted`; answered_by_counter()
  /// tells which one has ended. The call also ends when `time` has passed, or when the stop flag of
  /// the search or of the Counter is set. Another call of run() continues the work.
  Status run(std::optional<std::chrono::nanoseconds> time, AtTheEnd end = AtTheEnd::saves_tables);

  /// Whether the Counter ended before the search.
  [[nodiscard]] bool answered_by_counter() const { return counter_.status() == Status::exhausted; }
  /// Whether the Counter is expected to end before the search.
  [[nodiscard]] bool counter_leads() const;

  /// The seconds that the search and the Counter have spent.
  /// @{
  [[nodiscard]] double crew_seconds() const { return crew_seconds_; }
  [[nodiscard]] double counter_seconds() const { return counter_seconds_; }
  /// @}

 private:
  Status run_counter(std::chrono::nanoseconds turn);
  void keep_tables();
  /// The expected number of seconds until the Counter or the search ends; infinite if unknown.
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
  // Whether the Counter has the first turn, before the search. The search has the first turn if
  // units of work are already done, or if the time limit is short.
  bool counter_begins_;
  bool counter_is_out_ = false;
  double crew_seconds_ = 0;
  double counter_seconds_ = 0;
};

}  // namespace dlx::runs
