#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>

#include "dlx/runs/thread_group.hpp"

namespace dlx::runs {

/// Threads for Jobs::run that wait between two runs. A sweep has a run for each step, hundreds in a
/// second, and starting a thread takes longer than waking one.
class JobThreads {
 public:
  JobThreads() = default;
  JobThreads(const JobThreads&) = delete;
  JobThreads& operator=(const JobThreads&) = delete;
  /// Ends the threads.
  ~JobThreads();

  /// See Jobs::run. Jobs that no thread has taken when job(0) returns are done by the calling
  /// thread, one after the other: also where the system has no more threads. Within a run,
  /// another does all its jobs that way.
  void run(unsigned n, const std::function<void(unsigned)>& job,
           const std::function<void()>& watch);

 private:
  void wait_for_jobs();

  std::atomic<bool> in_use_ = false;  // a caller of run() uses the threads
  std::mutex mutex_;                  // guards all that follows
  std::condition_variable wake_, ended_;
  const std::function<void(unsigned)>* job_ = nullptr;
  unsigned next_ = 0, end_ = 0;  // the jobs that none has taken
  unsigned at_work_ = 0;         // jobs taken by threads
  bool over_ = false;
  ThreadGroup threads_;
};

}  // namespace dlx::runs
