#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>

#include "dlx/runs/thread_group.hpp"

namespace dlx::runs {

/// Threads for Jobs::run, which wait between two runs instead of ending. A sweep makes a run for
/// each step, hundreds in a second, and starting a thread takes longer than waking one.
class JobThreads {
 public:
  JobThreads() = default;
  JobThreads(const JobThreads&) = delete;
  JobThreads& operator=(const JobThreads&) = delete;
  /// Ends the threads.
  ~JobThreads();

  /// See Jobs::run. The calling thread does job(0), and then all jobs that no other thread has
  /// taken, one after another. So all jobs are done even if the system cannot start threads. A run
  /// that is called within another run does all its jobs in the calling thread.
  void run(unsigned n, const std::function<void(unsigned)>& job,
           const std::function<void()>& watch);

 private:
  void wait_for_jobs();

  std::atomic<bool> in_use_ = false;  // a caller of run() uses the threads
  std::mutex mutex_;                  // guards all members below
  std::condition_variable wake_, ended_;
  const std::function<void(unsigned)>* job_ = nullptr;
  unsigned next_ = 0, end_ = 0;  // the jobs that no thread has taken
  unsigned at_work_ = 0;         // number of jobs that threads are doing
  bool over_ = false;
  ThreadGroup threads_;
};

}  // namespace dlx::runs
