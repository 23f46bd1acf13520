#pragma once

#include <memory>
#include <span>

#include "dlx/core/problem.hpp"
#include "dlx/names.hpp"
#include "dlx/search/options.hpp"
#include "dlx/search/statistics.hpp"

namespace dlx::runs {

/// Enumerates the solutions of a problem in the order in which Solver finds them. A search of more
/// than 20,000 nodes uses several threads. The solutions, their order and the number of nodes do
/// not depend on the number of threads. A search by the engine dancing_cells uses one thread,
/// because several threads cannot reproduce its order.
class ParallelList {
 public:
  /// The limit on time and the stop flag in the options are obeyed. Other limits are ignored,
  /// because results under these limits would depend on the threads. No trace is written, and a
  /// search that learns weights is not allowed, because such searches cannot be divided. The
  /// problem must outlive this object. Throws the exceptions of Solver. After `unit_nodes` nodes, a
  /// thread tests whether other threads are idle.
  explicit ParallelList(const Problem& problem, const Options& options = {});
  ~ParallelList();
  /// After a list was moved from, it may only be assigned to or destroyed.
  /// @{
  ParallelList(ParallelList&&) noexcept;
  ParallelList& operator=(ParallelList&&) noexcept;

  /// @}

  /// Searches for the next solution. Returns false if no solution was found; status() tells the
  /// reason. The search cannot be continued after a limit or a stop. Throws the exceptions that
  /// threads have thrown.
  bool next();
  /// The options of the current solution, in the order that Solver uses. The span is valid until
  /// the next call of next().
  [[nodiscard]] std::span<const OptionId> solution() const;
  /// The status of the list. The status is `exhausted` if every solution has been reported.
  [[nodiscard]] Status status() const noexcept;
  /// The statistics of all threads together. Once several threads are at work, `share` (the
  /// fraction of the search that is done) is the number of nodes visited divided by the number of
  /// nodes expected.
  [[nodiscard]] search::Statistics statistics() const;
  /// The engine that searches; it is never `automatic`.
  [[nodiscard]] EngineKind engine() const noexcept;

 private:
  class List;
  std::unique_ptr<List> list_;
};

}  // namespace dlx::runs
