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

/// Work done in a thread of its own while the caller waits without the GIL and sees to signals.
/// The thread shares the job with the caller, and so must own, through it, all that it uses.
class Job {
 public:
  virtual ~Job() = default;

  /// What is to be done; looks at stop() where it may take long. Knows nothing of Python.
  virtual void work() = 0;

  [[nodiscard]] const std::atomic<bool>* stop() const noexcept { return &stop_; }
  /// A callback for the search that hands what it is told to the Python callable.
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

/// Does the job and returns, or throws what it threw. A signal handler that raises, as that of
/// Ctrl-C does, or a progress callback, stops the job and leaves with what was raised. If the
/// thread is not over by then, a tenth of a second later, it is left alone, and the next run() of
/// the job waits for it first. `on_progress` is a callable or None. The GIL is held on entry and on
/// leaving.
void run(std::shared_ptr<Job> job, const py::object& on_progress);

/// A job from a function object without parameters but the job.
template <class Work>
class FunctionJob final : public Job {
 public:
  explicit FunctionJob(Work work) : work_(std::move(work)) {}
  void work() override { result.emplace(work_(*this)); }
  std::optional<std::invoke_result_t<Work&, Job&>> result = {};

 private:
  Work work_;
};

/// Runs `work(Job&)` as a job and returns its value. It must own what it uses.
template <class Work>
auto run_job(Work work, const py::object& on_progress = py::none()) {
  auto job = std::make_shared<FunctionJob<Work>>(std::move(work));
  python::run(job, on_progress);
  return std::move(*job->result);
}

}  // namespace dlx::python
