#include "dlx/runs/job_threads.hpp"

#include <chrono>

namespace dlx::runs {

JobThreads::~JobThreads() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  wake_.notify_all();
}

void JobThreads::run(unsigned n, const std::function<void(unsigned)>& job,
                     const std::function<void()>& watch) {
  if (in_use_.exchange(true)) {
    for (unsigned j = 0; j < n; ++j) job(j);
    return;
  }
  // If a thread cannot be started, the calling thread does the job of that thread.
  threads_.grow(n - 1, [this](unsigned) { wait_for_jobs(); });
  {
    const std::lock_guard lock(mutex_);
    job_ = &job;
    next_ = 1;
    end_ = n;
  }
  wake_.notify_all();
  job(0);
  std::unique_lock lock(mutex_);
  while (next_ < end_) {
    const unsigned j = next_++;
    lock.unlock();
    job(j);
    lock.lock();
  }
  while (at_work_ != 0) {
    ended_.wait_for(lock, std::chrono::milliseconds(2));
    lock.unlock();
    watch();
    lock.lock();
  }
  in_use_ = false;
}

void JobThreads::wait_for_jobs() {
  std::unique_lock lock(mutex_);
  for (;;) {
    wake_.wait(lock, [this] { return over_ || next_ < end_; });
    if (over_) return;
    const unsigned j = next_++;
    ++at_work_;
    lock.unlock();
    (*job_)(j);
    lock.lock();
    --at_work_;
    ended_.notify_all();
  }
}

}  // namespace dlx::runs
