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

  /// Runs on past every solution, to the end or to a limit, and adds them to the tally. Solutions
  /// may be counted without each being visited, in fewer nodes than it takes to list them; limits
  /// on solutions are for lists.
  virtual void count(Tally& tally) = 0;

  /// Why it is not going on. After a limit or a stop, a further call goes on where the search
  /// paused, if the reason is gone by then.
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

/// The one door to every engine, crossed once a solution. An engine copies what it needs of the
/// problem when it is made. It throws std::bad_alloc there and not later, unless it was asked to
/// keep what it reports (see PathOptions::every_order), or counts, or reduces first; besides, only
/// what the caller hands in, a callback or a rule, can make next() throw.
class Engine : public CountingSearch {
 public:
  /// Runs to the next solution. Returns false if there is none; status() then says why.
  virtual bool next() = 0;

  /// By default every solution is visited.
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

  /// What is left to be searched. Its parts, searched by engines of the same kind, have the nodes
  /// and solutions that this search would still have. Without multiplicities bit_matrix and
  /// dancing_cells go on with searches of any engine, with the same solutions. Throws
  /// std::invalid_argument if the search cannot be divided.
  [[nodiscard]] virtual OpenWork open_work() const = 0;

  /// Leaves what it is at and searches this instead; what has been counted stays counted. Throws
  /// std::invalid_argument, here or later, if the open work is not one of this search, or if the
  /// search cannot be divided; then nothing is left, or all of the search. With
  /// multiplicities and for walks, ways that cannot be taken are passed by.
  virtual void start_at(const OpenWork& open_work) = 0;

  /// Throws std::logic_error naming the first invariant of the engine's data that does not hold.
  virtual void check_invariants() const = 0;
};

}  // namespace dlx::search
