#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "dlx/runs/thread_group.hpp"

namespace dlx::runs {

/// Executes a stream of jobs in several threads. The thread that pushes the jobs receives their
/// results in the order of the jobs. With one thread, or if no thread can be started, the thread
/// that pushes the jobs does all the work.
///
/// Only few jobs are in memory at once, because push() waits for the oldest job if too many jobs
/// are waiting. A job should take a hundred microseconds or more, because each job locks a mutex.
template <class Job, class Result>
class Pipeline {
 public:
  /// A function that does a job. Each thread has a Work of its own.
  using Work = std::function<Result(const Job&)>;
  /// A function that makes the Work of a thread. The constructor calls this function once for each
  /// thread.
  using MakeWork = std::function<Work()>;
  /// A function that receives each job with its result, in the order of the jobs.
  using Take = std::function<void(Job&&, Result&&)>;

  /// Starts the threads. `threads` must be at least 1.
  Pipeline(unsigned threads, const MakeWork& make_work, Take take)
      : take_(std::move(take)), most_(std::size_t{8} * threads) {
    for (unsigned t = 0; t < std::max(threads, 1U); ++t) works_.push_back(make_work());
    if (threads > 1)
      started_ = threads_.grow(threads, [this](unsigned t) { work_in_thread(works_[t]); });
  }
  /// Drops jobs that no thread has begun, and waits for the other jobs.
  ~Pipeline() {
    {
      const std::scoped_lock lock(mutex_);
      dropped_ = true;
    }
    changed_.notify_all();
  }
  Pipeline(const Pipeline&) = delete;
  Pipeline& operator=(const Pipeline&) = delete;

  /// Adds a job, and passes the results that are ready to the function Take. Throws the exceptions
  /// of the functions Work and Take.
  void push(Job job) {
    if (started_ == 0) {
      Result result = works_[0](job);
      take_(std::move(job), std::move(result));
      return;
    }
    {
      const std::scoped_lock lock(mutex_);
      places_.push_back({std::move(job), {}});
    }
    changed_.notify_all();
    deliver(most_);
  }

  /// Waits until all jobs are done, and passes their results to the function Take. Throws the
  /// exceptions of the jobs.
  void finish() { deliver(0); }

 private:
  struct Place {
    Job job;
    std::optional<Result> result;
  };

  /// Waits until at most `most_left` jobs are not done, and passes the results of the done jobs to
  /// the function Take. Then passes all further results that are ready.
  void deliver(std::size_t most_left) {
    std::unique_lock lock(mutex_);
    for (;;) {
      if (error_) std::rethrow_exception(error_);
      if (!places_.empty() && places_.front().result) {
        Place place = std::move(places_.front());
        places_.pop_front();
        --next_;
        lock.unlock();
        take_(std::move(place.job), std::move(*place.result));
        lock.lock();
      } else if (places_.size() > most_left) {
        changed_.wait(lock);
      } else {
        return;
      }
    }
  }

  void work_in_thread(const Work& work) {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return dropped_ || error_ || next_ < places_.size(); });
      if (dropped_ || error_) return;
      // The reference remains valid, because deliver() removes a Place from the deque only after
      // its result is stored.
      Place& place = places_[next_++];
      lock.unlock();
      try {
        Result result = work(place.job);
        lock.lock();
        place.result.emplace(std::move(result));
      } catch (...) {
        if (!lock.owns_lock()) lock.lock();
        error_ = std::current_exception();
      }
      changed_.notify_all();
    }
  }

  Take take_;
  std::size_t most_;
  std::vector<Work> works_;  // for each thread, the function that does its jobs
  unsigned started_ = 0;     // number of threads that were started
  std::mutex mutex_;         // the mutex that guards all members declared below it
  std::condition_variable changed_;
  std::deque<Place> places_;
  std::size_t next_ = 0;  // index of the first job that no thread has taken
  std::exception_ptr error_;
  bool dropped_ = false;
  ThreadGroup threads_;  // declared last, so that the threads end before their data is destroyed
};

}  // namespace dlx::runs
