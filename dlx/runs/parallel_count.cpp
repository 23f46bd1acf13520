#include "dlx/runs/parallel_count.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "dlx/counting/counter.hpp"
#include "dlx/runs/job_threads.hpp"
#include "dlx/runs/run_progress.hpp"
#include "dlx/runs/scratch_file.hpp"
#include "dlx/runs/threads.hpp"
#include "dlx/runs/workers.hpp"

namespace dlx::runs {

struct ParallelCount::Work {
  MemoryUnits units;
  unsigned threads;
  const Tally* model = nullptr;  // the weights of options that all threads use
  // Reports progress; exists from the first call of count().
  std::optional<RunProgress> progress = {};
  Natural found_before = {};
  std::mutex certificate = {};
  std::optional<Crew> crew = {};
};

ParallelCount::ParallelCount(MakeSolver make_solver, const Options& options,
                             const std::vector<search::OpenWork>& start,
                             const search::Statistics& so_far, IsWanted is_wanted)
    : limits_(search::limits_of(options)),
      work_(new Work{.units = {start, options.unit_nodes.value_or(nodes_of_first_unit),
                               sums_between({}, so_far, {})},
                     .threads = threads_of(options)}) {
  CrewOptions crew{.threads = work_->threads,
                   .unit_nodes = options.unit_nodes,
                   .stop = options.stop,
                   .progress_interval = options.progress_interval};
  if (options.on_progress) {
    crew.on_progress = [work = work_.get(), report = options.on_progress](const UnitStore& units) {
      search::Progress progress = work->progress->look(units);
      progress.solutions += work->found_before;
      report(progress);
    };
  }
  Options solver_options = options;
  search::limit(solver_options, {});
  solver_options.on_progress = {};
  solver_options.trace = nullptr;
  work_->crew.emplace(
      work_->units,
      [work = work_.get(), make = std::move(make_solver), wanted = std::move(is_wanted),
       solver_options, trace = options.trace](
          const std::atomic<bool>& stop) mutable -> std::unique_ptr<UnitWorker> {
        Options worker_options = solver_options;
        worker_options.stop = &stop;
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
        return counting_worker(make(worker_options), *work->model, std::move(unit_trace), wanted);
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

search::Jobs search_jobs(const Options& options) {
  return options.threads > 1 ? resources(options).jobs : search::Jobs();
}

counting::Resources resources(const Options& options) {
  counting::Resources lent;
  if (const std::string& folder = options.scratch; !folder.empty()) {
    lent.make_scratch = [folder] { return std::make_unique<ScratchFile>(folder); };
  }
  const unsigned threads = threads_of(options);
  if (threads <= 1) return lent;
  lent.continue_search = [threads, unit_nodes = options.unit_nodes](
                             const Problem& problem, Options search, const search::OpenWork& start,
                             const search::Statistics& so_far) {
    search.threads = threads;
    search.unit_nodes = unit_nodes;
    return std::make_unique<ParallelCount>(
        [&problem](const Options& solver_options) { return Solver(problem, solver_options); },
        search, std::vector{start}, so_far);
  };
  lent.jobs = {.threads = threads,
               .run = [crew = std::make_shared<JobThreads>()](
                          unsigned n, const std::function<void(unsigned)>& job,
                          const std::function<void()>& watch) { crew->run(n, job, watch); },
               .pause = [] { std::this_thread::sleep_for(std::chrono::microseconds(200)); }};
  return lent;
}

}  // namespace dlx::runs

dlx::counting::Counter::Counter(const Problem& problem, const Options& options)
    : Counter(problem, options, runs::resources(options)) {}
