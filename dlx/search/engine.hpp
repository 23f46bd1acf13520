#pragma once

#include <span>

#include "dlx/core/ids.hpp"
#include "dlx/core/tally.hpp"
#include "dlx/names.hpp"
#include "dlx/search/open_work.hpp"
#include "dlx/search/options.hpp"
#include "dlx/search/statistics.hpp"

namespace dlx::search {

/// A search that counts.
class CountingSearch {
 public:
  CountingSearch() = default;
  CountingSearch(const CountingSearch&) = delete;
  CountingSearch& operator=(const CountingSearch&) = delete;
  virtual ~CountingSearch() = default;

  /// Runs past every solution, to the end or to a limit, and adds the solutions to the tally. A
  /// count may skip nodes that a list would visit. Limits on solutions are for lists.
  virtual void count(Tally& tally) = 0;

  /// Why the search is not running. After a limit or a stop, a further call resumes the search once
  /// the reason is gone.
  [[nodiscard]] virtual Status status() const noexcept = 0;
  /// The work since the engine was made.
  [[nodiscard]] virtual Statistics statistics() const = 0;

  /// Replaces the limits. Nodes and solutions count from the first step of the search, time from
  /// the next step.
  virtual void set_limits(const Limits& limits) = 0;

 protected:
  /// `run()`, then `add()`: also if run() throws, as a callback may.
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

/// The interface of every engine, called once a solution. An engine copies the problem in its
/// constructor, which may throw std::bad_alloc. After that it allocates only if it stores solutions
/// (see PathOptions::every_order), counts, or reduces first. Otherwise next() throws only the
/// exceptions of a callback or a rule that the caller has given.
class Engine : public CountingSearch {
 public:
  /// Runs to the next solution. Returns false if the search ends or pauses first; status() says
  /// why.
  virtual bool next() = 0;

  /// Visits every solution, unless an engine does better.
  void count(Tally& tally) override {
    while (next()) {
      if (tally.weighted()) {
        tally.add(solution());
      } else {
        tally.add_one();
      }
    }
  }

  /// The options of the solution that next() has reached, in the order they were chosen. Valid
  /// until the next call.
  [[nodiscard]] virtual std::span<const OptionId> solution() = 0;

  /// The unsearched rest. Its parts, searched by engines of the same kind, have the nodes and
  /// solutions that this search would still have. Without multiplicities bit_matrix,
  /// item_bits and dancing_cells can resume the search of any engine, and find equal solutions.
  /// Throws std::invalid_argument if the search cannot be divided.
  [[nodiscard]] virtual OpenWork open_work() const = 0;

  /// Searches this open work instead of the present one. Statistics are not reset. Throws
  /// std::invalid_argument, here or later, if the open work belongs to another search, or if the
  /// search cannot be divided; then open_work() is empty or the whole search. With multiplicities
  /// and for walks, ways that cannot be taken are skipped.
  virtual void start_at(const OpenWork& open_work) = 0;

  /// Throws std::logic_error naming the first invariant of the engine's data that does not hold.
  virtual void check_invariants() const = 0;
};

}  // namespace dlx::search
