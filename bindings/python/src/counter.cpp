// Counts in slices of time.

#include "dlx/counting/counter.hpp"

#include "dlx/runs/threads.hpp"
#include "dlx/search/control.hpp"
#include "options.hpp"

namespace dlx::python {
namespace {

/// Owns the Counter and everything that the Counter refers to. If the caller no longer waits for
/// the thread of a slice, this object stays alive until that thread has ended.
class SlicedCount final : public Job {
 public:
  SlicedCount(ProblemHandle problem, const Options& options)
      : problem_(std::move(problem)),
        counter_(*problem_, for_job(options, *this, &*problem_, true), resources(options)) {}

  void work() override {
    if (slice_) counter_.run(*slice_);
    result_ = counter_.result();
    share_ = counter_.share();
  }

  /// The limits of the next slice. If this is empty, the job does not count, and only reads the
  /// result so far.
  std::optional<counting::CountSlice> slice_ = {};
  counting::CountResult result_ = {};
  double share_ = 0;

 private:
  /// Limits each step that cannot pause to 100 ms, so that a slice does not take much longer than
  /// its time limit.
  static counting::Resources resources(const Options& options) {
    counting::Resources lent = runs::resources(options);
    lent.longest_step = std::chrono::milliseconds(100);
    return lent;
  }

  ProblemHandle problem_;
  counting::Counter counter_;
};

/// The C++ object behind the Python class Counter. Only one thread at a time may use it. A lock of
/// the Python class ensures that.
class CounterHandle {
 public:
  CounterHandle(ProblemHandle problem, const Options& options)
      : job_(std::make_shared<SlicedCount>(std::move(problem), options)) {}

  std::string run(std::optional<double> seconds, std::optional<std::uint64_t> work,
                  const py::object& on_progress) {
    counting::CountSlice slice{.work = work};
    if (seconds) slice.time = nanoseconds(*seconds);
    job_->slice_ = slice;
    const auto start = std::chrono::steady_clock::now();
    python::run(job_, on_progress);
    seconds_ += search::seconds_since(start);
    return std::string(to_string(job_->result_.status));
  }

  py::dict result() {
    job_->slice_.reset();
    python::run(job_, py::none());
    return to_dict(job_->result_, seconds_);
  }

  double share() {
    job_->slice_.reset();
    python::run(job_, py::none());
    return job_->share_;
  }

 private:
  std::shared_ptr<SlicedCount> job_;
  double seconds_ = 0;
};

}  // namespace

void bind_counter(py::module_& module) {
  py::class_<CounterHandle>(module, "Counter", "A count that runs in slices.")
      .def(py::init<ProblemHandle, const Options&>())
      .def("run", &CounterHandle::run)
      .def("result", &CounterHandle::result)
      .def("share", &CounterHandle::share);
}

}  // namespace dlx::python
