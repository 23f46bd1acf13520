// Several methods (the contestants: searches and table methods) work on the same task in turns, and
// the first method that ends completes the task. It cannot be predicted which method ends first:
// the times of a search, a sweep and a memo differ by factors of millions in both directions, and
// every estimate can be wrong. The scheduler chooses the next method and the length of its turn.
// The scheduler uses the seconds, measured or nominal, that its caller reports, and reads no clock.
//
// The rule.
//   1. The first method begins. A step is preparatory work, which makes another method or a
//      smaller task. A step may take only as much time as has already been spent on the task. A
//      step of `cost` seconds is due in two cases. First, `cost` seconds have been spent, and the
//      leading method is expected to need at least `worth` times `cost` seconds more. Second,
//      `latest` times `cost` seconds have been spent (5 times as much if the leading method is
//      expected to end before the step would).
//   2. The leader is the method that is expected to end first. It gets most of the time. Every
//      other method gets at least a certain share of the time spent so far. It gets eight times
//      this share while the leading method is expected to need far more time than was spent so far.
//      A method whose estimated time is near the leading method's has a larger share.
//   3. A method that has worked on a similar task is expected to need as much time as for that
//      task. If it is the leading method, methods that have not begun wait until it has spent twice
//      this time.
//   4. The first method works alone while it is expected to need at most `alone` seconds in total.
//      The other methods and all steps that are not urgent wait until more than `alone` seconds
//      have been spent, or until the first method is expected to need more.
//
// The guarantee. Suppose that a method alone needs T seconds, and that the steps that make it need
// P seconds by their estimates. Then the task ends after at most T / share + 5 * latest * P
// seconds, even if every estimate is wrong. If a method has worked on a similar task, twice the
// time of the similar task is added to this bound, and rule 4 adds at most `alone` seconds. If
// several threads wait while a method works alone, its time is multiplied by their number. If the
// leading method is the fastest method, the other methods add only their shares of the time, and a
// first turn of some milliseconds each.
//
// Three other schedules were rejected:
//   - Methods could run in separate threads. But a library must not start threads without being
//     asked, and tables compete for the cache.
//   - Methods could restart, each time with twice the time limit. But a memo that needs T seconds
//     would then end after 32 T at best.
//   - One method could be chosen at the beginning, by features of the task. On the graph
//     partitions of the public benchmark, the chosen method was slower than the best by unbounded
//     factors.
//
// The following changes were tried and removed, because some problems took longer:
//   - A leading method that is nearly done was never replaced. The problem "Long options 8" took
//     up to 5 times as long.
//   - The estimates of a sweep were ignored before a tenth of the sweep was done. The problem
//     "Sparse cover 7" took 3.5 times as long.
//   - Sweeps whose estimated times are near the leading method's got a sixth or a third of the
//     time. Dense and sparse covers took 1.5 to 2 times as long.
//   - While a sweep ran, its estimates were raised by the factor by which they had grown so far.
//     Langford 12 took 1.4 times as long, dense covers up to 2.6 times.
//   - A leading method was replaced only by a method that is expected to end in half or a third
//     of the leading method's time. Sparse covers took up to 5.8 times as long.

#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

namespace dlx::search {

/// How the speed of a method changes, and therefore how reliable the method's own estimates of its
/// time are.
enum class Pace {
  uncertain,  ///< use the smaller of the first estimate and the method's own estimate
  /// The method becomes slower: its own estimate is used, but is too low while little of its work
  /// is done.
  slowing,
  even,  ///< use the method's own estimate, because its speed does not change
};

/// The properties of a method (a search or a table method) that the scheduler needs before the
/// method begins. Times are in seconds.
struct Contestant {
  static constexpr double unknown = std::numeric_limits<double>::infinity();

  /// The fraction of the time spent so far that the method gets while another method is the leading
  /// method.
  double share = 0;
  /// The longest first turn of the method, after which its speed is known.
  double first_turn = 0;
  double expected = unknown;  ///< the total time that the method is expected to need
  /// The method gets more time if it is expected to need at most `comparable` times the leading
  /// method's time.
  double comparable = 0;
  Pace pace = Pace::uncertain;  ///< how reliable the method's own estimates are
  /// The time to check the method's certificate, divided by the method's own time.
  double check = 0;
  double threads = 1;  ///< the number of threads that wait while the method works
  /// The time that the method took for a similar task; 0 if it has not worked on a similar task.
  double alike = 0;
};

/// Preparatory work (a step), which is done once enough time has been spent on the task; see rule 1
/// at the head of the file.
struct Preparation {
  std::function<void()> take;
  double cost;  ///< the estimated time of the step in seconds
  /// The step is due once `cost` seconds have been spent and the leading method is expected to need
  /// `worth` times `cost` seconds more.
  double worth;
  /// The step is also due once `latest` times `cost` seconds have been spent, or 5 times as much if
  /// the leading method is expected to end before the step would.
  double latest;
  /// For a step that makes a method: the seconds that this method took for a similar task; 0 if
  /// unknown.
  double alike = 0;
  /// If `first` is true and `alike` is known, the step may be due even before the first turn.
  bool first = false;
  bool at_once = false;  ///< whether the step is due at the beginning
  /// Whether the step changes the task, so that other threads must wait until the step is done.
  bool changes_task = false;
  /// Whether the step is taken even while the first method works alone; see rule 4.
  bool urgent = false;
};

/// Chooses the method that takes the next turn, by the rule at the head of the file.
class Scheduler {
 public:
  static constexpr double unknown = Contestant::unknown;

  /// The method that takes a turn, and the longest time of the turn in seconds.
  struct Turn {
    std::size_t number;
    double seconds;
  };
  /// The work that a method has done so far.
  struct Record {
    Contestant facts;
    bool dropped = false;
    double seconds = 0;  ///< the number of seconds that the method has spent
    /// The fraction of the method's work that is done so far, from 0 to 1.
    double done = 0;
    /// The total seconds that the method was expected to need when it became the leading method.
    double promised = unknown;
    /// The factor by which the method's estimates are multiplied. The factor is doubled whenever
    /// the method has spent twice the time `promised`.
    double doubt = 1;
    /// The seconds that all methods had spent when this method was added.
    double added_at = 0;
  };

  /// Constructs a scheduler. `in_turns` is for tests: all steps are due at once, and all methods
  /// take turns in a circle. The first method works alone while it is expected to need at most
  /// `alone` seconds in total.
  explicit Scheduler(bool in_turns = false, double alone = 0)
      : in_turns_(in_turns), alone_(alone) {}

  /// Adds a method. Methods are numbered from 0; at first, method 0 is the leading method.
  void add(const Contestant& contestant);
  /// Excludes a method from all further turns. If it is the leading method, method 0 is the leading
  /// method until next_turn().
  void drop(std::size_t number);
  void add(Preparation step) { steps_.push_back(std::move(step)); }
  /// Removes and returns the first step that is due, beginning at index `from`, and sets `from` to
  /// its index. The caller first sets `from` to 0. Then it does the step, calls spend(), and calls
  /// due_step() again.
  [[nodiscard]] std::optional<Preparation> due_step(std::size_t& from);
  /// Adds the seconds that were spent on a step.
  void spend(double seconds) { spent_ += seconds; }

  /// Chooses the leading method, and the method that takes the next turn of the scheduler.
  [[nodiscard]] Turn next_turn();
  /// Records a turn of a method. `done` is the fraction of its work that the method has done so
  /// far, from 0 to 1.
  void record(std::size_t number, double seconds, double done);

  /// The expected number of seconds until the leading method ends; infinite if unknown.
  [[nodiscard]] double left() const { return left(leader_); }
  [[nodiscard]] double left(std::size_t number) const;
  /// Returns the expected seconds until the method ends if it has spent `seconds` and has done the
  /// fraction `done` of its work. The time to check a certificate is not included.
  [[nodiscard]] double left(std::size_t number, double seconds, double done) const;
  /// The number of seconds that all methods and all preparation steps have taken.
  [[nodiscard]] double spent() const { return spent_; }
  [[nodiscard]] std::size_t leader() const { return leader_; }
  [[nodiscard]] const Record& operator[](std::size_t number) const { return records_[number]; }
  /// Whether none of the remaining steps changes the task, so that several threads may work on it.
  [[nodiscard]] bool is_task_final() const;

 private:
  [[nodiscard]] bool is_due(const Preparation& step) const;
  [[nodiscard]] bool first_works_alone() const;
  void choose_leader();
  [[nodiscard]] std::size_t next_in_circle();
  [[nodiscard]] std::optional<std::size_t> challenger() const;
  [[nodiscard]] double seconds_of_turn(std::size_t number) const;
  [[nodiscard]] double seconds_of_leader() const;
  [[nodiscard]] bool is_comparable(std::size_t number) const;
  [[nodiscard]] bool is_as_expected() const;
  [[nodiscard]] bool is_hopeless() const;

  bool in_turns_;
  double alone_;  // seconds
  std::vector<Record> records_ = {};
  // The steps that have not been done, in the order in which they were added.
  std::vector<Preparation> steps_ = {};
  std::size_t leader_ = 0;
  double spent_ = 0;
};

}  // namespace dlx::search
