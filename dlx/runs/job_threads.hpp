#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>

#include "dlx/runs/thread_group.hpp"

namespace dlx::runs {

/// Threads that do the jobs of Jobs::run. Between two calls of run() the threads wait instead of
/// ending, because waking a waiting thread is faster than starting a new one. A sweep, which counts
/// by processing item after item, calls run() hundreds of times in a second.
class JobThreads {
 public:
  JobThreads() = default;
  JobThreads(const JobThreads&) = delete;
  JobThreads& operator=(const JobThreads&) = delete;
  /// Ends the waiting threads.
  ~JobThreads();

  /// Runs the jobs, as Jobs::run describes. The calling thread does job(0), and then all jobs that
  /// no other thread has taken, one after another. So all jobs are done even if the system cannot
  /// start threads. If a job calls run() again, the calling thread does all jobs of this inner
  /// call.
  void run(unsigned n, const std::function<void(unsigned)>& job,
           const std::function<void()>& watch);

 private:
  void wait_for_jobs();

  std::atomic<bool> in_use_ = false;  // whether a caller of run() is using the threads
  std::mutex mutex_;                  // the mutex that guards all members declared below it
  std::condition_variable wake_, ended_;
  const std::function<void(unsigned)>* job_ = nullptr;
  unsigned next_ = 0, end_ = 0;  // no thread has taken the jobs from next_ to end_ - 1
  unsigned at_work_ = 0;         // number of jobs that threads are doing now
  bool over_ = false;
  ThreadGroup threads_;
};

}  // namespace dlx::runs
