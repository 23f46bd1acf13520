#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>

namespace dlx::search {

/// Threads that work on one task together. runs::resources() makes objects of this type.
struct Jobs {
  unsigned threads = 1;  ///< the number of threads that work on the task, at least 1
  /// Calls job(0) in the calling thread, and each of job(1) to job(n - 1) in its own thread. After
  /// job(0) has returned, calls watch() every few milliseconds until all jobs have returned.
  /// Neither `job` nor `watch` may throw. The function `run` must not be empty if there is more
  /// than one thread.
  std::function<void(unsigned n, const std::function<void(unsigned)>& job,
                     const std::function<void()>& watch)>
      run = {};
  /// Lets a job wait for other jobs for some tenths of a millisecond. If `pause` is empty, jobs
  /// cannot wait, so a search in which jobs would have to wait uses one thread.
  std::function<void()> pause = {};
  /// The least number of states of a table for which another thread is worth while. If a table has
  /// fewer states per thread, one thread does the work alone.
  std::uint64_t least_states = 10'000;
};

/// Calls action(0) to action(n - 1). Each free thread takes the action with the next number.
/// Without other threads, or if n is 1, the calling thread runs all actions. If an action throws,
/// no further actions begin, and the exception is rethrown after all running actions have returned.
inline void share_out(const Jobs& jobs, std::size_t n,
                      const std::function<void(std::size_t)>& action) {
  const std::size_t threads = jobs.run ? std::min<std::size_t>(jobs.threads, n) : 1;
  if (threads <= 1) {
    for (std::size_t k = 0; k < n; ++k) action(k);
    return;
  }
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::exception_ptr thrown;
  jobs.run(
      static_cast<unsigned>(threads),
      [&](unsigned) {
        try {
          for (std::size_t k = next++; k < n; k = next++) action(k);
        } catch (...) {
          const std::lock_guard lock(mutex);
          thrown = std::current_exception();
          next = n;
        }
      },
      [] {});
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace dlx::search
