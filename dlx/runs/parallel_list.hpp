#pragma once

#include <memory>
#include <span>

#include "dlx/core/problem.hpp"
#include "dlx/names.hpp"
#include "dlx/search/options.hpp"
#include "dlx/search/statistics.hpp"

namespace dlx::runs {

/// Enumerates the solutions of a problem as Solver does, in several threads once that pays. The
/// solutions, their order and the nodes are the same for any number of threads. A search by
/// dancing_cells stays in one thread, because its order cannot be had otherwise.
class ParallelList {
 public:
  /// Of the limits, time and the stop flag: the others would depend on the threads. No trace, and
  /// no search that learns weights, for such searches cannot be divided. The problem must outlive
  /// it. Throws what Solver throws. `unit_nodes`: a thread looks so often whether others are idle.
  explicit ParallelList(const Problem& problem, const Options& options = {});
  ~ParallelList();
  /// What was moved from may only be assigned to or destroyed.
  /// @{
  ParallelList(ParallelList&&) noexcept;
  ParallelList& operator=(ParallelList&&) noexcept;

  /// @}

  /// Runs to the next solution; false if there is none at hand, for the reason in status(). After a
  /// limit or a stop it does not go on. Throws what a thread throws.
  bool next();
  /// The options of the present solution, as Solver has them; valid until next().
  [[nodiscard]] std::span<const OptionId> solution() const;
  /// exhausted: every solution has been reported.
  [[nodiscard]] Status status() const noexcept;
  /// Of all threads together. Once several are at work, `share` is the nodes visited by those
  /// expected in all.
  [[nodiscard]] search::Statistics statistics() const;
  /// The engine at work, never `automatic`.
  [[nodiscard]] EngineKind engine() const noexcept;

 private:
  class List;
  std::unique_ptr<List> list_;
};

}  // namespace dlx::runs
