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

/// Makes a solver of a run. Each thread calls the function once, possibly in parallel with other
/// threads, and all solvers are equal. The options have a stop flag, but no limits and no
/// on_progress.
using MakeSolver = std::function<Solver(const Options& options)>;

/// Receives the trace of a unit. The thread that has searched the unit calls this function before
/// the unit is recorded. Returns the text that is added to Sums::files.
using TakeTrace = std::function<std::string(const Unit& unit, std::span<const std::uint8_t> bytes)>;

/// Traces the units of one worker, one at a time. The trace of a unit is a piece of a search.
class UnitTrace {
 public:
  /// `numbers`: numbers of the problem that is searched.
  UnitTrace(search::TraceNumbers numbers, TakeTrace take)
      : trace_(std::move(numbers), bytes_), take_(std::move(take)) {}

  /// The trace for the worker's solver.
  [[nodiscard]] search::Trace& trace() noexcept { return trace_; }
  /// Must be called before a unit is searched.
  void begin(const Unit& unit);
  /// Must be called after the unit has been searched and has left the open work `rest`. Returns the
  /// text of TakeTrace.
  std::string end(const Unit& unit, const search::OpenWork& rest);

 private:
  certificate::CertificateBytes bytes_;
  search::Trace trace_;
  TakeTrace take_;
};

/// Whether a solution counts. Several threads may call the function in parallel.
using IsWanted = std::function<bool(std::span<const OptionId> solution)>;

/// Makes a worker that counts the solutions of units, with the weights of the tally. `trace`: the
/// trace of the solver; null if it has none. `is_wanted`: if given, solutions are visited, and each
/// wanted solution counts as one. Empty: all solutions count.
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

  /// Takes a solution, in the order of its choices. Returns the number of solutions that it counts
  /// as.
  virtual std::uint64_t add(std::span<const OptionId> solution) = 0;
  /// Called after the last solution, before the unit is recorded. Returns the text that is added to
  /// Sums::files.
  virtual std::string close() = 0;
};
/// Makes the sink of the unit with this id. Called by the thread that searches the unit.
using MakeSink = std::function<std::unique_ptr<SolutionSink>(std::uint64_t unit)>;

/// Makes a worker that visits the solutions of units.
[[nodiscard]] std::unique_ptr<UnitWorker> listing_worker(
    Solver solver, MakeSink make_sink, std::unique_ptr<UnitTrace> trace = nullptr);

}  // namespace dlx::runs
