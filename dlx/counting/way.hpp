#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/core/tally.hpp"
#include "dlx/counting/result.hpp"
#include "dlx/counting/stopwatch.hpp"
#include "dlx/names.hpp"
#include "dlx/preprocess/reduced_problem.hpp"
#include "dlx/search/control.hpp"
#include "dlx/search/options.hpp"
#include "dlx/search/progress.hpp"
#include "dlx/search/trace.hpp"

/// The counting methods from which a Counter chooses. A Way is an object that counts the solutions
/// of one problem by one method.
namespace dlx::counting {

using Clock = std::chrono::steady_clock;

using search::seconds_since;

/// Converts seconds to a duration between 0 and 1e9 seconds (about thirty years).
[[nodiscard]] inline std::chrono::nanoseconds nanoseconds(double seconds) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
      std::chrono::duration<double>(std::clamp(seconds, 0.0, 1e9)));
}

/// The moment when a time limit ends that begins now. Limits above 1e9 seconds end after 1e9
/// seconds, because later moments may exceed the range of the clock.
[[nodiscard]] inline Clock::time_point end_of(std::chrono::nanoseconds time) {
  return Clock::now() + std::clamp(time, nanoseconds(0), nanoseconds(1e9));
}

/// The limits of one call of Way::run().
struct Slice {
  std::optional<Clock::time_point> until = {};
  std::optional<std::uint64_t> work = {};  ///< maximum number of nodes and states together

  [[nodiscard]] bool is_over() const {
    return (work && *work == 0) || (until && Clock::now() >= *until);
  }
  /// These limits, with the time limit reduced to at most `seconds` seconds from now.
  [[nodiscard]] Slice at_most(double seconds) const {
    Slice shorter = *this;
    const Clock::time_point end = Clock::now() + nanoseconds(seconds);
    shorter.until = until ? std::min(*until, end) : end;
    return shorter;
  }
  /// The limits that are left after `done` nodes and states of work.
  [[nodiscard]] Slice after(std::uint64_t done) const {
    Slice left = *this;
    if (left.work) *left.work -= std::min(*left.work, done);
    return left;
  }
};

/// Converts `slice`, which begins now, to the limits of a search or of a table. `work` is the
/// number of nodes or states that the search or the table has already visited.
[[nodiscard]] inline search::Limits limits_for(const Slice& slice, std::uint64_t work) {
  search::Limits limits;
  if (slice.until) {
    limits.time = std::max<std::chrono::nanoseconds>(*slice.until - Clock::now(),
                                                     std::chrono::nanoseconds(0));
  }
  if (slice.work) limits.nodes = work + *slice.work;
  return limits;
}

/// The status of a count after a call of run() whose search ended with `status`. A limit of this
/// call does not end the count, so the result is then `running`.
[[nodiscard]] inline Status status_after_slice(Status status) {
  const bool paused = status == Status::time_limit || status == Status::node_limit;
  return paused ? Status::running : status;
}

/// Data that all counting methods (Ways) of one count share, and data on the problem that a Way
/// counts, which may be a part of the given problem.
struct Context {
  const Options* options;
  const Resources* resources;
  /// Points to the moment at which the entire count must end; the optional is empty if the time is
  /// not limited. The Counter sets this moment.
  const std::optional<Clock::time_point>* end;
  /// The names of items in the order in which to branch on them.
  std::vector<std::string> order = {};
  search::ProgressCallback report = {};  ///< receives progress reports of the count of this problem
  /// Receives the certificate for this problem; null if no certificate is wanted.
  search::Trace* trace = nullptr;
  Alike alike = {};  ///< statistics of earlier counts of similar problems

  /// The deadline of work that cannot pause, at most `seconds` seconds from now.
  [[nodiscard]] search::Deadline deadline(double seconds = 1e9) const {
    const std::chrono::nanoseconds time = nanoseconds(seconds);
    return deadline_of_count(resources->longest_step ? std::min(time, *resources->longest_step)
                                                     : time);
  }
  /// The moment at which the entire count must end, but at most `time` from now. It is the deadline
  /// of work without which a counting method cannot begin, because Resources::longest_step does not
  /// limit such work.
  [[nodiscard]] search::Deadline deadline_of_count(
      std::chrono::nanoseconds time = nanoseconds(1e9)) const {
    if (*end) time = std::min<std::chrono::nanoseconds>(time, **end - Clock::now());
    return {std::max(time, std::chrono::nanoseconds(0)), options->stop};
  }
  /// The rule by which a search chooses the item to branch on.
  [[nodiscard]] BranchingRule rule() const {
    return order.empty() ? options->branching : BranchingRule::given_order;
  }
  /// Whether items that are copies of each other may be merged. If the user chose a method, an
  /// engine or a rule that may not support multiplicities, copies must not be merged.
  [[nodiscard]] preprocess::CopyUse copy_use() const {
    const bool free =
        options->method != CountMethod::memo && options->method != CountMethod::signs &&
        options->engine == EngineKind::automatic && rule() == BranchingRule::minimum_remaining;
    return free ? preprocess::CopyUse::merged : preprocess::CopyUse::apart;
  }
  /// A stopwatch to measure the time of a counting method or of its preparation.
  [[nodiscard]] Stopwatch stopwatch() const {
    return Stopwatch(resources->jobs.threads <= 1 && resources->tables == nullptr &&
                     !resources->make_scratch);
  }
  [[nodiscard]] bool stop_is_raised() const {
    return search::Deadline({}, options->stop).reached();
  }
  /// Options for a search, a sweep or a memoised count, without limits.
  [[nodiscard]] Options search_options() const {
    Options search = *options;
    search::limit(search, {});
    search.preprocess = false;
    search.order = order;
    search.on_progress = report;
    search.trace = trace;
    return search;
  }
};

/// Returns the context, but without a certificate if the problem has no primary items. The only
/// solution of such a problem is the empty set of options, which certificates do not record.
[[nodiscard]] inline Context recording(Context context, const Problem& problem) {
  if (problem.primary_count() == 0) context.trace = nullptr;
  return context;
}

/// A method that counts the solutions of one problem, with the state of its count. A Way can pause
/// at any node or state, and continue later.
class Way {
 public:
  Way() = default;
  Way(const Way&) = delete;
  Way& operator=(const Way&) = delete;
  virtual ~Way() = default;

  /// Continues the count. Returns `exhausted` at the end of the count, `running` if the limits of
  /// `slice` are reached, `stopped` if the stop flag is raised, or `memory_limit` if memory does
  /// not suffice. Work that cannot pause may take longer than `slice` allows.
  virtual Status run(const Slice& slice) = 0;
  /// Does the first work of run() that cannot pause, such as making tables. Returns `exhausted`
  /// once this work is done, otherwise the reason why it could not be done, as run() does.
  virtual Status prepare() { return Status::exhausted; }
  /// Completes the certificate of a Way that has not finished its count and will not run again.
  virtual void close() {}
  /// After this call, the Way may use several threads, if its method supports threads.
  virtual void allow_threads() {}
  /// Writes the certificate of a finished count, if the method wrote nothing to it while it ran.
  virtual void write_certificate(search::Trace& /*trace*/) const {}
  /// Saves the state of sweeps and sums over signs, if there is a TableStore. The Counter calls
  /// keep_tables() before a pause after which the program may end. Passes on the exceptions of the
  /// TableStore.
  virtual void keep_tables() {}

  /// The number of solutions counted so far; a lower bound until run() has returned exhausted.
  [[nodiscard]] virtual Total counted() const = 0;
  /// An estimate of the part of the count that is done, from 0 to 1; see Progress::share.
  [[nodiscard]] virtual double share() const = 0;
  /// The number of nodes and states that the Way has visited so far.
  [[nodiscard]] virtual std::uint64_t work() const = 0;
  /// The seconds that the work done so far would take on a typical machine. Nominal seconds are
  /// computed from nodes and states without a clock, so that they are equal in every run.
  [[nodiscard]] virtual double nominal_seconds() const = 0;
  /// The nominal seconds that the first node or state is expected to take.
  [[nodiscard]] virtual double first_pace() const { return 5e-7; }
  /// The largest number of states that a sweep has stored at once.
  [[nodiscard]] virtual std::uint64_t most_states() const { return 0; }
  /// The number of bytes of memory that this Way uses.
  [[nodiscard]] virtual std::size_t memory_bytes() const = 0;
  /// Sets a new upper limit on the bytes of memory that the Way uses. A Way that already uses more
  /// memory than the limit keeps its tables.
  virtual void set_memory_limit(std::size_t /*bytes*/) {}
  /// Adds the statistics of this Way to the result.
  virtual void add_to(CountResult& result) const = 0;
  /// Sets the fields `method`, `engine` and `why` of the result. report_into() is called only for
  /// the Way whose count is the result.
  virtual void report_into(CountResult& result) const = 0;
};

/// The nominal seconds that one node or state of a Way takes.
[[nodiscard]] inline double pace_of(const Way& way) {
  constexpr double least = 1e-9;
  const auto done = static_cast<double>(way.work());
  return done > 0 ? std::max(way.nominal_seconds() / done, least) : way.first_pace();
}

/// The limits under which a Way runs for about `seconds` nominal seconds, within the limits of
/// `slice`.
[[nodiscard]] inline Slice turn_of(const Way& way, Slice slice, double seconds) {
  constexpr double most = 1e9;
  if (!(seconds < most)) return slice;
  const auto work = static_cast<std::uint64_t>(std::max(seconds / pace_of(way), 1.0));
  slice.work = std::min(slice.work.value_or(work), work);
  return slice;
}

/// The weights of a part of a problem. Option o of the part is the problem's option originals[o].
[[nodiscard]] inline Tally restricted(const Tally& weights_of,
                                      std::span<const OptionId> originals) {
  if (!weights_of.weighted()) return {};
  std::vector<OptionWeight> weights;
  weights.reserve(originals.size());
  for (const OptionId original : originals) {
    weights.push_back(weights_of.weights()[index(original)]);
  }
  return Tally(std::move(weights));
}

/// Raises the memory of the result to `bytes`, if `bytes` is larger. The bytes are not added up,
/// because the counting methods do not use memory at the same time.
inline void add_memory(CountResult& result, std::size_t bytes) {
  result.statistics.memory_bytes = std::max(result.statistics.memory_bytes, bytes);
}

/// Adds an attempt (Trial) to the result, or adds its time to an earlier attempt with the same name
/// and outcome.
inline void add_trial(CountResult& result, Trial trial) {
  const auto alike = [&](const Trial& t) {
    return t.what == trial.what && t.outcome == trial.outcome;
  };
  const auto place = std::find_if(result.trials.begin(), result.trials.end(), alike);
  if (place == result.trials.end()) {
    result.trials.push_back(std::move(trial));
  } else {
    place->seconds += trial.seconds;
    place->times += trial.times;
  }
}

}  // namespace dlx::counting
