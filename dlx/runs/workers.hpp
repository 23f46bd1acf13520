#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "dlx/core/tally.hpp"
#include "dlx/runs/crew.hpp"
#include "dlx/solver.hpp"

namespace dlx {

/// Makes the solvers of a run, one a thread, all alike; called by
/// those threads, perhaps at once. Their options are given: no limits, no progress, and a
/// stop flag.
using MakeSolver = std::function<Solver(const SearchOptions& options)>;

/// Counts the solutions of units, as the tally weighs them.
[[nodiscard]] std::unique_ptr<UnitWorker> counting_worker(Solver solver, Tally tally);

/// What becomes of the solutions of a unit.
class SolutionSink {
 public:
  SolutionSink() = default;
  SolutionSink(const SolutionSink&) = delete;
  SolutionSink& operator=(const SolutionSink&) = delete;
  virtual ~SolutionSink() = default;

  /// Takes a solution, in the order of its choices. Returns for how many it counts.
  virtual std::uint64_t add(std::span<const OptionId> solution) = 0;
  /// These were all, and the unit is about to be recorded.
  virtual void close() = 0;
};
/// Called by the thread that searches the unit of this id.
using MakeSink = std::function<std::unique_ptr<SolutionSink>(std::uint64_t unit)>;

/// Visits the solutions of units.
[[nodiscard]] std::unique_ptr<UnitWorker> listing_worker(Solver solver, MakeSink make_sink);

}  // namespace dlx
