#include "dlx/runs/crew.hpp"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

#include "dlx/runs/thread_group.hpp"
#include "dlx/runs/threads.hpp"
#include "dlx/runs/workers.hpp"
#include "dlx/search/control.hpp"

namespace dlx::runs {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

// The interval at which Crew::run() tests for a signal, for the time limit and for the end of the
// work.
constexpr auto look_around = std::chrono::milliseconds(10);

}  // namespace

struct Crew::Shared {
  UnitStore& units;
  MakeWorker make_worker;
  CrewOptions options;
  // For each thread, the object that searches its units of work; null before the thread's first
  // unit.
  std::vector<std::unique_ptr<UnitWorker>> workers;

  std::mutex mutex;  // the mutex that guards `units` and all members declared below the mutex
  std::condition_variable changed;
  std::atomic<bool> halt = false;
  std::exception_ptr error;
  std::optional<std::uint64_t> most_nodes;
  unsigned at_work = 0;        // number of threads that search a unit of work now
  unsigned present = 0;        // number of threads that have not ended
  std::uint64_t promised = 0;  // sum of the node limits of the units that threads search now
  UnitPacing pacing;
  double seconds = 0;  // total time of the earlier calls of run(), in seconds
  Clock::time_point start;
  // Time of the last report of progress in any call of run().
  std::optional<Clock::time_point> reported;

  Shared(UnitStore& store, MakeWorker make, CrewOptions crew_options)
      : units(store),
        make_worker(std::move(make)),
        options(std::move(crew_options)),
        workers(std::max(options.threads, 1U)),
        pacing(0.001, Seconds(options.unit_time).count(), options.unit_nodes) {}

  [[nodiscard]] bool out_of_nodes() const {
    return most_nodes && units.sums().nodes + promised >= *most_nodes;
  }

  void hand_in(const Unit& unit, const Sums& sums, const search::OpenWork& rest) {
    const double age = seconds + Seconds(Clock::now() - start).count();
    const auto [parts, unit_nodes] = pacing.new_units(units.waiting(), workers.size(), age);
    units.finish(unit, sums, deal(rest, halt ? 1 : parts), unit_nodes);
  }

  void work(std::size_t thread) {
    std::unique_lock lock(mutex);
    const auto fail = [this](std::exception_ptr thrown) {
      if (!error) error = std::move(thrown);
      halt = true;
    };
    while (!halt) {
      std::optional<Unit> unit;
      try {
        if (!out_of_nodes()) unit = units.take();
      } catch (...) {
        fail(std::current_exception());
        break;
      }
      if (!unit) {
        if (at_work == 0) break;
        changed.wait(lock);
        continue;
      }
      if (most_nodes) {
        unit->nodes = std::min(unit->nodes, *most_nodes - units.sums().nodes - promised);
      }
      ++at_work;
      promised += unit->nodes;
      lock.unlock();
      Sums sums;
      search::OpenWork rest;
      std::exception_ptr thrown;
      const Clock::time_point before = Clock::now();
      try {
        if (!workers[thread]) workers[thread] = make_worker(halt);
        sums = workers[thread]->work(*unit, rest);
      } catch (...) {
        thrown = std::current_exception();
      }
      const double took = Seconds(Clock::now() - before).count();
      lock.lock();
      --at_work;
      promised -= unit->nodes;
      if (!thrown) {
        pacing.record(sums.nodes, took);
        try {
          hand_in(*unit, sums, rest);
        } catch (...) {
          thrown = std::current_exception();
        }
      }
      if (thrown) fail(std::move(thrown));
      changed.notify_all();
    }
    --present;
    changed.notify_all();
  }
};

Crew::Crew(UnitStore& units, MakeWorker make_worker, CrewOptions options)
    : shared_(std::make_unique<Shared>(units, std::move(make_worker), std::move(options))) {}

Crew::~Crew() = default;

Status Crew::run(std::optional<std::uint64_t> nodes, std::optional<std::chrono::nanoseconds> time) {
  Shared& s = *shared_;
  if (s.error) std::rethrow_exception(s.error);
  s.halt = false;
  s.most_nodes = nodes;
  s.start = Clock::now();
  s.present = static_cast<unsigned>(s.workers.size());
  Status status = Status::exhausted;
  const search::Deadline deadline(time, s.options.stop);
  if (s.units.waiting() == 0) return Status::exhausted;
  if (deadline.reached()) return deadline.why();
  {
    ThreadGroup threads;
    std::exception_ptr thrown;  // the exception that on_progress has thrown
    const auto end_with = [&](Status why) {
      status = why;
      s.halt = true;
      s.changed.notify_all();
    };
    const auto wanted = static_cast<unsigned>(s.workers.size());
    const unsigned started = threads.grow_or_throw(wanted, [&s](unsigned k) { s.work(k); });
    if (!s.reported) s.reported = s.start;
    std::unique_lock lock(s.mutex);
    s.present -= wanted - started;
    while (s.present != 0) {
      s.changed.wait_for(lock, look_around);
      const auto now = Clock::now();
      if (s.halt) continue;
      if (const Status why = deadline.why(); why != Status::running) {
        end_with(why);
      } else if (s.options.on_progress && now - *s.reported >= s.options.progress_interval) {
        s.reported = now;
        try {
          s.options.on_progress(s.units);
        } catch (...) {
          thrown = std::current_exception();
          end_with(Status::stopped);
        }
      }
    }
    lock.unlock();
    threads.join();
    s.seconds += Seconds(Clock::now() - s.start).count();
    if (s.error) std::rethrow_exception(s.error);
    if (thrown) std::rethrow_exception(thrown);
  }
  if (s.units.waiting() == 0) return Status::exhausted;
  return status == Status::exhausted ? Status::node_limit : status;
}

std::size_t Crew::memory_bytes() const {
  std::size_t bytes = 0;
  for (const auto& worker : shared_->workers) bytes += worker ? worker->memory_bytes() : 0;
  return bytes;
}

unsigned threads_of(const Options& options) {
  return options.threads == 0 ? all_cores() : options.threads;
}

unsigned all_cores() {
  return std::max(std::thread::hardware_concurrency(), 1U);
}

}  // namespace dlx::runs
