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

/// A function that makes a search by one engine; `engine` is never `automatic`.
using MakeSearch = std::unique_ptr<search::Engine>(EngineKind engine, const Problem& problem,
                                                   const Options& options);

/// Finds solutions by a competition of several searches, which take turns: see contest.cpp. As long
/// as the first search finds solutions soon, no other search is made. Until another search is made,
/// nodes, solutions and their order are the same as with the first engine alone.
class Contest final : public search::Engine {
 public:
  /// Constructs a competition of searches. `first` is the engine of the first search. `course` must
  /// outlive the competition. `jobs` are threads that may do the work of searches in advance.
  Contest(const Problem& problem, const Options& options, EngineKind first, MakeSearch* make,
          Course& course, search::Jobs jobs = {});
  ~Contest() override;

  bool next() override;
  void count(Tally& tally) override;
  [[nodiscard]] std::span<const OptionId> solution() override { return solution_; }
  [[nodiscard]] Status status() const noexcept override { return status_; }
  [[nodiscard]] search::Statistics statistics() const override;
  void set_limits(const search::Limits& limits) override;
  /// The open work of the first search. Throws std::invalid_argument if another search has found a
  /// solution, or if a thread has done steps of the first search in advance.
  /// @{
  [[nodiscard]] search::OpenWork open_work() const override;
  void start_at(const search::OpenWork& open_work) override;
  /// @}
  void check_invariants() const override;

  /// The nominal seconds that all searches together took to find the last solution.
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
    /// The exception that the search has thrown; null if it has not thrown an exception.
    std::exception_ptr failure = {};
  };
  /// One of the searches of the competition. The schedule is the sequence of turns that the
  /// searches would have in one thread; other threads may do the steps of a search before the
  /// schedule uses them. Several threads may use the member `now` and the members after it. A
  /// thread that uses `search`, `now` or `ahead` must hold `mutex`.
  struct Way {
    std::unique_ptr<search::Engine> search;
    /// The work of the search up to the last step that the schedule has used.
    Entrant work;
    /// The number of solutions that this search found before any other search.
    std::uint64_t solutions = 0;
    /// If the search solves the independent parts of the problem separately: the search as a Parts
    /// object; otherwise null.
    const Parts* parts = nullptr;
    std::uint64_t longest_step = 1;  ///< the largest number of nodes in a step; see end_of_step()

    Step now = {};  ///< the state of the search after the last step that was done
    /// The steps that were done in advance, and that the schedule of turns has not used yet.
    std::deque<Step> ahead = {};
    std::mutex mutex = {};
    /// Whether no further steps may be done in advance until the schedule has used those that were
    /// done.
    std::atomic<bool> waits = false;
    std::atomic<double> seconds = 0;  ///< the nominal seconds of `work`
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
  /// Returns the first number of nodes, from `nodes` on, at which a step ends. Let p be the largest
  /// power of two up to `nodes`. A step has p / 8 nodes, but at most `longest` nodes (a power of
  /// two), and at least p / 8192 nodes.
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

  // The nominal seconds between two tests whether the competition has ended.
  static constexpr double between_looks = 1e-3;
  static thread_local bool is_thread_ahead_;  // true in threads that only do steps in advance

  Problem problem_;
  Options options_;
  MakeSearch* make_;
  Course* course_;
  search::Jobs jobs_;
  // All searches, in a deque, whose elements do not move when it grows.
  std::deque<Way> ways_;
  std::size_t made_ = 0;          // the number of rows of other_searches that were made or skipped
  bool has_looked_ = false;       // whether the competition has looked for an invariant
  bool has_turn_ = false;         // whether the first search still has the limits of a turn
  bool has_other_found_ = false;  // whether a search other than the first has found a solution
  std::size_t last_ = 0;          // the index of the search that found the last solution
  search::Scheduler scheduler_;   // chooses the search that has the next turn
  // For each contestant of the scheduler, by its number: the index of its search in ways_. The list
  // is empty if the search for the next solution has not begun.
  std::vector<std::size_t> contestants_;
  bool is_alone_ = false;  // whether only the first search is used from now on
  // Sets of solutions, each with sorted options. reported_ contains all solutions reported so far,
  // but is empty if only the first search is used. of_others_ contains the reported solutions that
  // the first search has not found yet.
  std::set<std::vector<OptionId>> reported_, of_others_;
  std::optional<search::Deadline> deadline_;
  bool in_threads_ = false;  // whether threads do steps of searches in advance
  // A thread holds this mutex while it selects a search or waits for it.
  std::mutex gate_;
  std::atomic<bool> is_over_ = false;  // whether all threads must end
  // A search that a thread has run to its end in advance; null if no search has ended.
  std::atomic<Way*> exhausted_ = nullptr;
  std::vector<OptionId> solution_;
  std::uint64_t solutions_ = 0;
  Status status_ = Status::running;
};

}  // namespace dlx::solve
