#include "job.hpp"

#include <chrono>
#include <thread>

namespace dlx::python {
namespace {

using namespace std::chrono_literals;

// `look`: interval between two checks for signals. `patience`: time that a job may take to end
// after it was stopped.
constexpr auto look = 20ms;
constexpr auto patience = 100ms;

}  // namespace

search::ProgressCallback Job::progress_callback() {
  return [this](const search::Progress& progress) {
    {
      const std::lock_guard lock(mutex_);
      progress_ = progress;
    }
    changed_.notify_all();
  };
}

void Job::wait(const py::object& on_progress) {
  std::optional<py::error_already_set> raised;
  std::chrono::steady_clock::time_point deadline;
  for (;;) {
    std::optional<search::Progress> progress;
    bool over = false;
    // The class gil_scoped_release of pybind11 is not used. When the interpreter shuts down,
    // PyEval_RestoreThread() may end the thread by unwinding the stack, which must not begin in a
    // destructor.
    PyThreadState* state = PyEval_SaveThread();
    {
      std::unique_lock lock(mutex_);
      changed_.wait_for(lock, look, [&] { return !at_work_ || progress_; });
      over = !at_work_;
      progress = std::exchange(progress_, {});
    }
    PyEval_RestoreThread(state);
    if (over) break;

    if (!raised) {
      try {
        if (PyErr_CheckSignals() != 0) throw py::error_already_set();
        if (progress && !on_progress.is_none()) on_progress(*progress);
      } catch (py::error_already_set& e) {
        raised.emplace(std::move(e));
        stop_ = true;
        deadline = std::chrono::steady_clock::now() + patience;
      }
    } else if (std::chrono::steady_clock::now() > deadline) {
      break;
    }
  }
  if (raised) throw std::move(*raised);
}

void run(std::shared_ptr<Job> job, const py::object& on_progress) {
  Job& j = *job;
  j.wait(py::none());  // waits for the thread of the last run, if it is still running
  j.stop_ = false;
  j.at_work_ = true;
  j.error_ = {};
  // The thread shares ownership of the job, because run() may return before the thread ends.
  const auto work = [job = std::move(job)] {
    std::exception_ptr error;
    try {
      job->work();
    } catch (...) {
      error = std::current_exception();
    }
    {
      const std::lock_guard lock(job->mutex_);
      job->error_ = error;
      job->at_work_ = false;
    }
    job->changed_.notify_all();
  };
  try {
    std::thread(work).detach();
  } catch (...) {  // Python, too, raises RuntimeError if a thread cannot be started
    j.at_work_ = false;
    throw;
  }
  j.wait(on_progress);
  if (j.error_) std::rethrow_exception(j.error_);
}

}  // namespace dlx::python
