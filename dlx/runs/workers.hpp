#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "dlx/certificate/certificate_file.hpp"
#include "dlx/core/tally.hpp"
#include "dlx/runs/crew.hpp"
#include "dlx/solver.hpp"

namespace dlx::runs {

/// Makes the solvers of a run, one a thread, all alike; called by
/// those threads, perhaps at once. Their options are given: no limits, no progress, and a
/// stop flag.
using MakeSolver = std::function<Solver(const Options& options)>;

/// Receives the trace of a unit: called when it has been searched, by the thread that did
/// it, before it is recorded. Returns the text that is added to Sums::files.
using TakeTrace = std::function<std::string(const Unit& unit, std::span<const std::uint8_t> bytes)>;

/// The trace of one worker's units, each by itself: a piece of a search.
class UnitTrace {
 public:
  /// `numbers`: of the problem that is searched.
  UnitTrace(search::TraceNumbers numbers, TakeTrace take)
      : trace_(std::move(numbers), bytes_), take_(std::move(take)) {}

  /// The trace for the worker's solver.
  [[nodiscard]] search::Trace& trace() noexcept { return trace_; }
  /// Before a unit is searched.
  void begin(const Unit& unit);
  /// After it, when `rest` was left. Returns the text of TakeTrace.
  std::string end(const Unit& unit, const search::OpenWork& rest);

 private:
  certificate::CertificateBytes bytes_;
  search::Trace trace_;
  TakeTrace take_;
};

/// Whether a solution counts. Threads call it at once.
using IsWanted = std::function<bool(std::span<const OptionId> solution)>;

/// Counts the solutions of units, as the tally weighs them. `trace`: the trace of the solver; null
/// if it has none. `is_wanted`: solutions are visited, and those that are wanted count once each;
/// empty: all count.
[[nodiscard]] std::unique_ptr<UnitWorker> counting_worker(
    Solver solver, Tally tally, std::unique_ptr<UnitTrace> trace = nullptr,
    IsWanted is_wanted = {});

/// Receives the solutions of a unit.
class SolutionSink {
 public:
  SolutionSink() = default;
  SolutionSink(const SolutionSink&) = delete;
  SolutionSink& operator=(const SolutionSink&) = delete;
  virtual ~SolutionSink() = default;

  /// Takes a solution, in the order of its choices. Returns for how many it counts.
  virtual std::uint64_t add(std::span<const OptionId> solution) = 0;
  /// These were all, and the unit is about to be recorded. Returns the text that is added to
  /// Sums::files.
  virtual std::string close() = 0;
};
/// Called by the thread that searches the unit of this id.
using MakeSink = std::function<std::unique_ptr<SolutionSink>(std::uint64_t unit)>;

/// Visits the solutions of units.
[[nodiscard]] std::unique_ptr<UnitWorker> listing_worker(
    Solver solver, MakeSink make_sink, std::unique_ptr<UnitTrace> trace = nullptr);

}  // namespace dlx::runs
