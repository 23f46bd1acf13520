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

/// A function that makes a solver for the units of a run. Each thread calls the function once,
/// possibly in parallel with other threads, and all solvers are equal. The options have a stop
/// flag, but no limits and no on_progress.
using MakeSolver = std::function<Solver(const Options& options)>;

/// A function that receives the trace of a unit. The thread that has searched the unit calls this
/// function before the unit is recorded. Returns the text that is added to Sums::files.
using TakeTrace = std::function<std::string(const Unit& unit, std::span<const std::uint8_t> bytes)>;

/// Traces the units of one worker, one at a time. The trace of a unit is a piece of a search.
class UnitTrace {
 public:
  /// `numbers` are the numbers of the items and options of the problem that is searched.
  UnitTrace(search::TraceNumbers numbers, TakeTrace take)
      : trace_(std::move(numbers), bytes_), take_(std::move(take)) {}

  /// The trace to which the worker's solver writes.
  [[nodiscard]] search::Trace& trace() noexcept { return trace_; }
  /// Begins the trace of a unit. begin() must be called before the unit is searched.
  void begin(const Unit& unit);
  /// Completes the trace of a unit. end() must be called after the unit has been searched and has
  /// left the open work `rest`. Returns the text that TakeTrace returns.
  std::string end(const Unit& unit, const search::OpenWork& rest);

 private:
  certificate::CertificateBytes bytes_;
  search::Trace trace_;
  TakeTrace take_;
};

/// A function that tells whether a solution counts. Several threads may call the function in
/// parallel.
using IsWanted = std::function<bool(std::span<const OptionId> solution)>;

/// Makes a worker that counts the solutions of units, with the weights of the tally. `trace` is the
/// trace of the solver; null if it has no trace. If `is_wanted` is given, solutions are visited,
/// and each wanted solution counts as one. If `is_wanted` is empty, all solutions count.
[[nodiscard]] std::unique_ptr<UnitWorker> counting_worker(
    Solver solver, Tally tally, std::unique_ptr<UnitTrace> trace = nullptr,
    IsWanted is_wanted = {});

/// An object that receives the solutions of a unit.
class SolutionSink {
 public:
  SolutionSink() = default;
  SolutionSink(const SolutionSink&) = delete;
  SolutionSink& operator=(const SolutionSink&) = delete;
  virtual ~SolutionSink() = default;

  /// Receives a solution, whose options are in the order in which they were chosen. Returns the
  /// number of solutions that this solution counts as.
  virtual std::uint64_t add(std::span<const OptionId> solution) = 0;
  /// close() is called after the last solution, before the unit is recorded. Returns the text that
  /// is added to Sums::files.
  virtual std::string close() = 0;
};
/// A function that makes the sink of the unit with this id. The thread that searches the unit calls
/// this function.
using MakeSink = std::function<std::unique_ptr<SolutionSink>(std::uint64_t unit)>;

/// Makes a worker that visits the solutions of units.
[[nodiscard]] std::unique_ptr<UnitWorker> listing_worker(
    Solver solver, MakeSink make_sink, std::unique_ptr<UnitTrace> trace = nullptr);

}  // namespace dlx::runs
