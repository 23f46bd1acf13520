#include "dlx/runs/parallel_count.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "dlx/runs/job_threads.hpp"
#include "dlx/runs/run_progress.hpp"
#include "dlx/runs/workers.hpp"

namespace dlx::runs {

struct ParallelCount::Work {
  MemoryUnits units;
  unsigned threads;
  const Tally* model = nullptr;              // of the workers' tallies
  std::optional<RunProgress> progress = {};  // from the first call of count()
  Natural found_before = {};
  std::mutex certificate = {};
  std::optional<Crew> crew = {};
};

ParallelCount::ParallelCount(MakeSolver make_solver, const search::SearchOptions& options,
                             const ThreadOptions& threads,
                             const std::vector<search::OpenWork>& start,
                             const search::Statistics& so_far)
    : limits_(options.control.limits),
      work_(new Work{.units = {start, threads.unit_nodes.value_or(nodes_of_first_unit),
                               sums_between({}, so_far, {})},
                     .threads = threads.threads}) {
  CrewOptions crew{.threads = threads.threads,
                   .unit_nodes = threads.unit_nodes,
                   .stop = options.control.stop,
                   .progress_interval = options.control.progress_interval};
  if (options.control.on_progress) {
    crew.on_progress = [work = work_.get(),
                        report = options.control.on_progress](const UnitStore& units) {
      search::Progress progress = work->progress->look(units);
      progress.solutions += work->found_before;
      report(progress);
    };
  }
  search::SearchOptions solver_options = options;
  solver_options.control.limits = {};
  solver_options.control.on_progress = {};
  solver_options.trace = nullptr;
  work_->crew.emplace(
      work_->units,
      [work = work_.get(), make = std::move(make_solver), solver_options, trace = options.trace](
          const std::atomic<bool>& stop) mutable -> std::unique_ptr<UnitWorker> {
        search::SearchOptions worker_options = solver_options;
        worker_options.control.stop = &stop;
        std::unique_ptr<UnitTrace> unit_trace;
        if (trace != nullptr) {
          unit_trace = std::make_unique<UnitTrace>(
              trace->numbers(), [work, trace](const Unit&, std::span<const std::uint8_t> bytes) {
                const std::scoped_lock lock(work->certificate);
                trace->sink().write(bytes);
                return std::string();
              });
          worker_options.trace = &unit_trace->trace();
        }
        return counting_worker(make(worker_options), *work->model, std::move(unit_trace));
      },
      std::move(crew));
}

ParallelCount::~ParallelCount() = default;

void ParallelCount::count(Tally& tally) {
  Work& work = *work_;
  if (!work.progress) work.progress.emplace(work.threads);
  if (!deadline_) deadline_.emplace(limits_.time, nullptr);
  work.model = &tally;
  adding([&] { status_ = work.crew->run(limits_.nodes, deadline_->left()); },
         [&] {
           work.found_before += work.units.sums().solutions;
           work.units.hand_over(tally);
         });
}

search::Statistics ParallelCount::statistics() const {
  const Sums& sums = work_->units.sums();
  search::Statistics s;
  s.nodes = sums.nodes;
  s.updates = sums.updates;
  s.share = status_ == Status::exhausted ? 1 : share_of(sums, work_->units.open_nodes());
  s.nodes_per_level = search::without_empty_levels(sums.nodes_per_level);
  s.memory_bytes = work_->crew->memory_bytes();
  return s;
}

counting::Threads in_threads(const ThreadOptions& threads) {
  if (threads.threads <= 1) return {};
  const counting::ContinueSearch make =
      [threads](const Problem& problem, const search::SearchOptions& options,
                const search::OpenWork& start,
                const search::Statistics& so_far) -> std::unique_ptr<search::CountingSearch> {
    return std::make_unique<ParallelCount>(
        [&problem](const search::SearchOptions& solver_options) {
          return Solver(problem, solver_options);
        },
        options, threads, std::vector{start}, so_far);
  };
  return {make,
          {.threads = threads.threads,
           .run = [crew = std::make_shared<JobThreads>()](
                      unsigned n, const std::function<void(unsigned)>& job,
                      const std::function<void()>& watch) { crew->run(n, job, watch); }}};
}

}  // namespace dlx::runs

dlx::counting::Threads::Threads(unsigned n)
    : Threads(runs::in_threads({.threads = n == 0 ? runs::all_cores() : n})) {}
