#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "dlx/core/tally.hpp"
#include "dlx/runs/units.hpp"
#include "dlx/search/trace.hpp"
#include "dlx/solver.hpp"

namespace dlx::runs {

/// A function that makes a solver for the units of work of a run. Each thread calls the function
/// once, possibly in parallel with other threads, and all solvers are equal. The options have a
/// stop flag, but no limits and no on_progress.
using MakeSolver = std::function<Solver(const Options& options)>;

/// A function that receives the trace of a unit of work. The thread that has searched the unit
/// calls this function before the unit is recorded. Returns the text that is added to Sums::files.
using TakeTrace = std::function<std::string(const Unit& unit, std::span<const std::uint8_t> bytes)>;

/// Records the searches of one thread's units of work for a certificate, one unit at a time. The
/// trace of a unit is a piece of the trace of the whole search.
class UnitTrace {
 public:
  /// `numbers` are the numbers of the items and options of the problem that is searched.
  UnitTrace(search::TraceNumbers numbers, TakeTrace take)
      : trace_(std::move(numbers), bytes_), take_(std::move(take)) {}

  /// The trace to which the solver of the thread writes.
  [[nodiscard]] search::Trace& trace() noexcept { return trace_; }
  /// Begins the trace of a unit of work. begin() must be called before the unit is searched.
  void begin(const Unit& unit);
  /// Completes the trace of a unit of work. end() must be called after the unit has been searched;
  /// `rest` is the part that is not searched yet. Returns the text that TakeTrace returns.
  std::string end(const Unit& unit, const search::OpenWork& rest);

 private:
  search::CertificateBytes bytes_;
  search::Trace trace_;
  TakeTrace take_;
};

/// Searches units of work in one thread. Each thread has its own UnitWorker.
class UnitWorker {
 public:
  /// A function that searches a unit of work. Returns the text that is added to Sums::files.
  using Search = std::function<std::string(const Unit& unit, Solver& solver, Tally& tally)>;

  /// `search` is called for each unit. `trace` is the trace of the solver; null if it has no trace.
  UnitWorker(Solver solver, Tally tally, Search search, std::unique_ptr<UnitTrace> trace)
      : trace_(std::move(trace)),
        solver_(std::move(solver)),
        tally_(std::move(tally)),
        search_(std::move(search)) {}

  /// Searches a unit of work up to its limit on nodes, or until the stop flag of the solver is set.
  /// Stores in `rest` the part of the unit that is not searched yet.
  Sums work(const Unit& unit, search::OpenWork& rest);
  /// The bytes of memory that the worker's engine uses.
  [[nodiscard]] std::size_t memory_bytes() const { return solver_.statistics().memory_bytes; }

 private:
  std::unique_ptr<UnitTrace> trace_;
  Solver solver_;
  Tally tally_;
  Search search_;
};

/// A function that tells whether a solution counts. Several threads may call the function in
/// parallel.
using IsWanted = std::function<bool(std::span<const OptionId> solution)>;

/// Makes an object that counts the solutions of units of work, with the weights of options in
/// `tally`. `trace` is the trace of the solver; null if it has no trace. If `is_wanted` is given,
/// solutions are visited, and each wanted solution counts as one. If `is_wanted` is empty, all
/// solutions count.
[[nodiscard]] std::unique_ptr<UnitWorker> counting_worker(
    Solver solver, Tally tally, std::unique_ptr<UnitTrace> trace = nullptr,
    IsWanted is_wanted = {});

/// An object that receives the solutions of a unit of work.
class SolutionSink {
 public:
  SolutionSink() = default;
  SolutionSink(const SolutionSink&) = delete;
  SolutionSink& operator=(const SolutionSink&) = delete;
  virtual ~SolutionSink() = default;

  /// Receives a solution, whose options are in the order in which they were chosen. Returns the
  /// number of solutions that this solution counts as.
  virtual std::uint64_t add(std::span<const OptionId> solution) = 0;
  /// close() is called after the last solution of a unit of work, before the unit is recorded.
  /// Returns the text that is added to Sums::files.
  virtual std::string close() = 0;
};
/// A function that makes the SolutionSink of the unit of work with this id. The thread that
/// searches the unit calls this function.
using MakeSink = std::function<std::unique_ptr<SolutionSink>(std::uint64_t unit)>;

/// Makes an object that passes the solutions of units of work to sinks.
[[nodiscard]] std::unique_ptr<UnitWorker> listing_worker(
    Solver solver, MakeSink make_sink, std::unique_ptr<UnitTrace> trace = nullptr);

}  // namespace dlx::runs
