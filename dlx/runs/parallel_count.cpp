#include "dlx/runs/parallel_count.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "dlx/runs/forecast.hpp"

namespace dlx {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

class CountingWorker final : public UnitWorker {
 public:
  CountingWorker(Solver solver, Tally tally)
      : solver_(std::move(solver)), tally_(std::move(tally)) {}

  Sums work(const Unit& unit, Frontier& rest) override {
    const Statistics before = solver_.statistics();
    tally_.clear();
    solver_.start_at(unit.part);
    solver_.set_limits({.nodes = before.nodes + unit.nodes});
    solver_.count(tally_);
    rest = solver_.frontier();
    return sums_between(before, solver_.statistics(), tally_);
  }

  std::size_t memory_bytes() const override { return solver_.statistics().memory_bytes; }

 private:
  Solver solver_;
  Tally tally_;
};

}  // namespace

struct ParallelCount::Work {
  MemoryUnits units;
  const Tally* model = nullptr;  // of the workers' tallies
  std::optional<Clock::time_point> start = {};
  Natural found_before = {};
  Forecast forecast = {};
  std::optional<Crew> crew = {};

  [[nodiscard]] double expected() const {
    return expected_nodes(units.sums().nodes_per_level, units.open_nodes());
  }
  [[nodiscard]] double share() const {
    const double whole = expected();
    return whole == 0 ? 0 : static_cast<double>(units.sums().nodes) / whole;
  }
  [[nodiscard]] std::chrono::nanoseconds age() const { return Clock::now() - *start; }

  Progress progress(unsigned threads) {
    const Sums& sums = units.sums();
    const double seconds = Seconds(age()).count();
    forecast.look(seconds, static_cast<double>(sums.nodes), expected());
    return {.nodes = sums.nodes,
            .solutions = found_before + sums.solutions,
            .share = share(),
            .seconds = seconds,
            .threads = threads,
            .left = forecast.left()};
  }
};

ParallelCount::ParallelCount(MakeSolver make_solver, const SearchOptions& options,
                             const ThreadOptions& threads, const Frontier& start,
                             const Statistics& so_far)
    : limits_(options.limits),
      work_(new Work{.units = {start, threads.unit_nodes.value_or(nodes_of_first_unit),
                               sums_between({}, so_far, {})}}) {
  CrewOptions crew{.threads = threads.threads,
                   .unit_nodes = threads.unit_nodes,
                   .stop = options.stop,
                   .progress_interval = options.progress_interval};
  if (options.on_progress) {
    crew.on_progress = [work = work_.get(), count = threads.threads, report = options.on_progress](
                           const UnitStore&) { report(work->progress(count)); };
  }
  SearchOptions of_solver = options;
  of_solver.limits = {};
  of_solver.on_progress = {};
  work_->crew.emplace(
      work_->units,
      [work = work_.get(), make = std::move(make_solver),
       of_solver](const std::atomic<bool>& stop) mutable -> std::unique_ptr<UnitWorker> {
        SearchOptions its = of_solver;
        its.stop = &stop;
        return std::make_unique<CountingWorker>(make(its), *work->model);
      },
      std::move(crew));
}

ParallelCount::~ParallelCount() = default;

void ParallelCount::count(Tally& tally) {
  Work& work = *work_;
  if (!work.start) work.start = Clock::now();
  std::optional<std::chrono::nanoseconds> time;
  if (limits_.time) time = std::max(std::chrono::nanoseconds(0), *limits_.time - work.age());
  work.model = &tally;
  const auto end = [&] {
    work.found_before += work.units.sums().solutions;
    work.units.hand_over(tally);
  };
  try {
    status_ = work.crew->run(limits_.nodes, time);
  } catch (...) {
    end();
    throw;
  }
  end();
}

Statistics ParallelCount::statistics() const {
  const Sums& sums = work_->units.sums();
  Statistics s;
  s.nodes = sums.nodes;
  s.updates = sums.updates;
  s.share = status_ == Status::exhausted ? 1 : work_->share();
  s.nodes_per_level = without_empty_levels(sums.nodes_per_level);
  s.memory_bytes = work_->crew->memory_bytes();
  return s;
}

LongSearch in_threads(const ThreadOptions& threads) {
  return [threads](const Problem& problem, const SearchOptions& options, const Frontier& start,
                   const Statistics& so_far) -> std::unique_ptr<CountingSearch> {
    return std::make_unique<ParallelCount>(
        [&problem](const SearchOptions& its) { return Solver(problem, its); }, options, threads,
        start, so_far);
  };
}

}  // namespace dlx
