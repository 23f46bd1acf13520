#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/names.hpp"
#include "dlx/search/control.hpp"
#include "dlx/search/engine.hpp"
#include "dlx/search/jobs.hpp"
#include "dlx/search/scheduler.hpp"
#include "dlx/solve/course.hpp"

namespace dlx::solve {

class Parts;

/// A function that makes a search by one engine, which is never `automatic`.
using MakeSearch = std::unique_ptr<search::Engine>(EngineKind engine, const Problem& problem,
                                                   const Options& options);

/// Finds solutions by several searches that take turns: see contest.cpp. As long as the first
/// search finds solutions soon, no other search is made. Until another search is made, nodes,
/// solutions and their order are the same as with the first engine alone.
class Contest final : public search::Engine {
 public:
  /// Constructs a contest. `first` is the engine that begins. `course` must outlive the contest.
  /// `jobs` are the threads in which searches run ahead.
  Contest(const Problem& problem, const Options& options, EngineKind first, MakeSearch* make,
          Course& course, search::Jobs jobs = {});
  ~Contest() override;

  bool next() override;
  void count(Tally& tally) override;
  [[nodiscard]] std::span<const OptionId> solution() override { return solution_; }
  [[nodiscard]] Status status() const noexcept override { return status_; }
  [[nodiscard]] search::Statistics statistics() const override;
  void set_limits(const search::Limits& limits) override;
  /// The open work of the first search. Throws std::invalid_argument once another search has found
  /// a solution, or the first search has run ahead in a thread.
  /// @{
  [[nodiscard]] search::OpenWork open_work() const override;
  void start_at(const search::OpenWork& open_work) override;
  /// @}
  void check_invariants() const override;

  /// The nominal seconds that the search for the last solution took.
  [[nodiscard]] double spent() const { return scheduler_.spent(); }
  /// The nominal seconds that all searches have taken so far.
  [[nodiscard]] double seconds() const;

 private:
  /// The state of a search at the end of a step.
  struct Step {
    std::uint64_t nodes = 0;
    std::uint64_t updates = 0;
    double seconds = 0;  ///< the nominal seconds that the search has taken
    double share = 0;
    Status status = Status::running;
    bool found = false;
    /// The engine that found the last solution; see Parts::engine().
    EngineKind engine = EngineKind::automatic;
    /// The exception that the search has thrown; null if none.
    std::exception_ptr failure = {};
  };
  /// A search that takes part in the contest. The schedule is the sequence of turns that the
  /// searches would have in one thread; other threads may do the steps of a search before the
  /// schedule uses them. Several threads may use the members from `now` on. A thread that uses
  /// `search`, `now` or `ahead` must hold the mutex.
  struct Way {
    std::unique_ptr<search::Engine> search;
    /// The work of the search up to the last step that the schedule has used.
    Entrant work;
    /// The number of solutions that this search found before any other search did.
    std::uint64_t solutions = 0;
    /// The search as an object of class Parts, if it solves the parts of the problem separately;
    /// otherwise null.
    const Parts* parts = nullptr;
    std::uint64_t longest_step = 1;  ///< the largest number of nodes in a step; see end_of_step()

    Step now = {};  ///< the state of the search at present
    /// The steps that were done in advance and that the schedule of turns has not used yet.
    std::deque<Step> ahead = {};
    std::mutex mutex = {};
    /// Whether the search pauses until the schedule has used all steps that were done in advance.
    std::atomic<bool> waits = false;
    std::atomic<double> seconds =
        0;  ///< the estimated duration of `work`, which depends on no clock
    std::atomic<double> seconds_now = 0;
  };

  void add_way(std::unique_ptr<search::Engine> search, const Entrant& work,
               const Parts* parts = nullptr);
  void begin_task();
  [[nodiscard]] bool is_alone() const;
  bool next_of_first();
  [[nodiscard]] bool first_lists() const;
  void add_contestant(std::size_t way);
  void add_next_step();
  void add_search(std::size_t other);
  void look_for_invariant();
  bool take_turns();
  bool take_turns_in_threads();
  [[nodiscard]] bool may_run_ahead() const;
  bool take_turn(std::size_t number, double seconds);
  [[nodiscard]] Step next_step(Way& way, std::uint64_t goal);
  static void record(Way& way, const Step& step);
  void run(Way& way, std::uint64_t goal);
  /// Returns the end, as a number of nodes, of the first step that ends at `nodes` or later. Let p
  /// be the largest power of two up to `nodes`. A step has p / 8 nodes, but at most `longest` nodes
  /// (a power of two), and at least p / 8192 nodes.
  [[nodiscard]] static std::uint64_t end_of_step(std::uint64_t nodes, std::uint64_t longest);
  void run_ahead();
  Way* furthest_behind(std::unique_lock<std::mutex>& lock);
  void end_by(Way& way);
  void drop(std::size_t number);
  [[nodiscard]] bool is_new(std::size_t way);
  [[nodiscard]] bool report(std::size_t way);
  void go_on_alone();
  [[nodiscard]] search::Limits limits_left();
  [[nodiscard]] std::uint64_t nodes() const;
  [[nodiscard]] bool may_grow() const;
  void tell_course(const Way* last);
  void require_first_only() const;

  // The nominal seconds between two tests whether the contest has ended.
  static constexpr double between_looks = 1e-3;
  static thread_local bool is_thread_ahead_;  // true in the threads that only run searches ahead

  Problem problem_;
  Options options_;
  MakeSearch* make_;
  Course* course_;
  search::Jobs jobs_;
  std::deque<Way> ways_;          // all searches; a deque is used, because its elements do not move
  std::size_t made_ = 0;          // the number of other searches that were made or skipped
  bool has_looked_ = false;       // whether the contest has looked for an invariant
  bool has_turn_ = false;         // whether the limits of a turn apply to the first search
  bool has_other_found_ = false;  // whether another search than the first has found a solution
  std::size_t last_ = 0;          // the index of the search that found the last solution
  search::Scheduler scheduler_;   // the scheduler of the searches for the next solution
  // For each contestant of the scheduler, by its number: the index of its search in ways_. The list
  // is empty if no task has begun.
  std::vector<std::size_t> contestants_;
  bool is_alone_ = false;  // whether the other searches were dropped or will not be made
  // Sets of sorted solutions. reported_ has all solutions reported so far, unless the first search
  // is alone. of_others_ has the reported solutions that the first search has not found yet.
  std::set<std::vector<OptionId>> reported_, of_others_;
  std::optional<search::Deadline> deadline_;
  bool in_threads_ = false;  // whether searches run ahead in threads
  // The mutex that a thread holds while it selects a search or waits for it.
  std::mutex gate_;
  std::atomic<bool> is_over_ = false;  // whether all threads must end
  // A search that has run ahead to its end; null if no search has ended.
  std::atomic<Way*> exhausted_ = nullptr;
  std::vector<OptionId> solution_;
  std::uint64_t solutions_ = 0;
  Status status_ = Status::running;
};

}  // namespace dlx::solve
