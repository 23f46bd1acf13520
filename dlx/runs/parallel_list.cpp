// The order. The part of a search tree that is not searched yet (the open work) is a list of
// branches, and the search visits the deepest branch first. So the open work can be divided into
// parts, from the deepest branch to the shallowest. The parts are stored in a list, in the order in
// which a single search would visit them. A thread takes the first part that no thread has. If
// another thread is idle and no part is waiting, a thread splits off the branch nearest to the root
// from its own part. The branch becomes a new part, which follows the thread's part in the list.
// Solutions are stored in their part, and the caller takes the solutions of the first part.
//
// Memory. Once the stored solutions of all parts have `most_buffered` options together, all threads
// wait except the thread of the first part. The thread of the first part continues until the
// solutions of the first part alone have `most_of_first` options. So the caller always has a
// solution to take, or a thread to wait for.
//
// Not done. The engine dancing_cells is not run in several threads, because it visits the options
// of an item in an order that depends on all earlier steps of the search. Another thread does not
// know these steps. The search is not cut into parts of a fixed size, because the size of a part is
// not known before it is searched. If a part is too large, its rest would have to be inserted
// before results that exist already. Solutions are not listed in an arbitrary order, as in the
// files of a saved run, because the lists of two runs could not be compared.

#include "dlx/runs/parallel_list.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <list>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "dlx/preprocess/reduce.hpp"
#include "dlx/preprocess/reduced_problem.hpp"
#include "dlx/runs/forecast.hpp"
#include "dlx/runs/thread_group.hpp"
#include "dlx/runs/threads.hpp"
#include "dlx/search/control.hpp"
#include "dlx/solver.hpp"

namespace dlx::runs {
namespace {

using Clock = std::chrono::steady_clock;

// A search of fewer nodes than nodes_alone uses one thread, because starting threads would take
// more time than the threads save.
constexpr std::uint64_t nodes_alone = 20'000;
constexpr std::uint64_t nodes_of_slice = 20'000;
constexpr std::size_t most_buffered = std::size_t{1} << 22;
constexpr std::size_t most_of_first = most_buffered / 8;
// A batch of solutions is passed to the caller once it contains this number of options.
constexpr std::size_t options_of_batch = 4'096;
// The interval at which a waiting caller tests for a signal or the time limit.
constexpr auto list_look_around = std::chrono::milliseconds(10);

/// A list of solutions, each preceded by the number of its options.
using Batch = std::vector<OptionId>;

void append(Batch& batch, std::span<const OptionId> solution) {
  batch.push_back(OptionId{static_cast<std::uint32_t>(solution.size())});
  batch.insert(batch.end(), solution.begin(), solution.end());
}

/// A part of the search, and the solutions of this part that the caller has not taken yet. No two
/// parts overlap.
struct Part {
  search::OpenWork work;  // the rest of the part, which is not searched yet
  std::deque<Batch> found = {};
  std::size_t held = 0;  // number of options that `found` contains
  bool taken = false;
  bool done = false;
};

/// Divides an unsearched part of a tree into two: the part that a search would visit first, and the
/// rest. The rest is the branch nearest to the root. If there is only one branch, the rest is half
/// of its ways (options still to be tried). Returns nullopt if only one way is left.
std::optional<std::pair<search::OpenWork, search::OpenWork>> divided(const search::OpenWork& all) {
  if (all.size() < 2) return {};
  search::OpenWork first = all;
  search::OpenWork rest{.whole = false, .branches = {all.branches.front()}};
  if (all.branches.size() > 1) {
    first.branches.erase(first.branches.begin());
  } else {
    auto& ways = first.branches.front().ways;
    auto& later = rest.branches.front().ways;
    const auto half = static_cast<std::ptrdiff_t>((ways.size() + 1) / 2);
    later.erase(later.begin(), later.begin() + half);
    ways.erase(ways.begin() + half, ways.end());
  }
  const auto cut = [&](search::OpenWork& part) {
    const auto depth = static_cast<std::ptrdiff_t>(part.branches.back().depth);
    part.path.assign(all.path.begin(), all.path.begin() + depth);
  };
  cut(first);
  cut(rest);
  return std::pair{std::move(first), std::move(rest)};
}

/// Several threads that search one list of parts of a search tree. The destructor ends the threads.
class Threads {
 public:
  using Make = std::function<Solver(const std::atomic<bool>& stop)>;

  Threads(unsigned threads, std::uint64_t slice, Make make, search::OpenWork work)
      : slice_(slice), make_(std::move(make)) {
    parts_.push_back({std::move(work)});
    statistics_.resize(threads);
    started_ = threads_.grow(threads, [this](unsigned t) { work_at_parts(t); });
  }
  ~Threads() { halt(); }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  /// Whether any thread was started. If the system could start no thread, no solutions will be
  /// found.
  [[nodiscard]] bool started() const { return started_ != 0; }
  /// Takes the next batch of solutions in order, after waiting for at most `list_look_around`. The
  /// batch is empty if no solutions are ready, or if no more solutions exist.
  [[nodiscard]] Batch take() {
    std::unique_lock lock(mutex_);
    const auto pass_by = [this] {
      while (!parts_.empty() && parts_.front().done && parts_.front().found.empty()) {
        parts_.pop_front();
        changed_.notify_all();
      }
      return error_ || parts_.empty() || !parts_.front().found.empty();
    };
    changed_.wait_for(lock, list_look_around, pass_by);
    if (error_) std::rethrow_exception(error_);
    if (parts_.empty() || parts_.front().found.empty()) return {};
    Part& first = parts_.front();
    Batch batch = std::move(first.found.front());
    first.found.pop_front();
    first.held -= batch.size();
    held_ -= batch.size();
    changed_.notify_all();
    return batch;
  }
  [[nodiscard]] bool all_taken() {
    const std::scoped_lock lock(mutex_);
    return parts_.empty();
  }
  /// Makes all threads end, and waits until they have ended.
  void halt() {
    halt_ = true;
    changed_.notify_all();
    threads_.join();
  }
  /// What the threads have done at one moment, and what is left at the same moment.
  struct SoFar {
    search::Statistics statistics = {};
    /// For each level, the number of nodes that are known and have not been visited.
    std::vector<std::uint64_t> open_nodes = {};
  };
  [[nodiscard]] SoFar so_far() {
    const std::scoped_lock lock(mutex_);
    SoFar now;
    std::size_t bytes = 0;
    for (const search::Statistics& one : statistics_) {
      add(now.statistics, one);
      bytes += one.memory_bytes;
    }
    now.statistics.memory_bytes = bytes + held_ * sizeof(OptionId);
    std::vector<std::uint64_t>& open = now.open_nodes;
    for (const Part& part : parts_) {
      for (const search::OpenWork::Branch& branch : part.work.branches) {
        const std::size_t level = branch.depth + std::size_t{1};
        if (open.size() <= level) open.resize(level + 1);
        open[level] += branch.ways.size();
      }
    }
    return now;
  }

 private:
  using Place = std::list<Part>::iterator;

  void work_at_parts(unsigned thread) {
    std::optional<Solver> solver;
    std::unique_lock lock(mutex_);
    while (!halt_ && !error_) {
      const Place part =
          std::find_if(parts_.begin(), parts_.end(), [](const Part& p) { return !p.taken; });
      if (part == parts_.end()) {
        if (at_work_ == 0) break;
        ++idle_;
        changed_.wait_for(lock, list_look_around);
        --idle_;
        continue;
      }
      part->taken = true;
      ++at_work_;
      lock.unlock();
      try {
        if (!solver) solver.emplace(make_(halt_));
        search(*solver, part, thread);
        lock.lock();
      } catch (...) {
        if (!lock.owns_lock()) lock.lock();
        error_ = std::current_exception();
      }
      part->done = !halt_;
      --at_work_;
      changed_.notify_all();
    }
  }

  void search(Solver& solver, Place part, unsigned thread) {
    solver.start_at(part->work);
    do {
      Batch batch;
      const bool more = slice(solver, batch);
      search::OpenWork left = solver.open_work();
      std::unique_lock lock(mutex_);
      part->work = std::move(left);
      statistics_[thread] = solver.statistics();
      if (!batch.empty()) {
        held_ += batch.size();
        part->held += batch.size();
        part->found.push_back(std::move(batch));
        changed_.notify_all();
      }
      if (!more) return;
      while (!halt_ && !error_ && must_wait(part)) changed_.wait_for(lock, list_look_around);
      if (idle_ == 0 || some_part_waits()) continue;
      lock.unlock();
      give_away(solver, part);
    } while (!halt_);
  }

  /// Continues the search of a part of the tree for `slice_` nodes. Returns false if the part is
  /// done, or if the search must end.
  bool slice(Solver& solver, Batch& batch) {
    solver.set_limits({.nodes = solver.statistics().nodes + slice_});
    while (batch.size() < options_of_batch) {
      if (!solver.next()) return solver.status() == Status::node_limit;
      append(batch, solver.solution());
    }
    return true;
  }

  void give_away(Solver& solver, Place part) {
    auto parts = divided(part->work);
    if (!parts) return;
    solver.start_at(parts->first);
    const std::scoped_lock lock(mutex_);
    part->work = std::move(parts->first);
    parts_.insert(std::next(part), {std::move(parts->second)});
    changed_.notify_all();
  }

  [[nodiscard]] bool some_part_waits() const {
    return std::any_of(parts_.begin(), parts_.end(), [](const Part& p) { return !p.taken; });
  }
  [[nodiscard]] bool must_wait(Place part) const {
    if (held_ < most_buffered) return false;
    return part != parts_.begin() || part->held >= most_of_first;
  }

  std::uint64_t slice_;  // number of nodes after which a thread tests whether others are idle
  Make make_;
  std::atomic<bool> halt_ = false;
  std::mutex mutex_;  // the mutex that guards all members declared below it
  std::condition_variable changed_;
  std::list<Part> parts_;  // the parts, in the order in which a single search would visit them
  std::size_t held_ = 0;   // number of options in the solutions that all parts store
  unsigned at_work_ = 0;
  unsigned idle_ = 0;
  std::exception_ptr error_;
  std::vector<search::Statistics> statistics_;  // the statistics of each thread
  unsigned started_ = 0;
  ThreadGroup threads_;
};

}  // namespace

class ParallelList::List {
 public:
  List(const Problem& problem, const Options& options) : options_(options), deadline_(options) {
    search::limit(options_, {});
    options_.threads = threads_of(options);
    options_.trace = nullptr;
    const Problem* searched = &problem;
    if (std::exchange(options_.preprocess, false).value_or(false)) {
      reduced_.emplace(problem, Tally(), preprocess::ReduceOptions{.control = deadline_.rest()});
      expansion_.emplace(reduced_->reduction());
      searched = &reduced_->problem();
    }
    problem_ = searched;
    first_.emplace(*searched, options_);
    options_.engine = first_->engine();
    search::Limits limits{.time = deadline_.left()};
    // Searches by dancing_cells are not divided, because the order in which dancing_cells tries
    // options depends on all earlier steps of the search.
    const bool may_be_divided = options_.engine != EngineKind::dancing_cells;
    if (options_.threads > 1 && may_be_divided) {
      limits.nodes = options_.unit_nodes.value_or(nodes_alone);
    }
    first_->set_limits(limits);
  }

  bool next() {
    if (status_ != Status::running) return false;
    if (in_expansion_) {
      if (const Status why = deadline_.why(); why != Status::running) return end(why);
      if (expansion_->next()) return true;
    }
    in_expansion_ = false;
    if (!next_searched()) return false;
    if (expansion_) {
      expansion_->first(solution_);
      in_expansion_ = true;
    }
    return true;
  }

  [[nodiscard]] std::span<const OptionId> solution() const {
    return expansion_ ? expansion_->solution() : solution_;
  }
  [[nodiscard]] Status status() const noexcept { return status_; }
  [[nodiscard]] EngineKind engine() const noexcept { return options_.engine; }
  [[nodiscard]] search::Statistics statistics() const {
    search::Statistics sum = first_->statistics();
    if (threads_) {
      const Threads::SoFar now = threads_->so_far();
      add(sum, now.statistics);
      const double whole = expected_nodes(sum.nodes_per_level, now.open_nodes);
      const auto nodes = static_cast<double>(sum.nodes);
      sum.share = whole == 0 ? 0 : std::min(1.0, nodes / whole);
    }
    if (status_ == Status::exhausted) sum.share = 1;
    if (reduced_) sum.memory_bytes += reduced_->problem().memory_bytes();
    return sum;
  }

 private:
  bool end(Status why) {
    status_ = why;
    if (threads_) threads_->halt();
    return false;
  }

  bool next_searched() {
    while (!threads_) {
      if (first_->next()) {
        solution_ = first_->solution();
        return true;
      }
      if (first_->status() != Status::node_limit) return end(first_->status());
      begin_threads();
    }
    return next_of_threads();
  }

  void begin_threads() {
    Options options = options_;
    options.on_progress = {};
    threads_ = std::make_unique<Threads>(
        options.threads, options.unit_nodes.value_or(nodes_of_slice),
        [problem = problem_, options](const std::atomic<bool>& stop) {
          Options own = options;
          own.stop = &stop;
          return Solver(*problem, own);
        },
        first_->open_work());
    if (threads_->started()) return;
    threads_.reset();
    first_->set_limits({.time = deadline_.left()});
  }

  bool next_of_threads() {
    while (place_ == batch_.size()) {
      if (const Status why = deadline_.why(); why != Status::running) return end(why);
      report();
      batch_ = threads_->take();
      place_ = 0;
      if (batch_.empty() && threads_->all_taken()) return end(Status::exhausted);
    }
    const std::size_t size = index(batch_[place_]);
    solution_ = std::span(batch_).subspan(place_ + 1, size);
    place_ += 1 + size;
    ++solutions_;
    return true;
  }

  void report() {
    const auto now = Clock::now();
    if (!options_.on_progress || now - reported_ < options_.progress_interval) {
      return;
    }
    reported_ = now;
    const search::Statistics so_far = statistics();
    share_ = std::max(share_, so_far.share);
    options_.on_progress({.nodes = so_far.nodes,
                          .solutions = first_->statistics().solutions + solutions_,
                          .share = share_,
                          .seconds = deadline_.seconds(),
                          .threads = options_.threads});
  }

  Options options_;
  search::Deadline deadline_;
  std::optional<preprocess::ReducedProblem> reduced_ = {};
  std::optional<preprocess::Expansion> expansion_ = {};
  const Problem* problem_ = nullptr;  // the problem that is searched
  std::optional<Solver> first_ = {};  // the solver that searches alone before threads are started
  std::unique_ptr<Threads> threads_ = {};
  Batch batch_ = {};
  std::size_t place_ = 0;  // index of the next solution in batch_
  std::span<const OptionId> solution_ = {};
  bool in_expansion_ = false;
  std::uint64_t solutions_ = 0;  // number of solutions that threads have found
  // The largest fraction of the search that was reported as done so far. The computed fraction may
  // fall, because the expected number of nodes may grow.
  double share_ = 0;
  Clock::time_point reported_ = Clock::now();
  Status status_ = Status::running;
};

ParallelList::ParallelList(const Problem& problem, const Options& options)
    : list_(std::make_unique<List>(problem, options)) {}
ParallelList::~ParallelList() = default;
ParallelList::ParallelList(ParallelList&&) noexcept = default;
ParallelList& ParallelList::operator=(ParallelList&&) noexcept = default;

bool ParallelList::next() {
  return list_->next();
}
std::span<const OptionId> ParallelList::solution() const {
  return list_->solution();
}
Status ParallelList::status() const noexcept {
  return list_->status();
}
search::Statistics ParallelList::statistics() const {
  return list_->statistics();
}
EngineKind ParallelList::engine() const noexcept {
  return list_->engine();
}

}  // namespace dlx::runs
