#pragma once

#include <cstddef>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <type_traits>

#include "dlx/core/path_problem.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/core/problem_builder.hpp"  // IWYU pragma: export
#include "dlx/search/engine.hpp"
#include "dlx/search/jobs.hpp"
#include "dlx/search/path_options.hpp"
#include "dlx/solve/course.hpp"

namespace dlx {

/// An engine, and the reason why it was chosen.
struct EngineChoice {
  /// The engine that was chosen. choose_engine() never returns `automatic`.
  EngineKind engine = EngineKind::automatic;
  std::string why;  ///< the reason for the choice, in words that can follow "because"
};

/// Chooses the engine that is used for EngineKind::automatic, by the numbers of items, options and
/// entries of the problem.
[[nodiscard]] EngineChoice choose_engine(const Problem& problem,
                                         BranchingRule rule = BranchingRule::minimum_remaining);

/// Enumerates the solutions of a problem, one at a time. The solver copies the problem, so the
/// problem need not outlive the solver. Costs are not used.
class Solver {
 public:
  class Solutions;

  /// Constructs a solver. Throws std::invalid_argument if the chosen engine refuses the problem.
  /// `jobs` are the threads, if several engines search for a solution at the same time (see
  /// Options::contest). The solutions do not depend on the number of threads.
  explicit Solver(const Problem& problem, const Options& options = {},
                  const search::Jobs& jobs = {});

  /// Constructs a solver that enumerates the walks of a path problem. solution() returns their
  /// options in the order of the walk.
  explicit Solver(const PathProblem& problem, const Options& options = {},
                  const search::PathOptions& path_options = {});

  /// Searches for the next solution. Returns false if no solution was found; status() is the
  /// reason. After a limit or the stop flag has ended a call, the next call continues the search.
  bool next() { return engine_->next(); }

  /// Searches until the search ends or reaches a limit, and adds the number of all further
  /// solutions to `tally`. status() tells why the search ended. The search may visit fewer nodes
  /// than it would with next(). A limit on solutions applies only to next().
  void count(Tally& tally) { engine_->count(tally); }

  /// The options of the current solution, in the order in which they were chosen. The list is valid
  /// until the next call of next().
  [[nodiscard]] std::span<const OptionId> solution() { return engine_->solution(); }

  /// All further solutions of the problem, for a range-based for loop (an input range).
  [[nodiscard]] Solutions solutions() &;

  /// The reason why next() found no solution, or `running`.
  [[nodiscard]] Status status() const noexcept { return engine_->status(); }
  /// Statistics of the work that the search has done so far.
  [[nodiscard]] search::Statistics statistics() const { return engine_->statistics(); }

  /// Replaces the limits of the search. The limits on nodes and solutions apply to the whole
  /// search. The time limit starts when the search continues.
  void set_limits(const search::Limits& limits) { engine_->set_limits(limits); }

  /// The open work: the part of the search tree that has not been searched. Another solver of this
  /// problem with this engine can continue with the open work. See class search::Engine.
  [[nodiscard]] search::OpenWork open_work() const { return engine_->open_work(); }
  /// Makes the solver search this open work instead of its current search. See class
  /// search::Engine.
  void start_at(const search::OpenWork& open_work) { engine_->start_at(open_work); }

  /// The engine that searches, never `automatic`. If several engines search in turns, the engine
  /// that found the last solution.
  [[nodiscard]] EngineKind engine() const noexcept { return course_->engine; }
  /// If several engines search in turns: the searches that have begun, each with its work so far.
  /// Otherwise the list is empty.
  [[nodiscard]] std::span<const solve::Entrant> entrants() const noexcept {
    return course_->entrants;
  }
  /// If an invariant (weights of items modulo a number, see preprocess::Invariant) has proved that
  /// no solution exists: the modulus. Otherwise 0.
  [[nodiscard]] std::uint32_t excluding_modulus() const noexcept { return course_->modulus; }

  /// Throws std::logic_error if the engine's data is damaged. The function is for tests and
  /// debugging.
  void check_invariants() const { engine_->check_invariants(); }

 private:
  // The engines that search and their work; updated if several engines search in turns.
  std::unique_ptr<solve::Course> course_;
  std::unique_ptr<search::Engine> engine_;
};

/// The solutions that a solver has not reported yet, as an input range. Iterating calls next().
class Solver::Solutions {
 public:
  /// An input iterator over the solutions of a solver. All iterators of a solver refer to its
  /// current solution.
  class iterator {
   public:
    /// Types that std::input_iterator requires.
    /// @{
    using iterator_concept = std::input_iterator_tag;
    using value_type = std::span<const OptionId>;
    using difference_type = std::ptrdiff_t;

    /// @}

    /// Constructs an iterator that refers to no solution.
    iterator() = default;
    /// Constructs an iterator at the next solution of the solver.
    explicit iterator(Solver& solver) : solver_(&solver) { ++*this; }
    /// The options of the current solution. The list is valid until the iterator is incremented.
    value_type operator*() const { return solver_->solution(); }
    /// Goes to the next solution of the solver.
    /// @{
    iterator& operator++() {
      if (!solver_->next()) solver_ = nullptr;
      return *this;
    }
    void operator++(int) { ++*this; }
    /// @}

    /// Whether the iterator refers to no solution, because all solutions were visited.
    friend bool operator==(const iterator& a, std::default_sentinel_t) {
      return a.solver_ == nullptr;
    }

   private:
    Solver* solver_ = nullptr;
  };

  /// An iterator at the next solution. The call runs the search until it finds this solution.
  [[nodiscard]] iterator begin() const { return iterator(*solver_); }
  /// The end of the range, which is reached when next() returns false, perhaps because of a limit.
  /// Solver::status() tells the reason.
  [[nodiscard]] std::default_sentinel_t end() const { return {}; }

 private:
  friend class Solver;
  explicit Solutions(Solver& solver) : solver_(&solver) {}
  Solver* solver_;
};

inline Solver::Solutions Solver::solutions() & {
  return Solutions(*this);
}

namespace detail {

template <class Visitor>
Status for_each_solution(Solver solver, Visitor& visitor) {
  while (solver.next()) {
    using Result = std::invoke_result_t<Visitor&, std::span<const OptionId>>;
    if constexpr (std::is_void_v<Result>) {
      visitor(solver.solution());
    } else {
      static_assert(std::is_same_v<Result, bool>, "a visitor returns void or bool");
      if (!visitor(solver.solution())) break;
    }
  }
  return solver.status();
}

}  // namespace detail

/// Calls `visitor(std::span<const OptionId>)` for every solution. A visitor that returns bool can
/// end the search by returning false. If a visitor ends the search, the status is `running`.
template <class Visitor>
Status for_each_solution(const Problem& problem, Visitor&& visitor, const Options& options = {}) {
  return detail::for_each_solution(Solver(problem, options), visitor);
}

/// Calls the visitor for every walk of a path problem, with the options in the order of the walk.
template <class Visitor>
Status for_each_solution(const PathProblem& problem, Visitor&& visitor, const Options& options = {},
                         const search::PathOptions& path_options = {}) {
  return detail::for_each_solution(Solver(problem, options, path_options), visitor);
}

}  // namespace dlx
