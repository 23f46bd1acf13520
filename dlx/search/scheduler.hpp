// Several contestants work on the same task, one at a time, and the first to end completes the
// task. The first contestant to end cannot be predicted: the times of a search, a sweep and a memo
// differ by factors of millions in both directions, and every estimate can be wrong. The scheduler
// chooses the next contestant and the length of its turn. The scheduler computes with the seconds,
// measured or nominal, that its caller reports, and reads no clock.
//
// The rule.
//   1. The first contestant begins. A step is work that makes another contestant or a smaller task.
//      A step is paid for by time that has been spent, never by time that is only expected. A step
//      of `cost` seconds is due in two cases. First, `cost` seconds have been spent, and the leader
//      is expected to need at least `worth` times `cost` seconds more. Second, `latest` times
//      `cost` seconds have been spent (5 times that if the leader is expected to end before the
//      step would).
//   2. The leader is the contestant that is expected to end first. The leader gets most of the
//      time. Every other contestant gets at least its share of the time spent so far, and eight
//      times its share while the leader is expected to need far more time than was spent so far. A
//      contestant whose estimate is near the leader's estimate has a larger share.
//   3. A contestant that has worked on a similar task is expected to need the time of that task. If
//      this contestant leads, contestants that have not begun wait until it has spent twice that
//      time.
//
// The guarantee. Suppose that a contestant alone needs T seconds, and that the steps that make it
// need P seconds by their estimates. Then the task ends after at most T / share + 5 * latest * P
// seconds, even if every estimate is wrong. If a contestant has worked on a similar task, twice the
// time of the similar task is added. If several threads wait while a contestant works alone, the
// time is multiplied by their number. If the leader is the best contestant, the other contestants
// cost the sum of their shares of the time, and one first turn of some milliseconds for each.
//
// Three other schedules were rejected:
//   - Contestants could run in separate threads. But a library must not start threads without being
//     asked, and tables compete for the cache.
//   - Contestants could begin again, each time with twice the time. But a memo that needs T seconds
//     would then end after 32 T at best.
//   - A contestant could be chosen once, by features of the task. On the graph partitions of the
//     public benchmark, such choices were wrong by unbounded factors.
//
// The following changes were tried and removed, because some problems took longer:
//   - A leader that is nearly done remained the leader. Long options 8 took up to 5 times as long.
//   - The estimates of a sweep were ignored before a tenth of the sweep was done. Sparse cover 7
//     took 3.5 times as long.
//   - Sweeps whose estimates are near the leader's got a sixth or a third of the time. Dense and
//     sparse covers took 1.5 to 2 times as long.
//   - The estimates of a sweep were raised by their growth while the sweep ran. Langford 12 took
//     1.4 times as long, dense covers up to 2.6 times.
//   - A leader was replaced only by a contestant that is expected to end in half or a third of its
//     time. Sparse covers took up to 5.8 times as long.

#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

namespace dlx::search {

/// How the pace of a contestant changes, and therefore how reliable the contestant's own estimates
/// are.
enum class Pace {
  uncertain,  ///< use the first estimate as long as the contestant's own estimate is larger
  /// Use the contestant's own estimate, which is too low while little of the contestant's work is
  /// done.
  slowing,
  even,  ///< use the contestant's own estimate, which is right
};

/// The properties of a contestant that the scheduler must know before the contestant begins. Times
/// are in seconds.
struct Contestant {
  static constexpr double unknown = std::numeric_limits<double>::infinity();

  /// The part of the time spent so far that the contestant gets as long as it does not lead.
  double share = 0;
  /// The longest first turn of the contestant, after which its pace is known.
  double first_turn = 0;
  double expected = unknown;  ///< the total time that the contestant is expected to need
  /// The contestant is comparable if it needs at most this many times the leader's time.
  double comparable = 0;
  Pace pace = Pace::uncertain;  ///< how reliable the contestant's own estimates are
  /// The time to check the contestant's certificate, divided by the contestant's own time.
  double check = 0;
  double threads = 1;  ///< the number of threads that wait while the contestant works
  /// The time that the contestant took for a similar task; 0 if it has worked on no similar task.
  double alike = 0;
};

/// A step that is taken once enough time has been spent; see rule 1 at the head of the file. The
/// cost of a step is estimated.
struct Preparation {
  std::function<void()> take;
  double cost;  ///< the estimated time of the step in seconds
  /// The step is due once its cost has been spent and the leader is expected to need `worth` times
  /// its cost.
  double worth;
  /// The step is also due once `latest` times its cost has been spent, or 5 times that if the
  /// leader is expected to end before the step would.
  double latest;
  /// For a step that makes a contestant: the seconds that this contestant took for a similar task;
  /// 0 if that is unknown.
  double alike = 0;
  /// If `first` is true and `alike` is known, the step may be due even before the first turn.
  bool first = false;
  bool at_once = false;  ///< whether the step is due at the beginning
  /// Whether the step changes the task, so that threads wait until the step has been taken.
  bool changes_task = false;
};

/// Chooses the contestant that takes the next turn. The head of the file describes the rule.
class Scheduler {
 public:
  static constexpr double unknown = Contestant::unknown;

  /// The contestant that takes a turn, and the longest time of the turn in seconds.
  struct Turn {
    std::size_t number;
    double seconds;
  };
  /// The work that a contestant has done so far.
  struct Record {
    Contestant facts;
    bool dropped = false;
    double seconds = 0;  ///< the number of seconds that the contestant has spent
    /// The part of the contestant's work that is done after its last turn, from 0 to 1.
    double done = 0;
    /// The total seconds that the contestant was expected to need when it began to lead.
    double promised = unknown;
    /// The factor of the contestant's estimates. The factor is doubled whenever the contestant has
    /// spent twice `promised`.
    double doubt = 1;
    /// The seconds that all contestants had spent when this contestant was added.
    double added_at = 0;
  };

  /// Constructs a scheduler. `in_turns` is for tests: all steps are due at once, and all
  /// contestants take turns in a circle.
  explicit Scheduler(bool in_turns = false) : in_turns_(in_turns) {}

  /// Adds a contestant. Contestants are numbered from 0; the first contestant leads.
  void add(const Contestant& contestant);
  /// Excludes a contestant. If this contestant leads, contestant 0 leads until next_turn().
  void drop(std::size_t number);
  void add(Preparation step) { steps_.push_back(std::move(step)); }
  /// Removes the first step that is due, beginning at index `from`, and sets `from` to its index. A
  /// caller first sets `from` to 0. The caller takes the step, calls spend(), and calls due_step()
  /// again.
  [[nodiscard]] std::optional<Preparation> due_step(std::size_t& from);
  /// Adds the seconds that were spent on a step.
  void spend(double seconds) { spent_ += seconds; }

  /// Chooses the leader, and the contestant that takes the next turn of the scheduler.
  [[nodiscard]] Turn next_turn();
  /// Records a turn of a contestant. `done` is the part of its work that the contestant has done so
  /// far, from 0 to 1.
  void record(std::size_t number, double seconds, double done);

  /// The expected number of seconds until the leader ends; infinite if that is unknown.
  [[nodiscard]] double left() const { return left(leader_); }
  [[nodiscard]] double left(std::size_t number) const;
  /// Assumes that the contestant has spent `seconds` and has done the part `done` of its work.
  /// Returns the expected seconds until the contestant ends, without the time to check the
  /// certificate.
  [[nodiscard]] double left(std::size_t number, double seconds, double done) const;
  /// The number of seconds spent by all contestants and on all steps.
  [[nodiscard]] double spent() const { return spent_; }
  [[nodiscard]] std::size_t leader() const { return leader_; }
  [[nodiscard]] const Record& operator[](std::size_t number) const { return records_[number]; }
  /// Whether none of the remaining steps changes the task, so that threads may take over the work.
  [[nodiscard]] bool is_task_final() const;

 private:
  [[nodiscard]] bool is_due(const Preparation& step) const;
  void choose_leader();
  [[nodiscard]] std::size_t next_in_circle();
  [[nodiscard]] std::optional<std::size_t> challenger() const;
  [[nodiscard]] double seconds_of_turn(std::size_t number) const;
  [[nodiscard]] double seconds_of_leader() const;
  [[nodiscard]] bool is_comparable(std::size_t number) const;
  [[nodiscard]] bool is_as_expected() const;
  [[nodiscard]] bool is_hopeless() const;

  bool in_turns_;
  std::vector<Record> records_ = {};
  std::vector<Preparation> steps_ = {};  // the steps that have not been taken, in this order
  std::size_t leader_ = 0;
  double spent_ = 0;
};

}  // namespace dlx::search
