#pragma once

#include <span>

#include "dlx/core/ids.hpp"
#include "dlx/core/tally.hpp"
#include "dlx/names.hpp"
#include "dlx/search/open_work.hpp"
#include "dlx/search/options.hpp"
#include "dlx/search/statistics.hpp"

namespace dlx::search {

/// A search that counts solutions. A search can pause at limits and continue.
class CountingSearch {
 public:
  CountingSearch() = default;
  CountingSearch(const CountingSearch&) = delete;
  CountingSearch& operator=(const CountingSearch&) = delete;
  virtual ~CountingSearch() = default;

  /// Visits or counts every solution until the search ends or reaches a limit, and adds the
  /// solutions to `tally`, which counts them. Counting may skip nodes that listing would visit. A
  /// limit on the number of solutions applies to listing only.
  virtual void count(Tally& tally) = 0;

  /// The reason why the search is not running. After a limit or a stop, another call of next() or
  /// count() resumes the search once the limit or the stop has been removed.
  [[nodiscard]] virtual Status status() const noexcept = 0;
  /// Statistics of all work of the engine since the engine was constructed.
  [[nodiscard]] virtual Statistics statistics() const = 0;

  /// Replaces the limits of the search. The limits on nodes and solutions count from the beginning
  /// of the search; the limit on time counts from the next call that continues the search.
  virtual void set_limits(const Limits& limits) = 0;

 protected:
  /// Calls run(), then add(). Calls add() even if run() throws an exception, for example because a
  /// callback throws.
  template <class Run, class Add>
  static void adding(Run run, Add add) {
    try {
      run();
    } catch (...) {
      add();
      throw;
    }
    add();
  }
};

/// The interface of every engine, with one virtual call for each solution. An engine copies the
/// problem in its constructor, which may throw std::bad_alloc. Later the engine allocates memory
/// only if it stores solutions (see PathOptions::every_order), if it counts solutions, or if it
/// reduces the problem first. Otherwise next() throws only exceptions that a callback or a rule of
/// the caller throws.
class Engine : public CountingSearch {
 public:
  /// Runs the search until it finds the next solution. Returns false if the search ends or pauses
  /// before this; status() then returns the reason.
  virtual bool next() = 0;

  /// The default implementation of count() visits every solution; some engines override it.
  void count(Tally& tally) override {
    while (next()) {
      if (tally.weighted()) {
        tally.add(solution());
      } else {
        tally.add_one();
      }
    }
  }

  /// The options of the solution that next() has reached, in the order in which they were chosen.
  /// The list is valid until the search continues.
  [[nodiscard]] virtual std::span<const OptionId> solution() = 0;

  /// The part of the search tree that has not been searched. This open work can be divided into
  /// parts that are searched by engines of the same kind. Together the searches of all parts visit
  /// the nodes, and find the solutions, that this search would still visit and find. Without
  /// multiplicities, bit_matrix, item_bits and dancing_cells can resume the search of any engine,
  /// and find the same solutions. Throws std::invalid_argument if the search cannot be divided.
  [[nodiscard]] virtual OpenWork open_work() const = 0;

  /// Replaces the unsearched part of the tree by `open_work`, with which the search continues.
  /// Statistics are not reset. If the open work belongs to another search, or if the search cannot
  /// be divided, std::invalid_argument is thrown, either by start_at() or by a later call. After
  /// this exception, open_work() returns either empty open work or the entire tree. With
  /// multiplicities and for walks, the search skips options of the open work that can no longer be
  /// chosen.
  virtual void start_at(const OpenWork& open_work) = 0;

  /// Throws std::logic_error with the name of the first invariant of the engine's data that does
  /// not hold.
  virtual void check_invariants() const = 0;

 protected:
  /// Whether next() may continue a search with this status. If next() may not continue because the
  /// limit on solutions is reached, `status` becomes solution_limit.
  [[nodiscard]] static bool may_continue(Status& status, bool solutions_reached) {
    if (status == Status::exhausted) return false;
    if (solutions_reached) status = Status::solution_limit;
    return !solutions_reached;
  }
};

}  // namespace dlx::search
