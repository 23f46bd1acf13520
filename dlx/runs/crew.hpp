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

/// The limit on nodes of the first unit of work of a search.
inline constexpr std::uint64_t nodes_of_first_unit = 1'000;

/// A unit of work is a part of a search tree, which a thread searches up to a limit on nodes.
/// UnitPacing decides into how many new units the rest of a unit is divided, and how many nodes
/// they may have. New units are short early in a run, and whenever few units are waiting, for
/// example near the end of a run.
class UnitPacing {
 public:
  /// The search of a unit should take `shortest` seconds plus a tenth of the age of the run, but at
  /// most `longest` seconds. If `unit_nodes` is given, each unit has this number of nodes, and the
  /// two times have no effect.
  UnitPacing(double shortest, double longest, std::optional<std::uint64_t> unit_nodes)
      : shortest_(shortest), longest_(longest), unit_nodes_(unit_nodes) {}

  /// Records how fast a unit was searched: its number of nodes and its time.
  void record(std::uint64_t nodes, double seconds) {
    const double pace = static_cast<double>(nodes) / std::max(seconds, 1e-9);
    nodes_per_second_ += (pace - nodes_per_second_) / (nodes_per_second_ == 0 ? 1 : 8);
  }

  /// Describes the new units of work that are made from the rest of a unit, which is not searched
  /// yet.
  struct NewUnits {
    std::uint32_t parts;  ///< number of new units
    std::uint64_t nodes;  ///< number of nodes of each new unit
  };
  /// Decides how the rest of a unit is divided. `waiting` is the number of units that no thread
  /// searches yet. `age` is the age of the run in seconds.
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

class UnitWorker;

/// Options of a Crew, a group of threads that search units of work: the number of threads, the
/// length of units, how the threads are stopped, and how they report progress.
struct CrewOptions {
  unsigned threads = 1;  ///< number of threads, at least 1
  /// The time that the search of a unit should take. Units are shorter at the beginning of a run.
  std::chrono::nanoseconds unit_time = std::chrono::milliseconds(50);
  /// The number of nodes of a unit of work. If unit_nodes is not given, unit_time determines the
  /// number of nodes.
  std::optional<std::uint64_t> unit_nodes = {};
  /// The searches of all units of work pause soon after another thread or a signal handler sets
  /// this flag.
  const std::atomic<bool>* stop = nullptr;
  /// The thread that calls Crew::run() calls this function about once per progress_interval. run()
  /// passes on the exceptions of this function.
  std::function<void(const UnitStore&)> on_progress = {};
  /// The time between two calls of on_progress.
  std::chrono::nanoseconds progress_interval = std::chrono::seconds(1);
};

/// Several threads that search the units of work in one store.
class Crew {
 public:
  /// A function that makes a UnitWorker (see workers.hpp), which searches units; each thread calls
  /// this function once. The worker must pause soon after `stop` is set.
  using MakeWorker = std::function<std::unique_ptr<UnitWorker>(const std::atomic<bool>& stop)>;

  /// The store must outlive the crew. Each thread makes its worker when the thread gets its first
  /// unit.
  Crew(UnitStore& units, MakeWorker make_worker, CrewOptions options);
  ~Crew();

  /// Searches units of work until no unit is left, and then returns `exhausted`. Ends earlier if
  /// the units have `nodes` nodes together, if `time` has passed, or if the stop flag is set. If a
  /// unit is interrupted, the searched part of it is recorded, and the rest becomes new units. So
  /// no work is lost or repeated, and run() may be called again. If a worker or the store throws an
  /// exception, a unit is lost, and this call of run() and every later call throw this exception.
  Status run(std::optional<std::uint64_t> nodes, std::optional<std::chrono::nanoseconds> time);

  /// The bytes of memory that the engines of all threads use together.
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  struct Shared;
  std::unique_ptr<Shared> shared_;
};

}  // namespace dlx::runs
