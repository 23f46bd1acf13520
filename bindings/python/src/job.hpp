#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "dlx/search/progress.hpp"

namespace dlx::python {

namespace py = pybind11;

/// Work that runs in its own thread. The caller waits without the GIL and handles signals. The
/// thread and the caller share the job. The job must therefore own everything that the thread uses.
class Job {
 public:
  virtual ~Job() = default;

  /// Does the work. The function must check stop() regularly if it may take long. The function must
  /// not use Python objects.
  virtual void work() = 0;

  [[nodiscard]] const std::atomic<bool>* stop() const noexcept { return &stop_; }
  /// A progress callback for the search. The callback passes reports on to the waiting caller,
  /// which calls the Python callable.
  [[nodiscard]] search::ProgressCallback progress_callback();

 private:
  friend void run(std::shared_ptr<Job> job, const py::object& on_progress);
  void wait(const py::object& on_progress);

  std::atomic<bool> stop_ = false;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool at_work_ = false;
  std::exception_ptr error_ = {};
  std::optional<search::Progress> progress_ = {};
};

/// Runs the job and returns when it has ended. Throws the exception that the job threw. If a signal
/// handler (such as that of Ctrl-C) or a progress callback raises an exception, the job is stopped
/// and that exception is thrown. If the thread has not ended a tenth of a second later, it is
/// abandoned, and the next run() of the job first waits for it. `on_progress` is a callable or
/// None. The caller holds the GIL when run() is called and when it returns.
void run(std::shared_ptr<Job> job, const py::object& on_progress);

/// A job that calls a function object with the job as the only argument.
template <class Work>
class FunctionJob final : public Job {
 public:
  explicit FunctionJob(Work work) : work_(std::move(work)) {}
  void work() override { result.emplace(work_(*this)); }
  std::optional<std::invoke_result_t<Work&, Job&>> result = {};

 private:
  Work work_;
};

/// Runs `work(Job&)` as a job and returns its result. The function object must own everything that
/// it uses.
template <class Work>
auto run_job(Work work, const py::object& on_progress = py::none()) {
  auto job = std::make_shared<FunctionJob<Work>>(std::move(work));
  python::run(job, on_progress);
  return std::move(*job->result);
}

}  // namespace dlx::python
