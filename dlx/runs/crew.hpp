#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "dlx/names.hpp"
#include "dlx/runs/units.hpp"

namespace dlx::runs {

/// Number of nodes of the first unit of a search.
inline constexpr std::uint64_t nodes_of_first_unit = 1'000;

/// Divides the rests of units into new units: early in a short run, and finely towards the end of
/// any.
class UnitPacing {
 public:
  /// Times in seconds: a unit takes `shortest` and a tenth of the age of the run, but at most
  /// `longest`. `unit_nodes`: its nodes, whatever the time.
  UnitPacing(double shortest, double longest, std::optional<std::uint64_t> unit_nodes)
      : shortest_(shortest), longest_(longest), unit_nodes_(unit_nodes) {}

  /// Records how fast a unit was searched.
  void record(std::uint64_t nodes, double seconds) {
    const double pace = static_cast<double>(nodes) / std::max(seconds, 1e-9);
    nodes_per_second_ += (pace - nodes_per_second_) / (nodes_per_second_ == 0 ? 1 : 8);
  }

  /// The new units that the rest of a unit makes.
  struct NewUnits {
    std::uint32_t parts;  ///< number of parts
    std::uint64_t nodes;  ///< nodes of each
  };
  /// `waiting`: units without a worker. `age`: of the run, in seconds.
  [[nodiscard]] NewUnits new_units(std::size_t waiting, std::size_t workers, double age) const {
    const std::size_t wanted = 2 * workers;
    const bool few = waiting < wanted;
    const double time = std::min(longest_, shortest_ + age / 10) / (few ? 4 : 1);
    return {static_cast<std::uint32_t>(few ? std::clamp<std::size_t>(wanted - waiting, 2, 16) : 1),
            unit_nodes_.value_or(std::max(nodes_of_first_unit,
                                          static_cast<std::uint64_t>(nodes_per_second_ * time)))};
  }

 private:
  double shortest_, longest_;
  std::optional<std::uint64_t> unit_nodes_;
  double nodes_per_second_ = 0;
};

/// Searches units; each thread has its own.
class UnitWorker {
 public:
  UnitWorker() = default;
  UnitWorker(const UnitWorker&) = delete;
  UnitWorker& operator=(const UnitWorker&) = delete;
  virtual ~UnitWorker() = default;

  /// Searches a unit for as many nodes as it says, or until the stop flag is raised that the worker
  /// was made with. Leaves in `rest` the work that it has not done.
  virtual Sums work(const Unit& unit, search::OpenWork& rest) = 0;
  /// Bytes of its engine.
  [[nodiscard]] virtual std::size_t memory_bytes() const = 0;
};

/// How a crew divides its work, and how it is watched.
struct CrewOptions {
  unsigned threads = 1;  ///< number of threads, at least 1
  /// Length of a unit, once the run has been going for a while.
  std::chrono::nanoseconds unit_time = std::chrono::milliseconds(50);
  /// Length of a unit in nodes instead.
  std::optional<std::uint64_t> unit_nodes = {};
  /// All units pause soon after another thread or a signal handler sets it.
  const std::atomic<bool>* stop = nullptr;
  /// Called by the thread that runs the crew, about once an interval. Its exceptions leave run().
  std::function<void(const UnitStore&)> on_progress = {};
  /// Between two calls of on_progress.
  std::chrono::nanoseconds progress_interval = std::chrono::seconds(1);
};

/// Several threads that search the units of one store.
class Crew {
 public:
  /// Makes the worker of a thread; called by that thread. Once `stop` is set the worker pauses
  /// soon.
  using MakeWorker = std::function<std::unique_ptr<UnitWorker>(const std::atomic<bool>& stop)>;

  /// The store must outlive the crew. Each thread makes its worker when it has its first unit.
  Crew(UnitStore& units, MakeWorker make_worker, CrewOptions options);
  ~Crew();

  /// Works until no unit is left (`exhausted`), the store has `nodes` nodes, `time` has passed, or
  /// the stop flag is raised. Units that were cut short have been recorded as far as they were
  /// searched, with the rest as new units. So nothing is lost or done twice, and run() may be
  /// called again. An exception of a worker or of the store loses a unit: run() throws it, and
  /// throws it again at every later call.
  Status run(std::optional<std::uint64_t> nodes, std::optional<std::chrono::nanoseconds> time);

  /// Bytes of all workers' engines.
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  struct Shared;
  std::unique_ptr<Shared> shared_;
};

}  // namespace dlx::runs
