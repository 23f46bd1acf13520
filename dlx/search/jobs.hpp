#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>

namespace dlx::search {

/// Threads that work on one task together: see runs::resources().
struct Jobs {
  unsigned threads = 1;  ///< the number of threads, at least 1
  /// Calls job(0) in the calling thread, and job(1) to job(n - 1) each in a thread of its own. Then
  /// calls watch() every few milliseconds until all have returned. None of them throws. Needed for
  /// more than one thread.
  std::function<void(unsigned n, const std::function<void(unsigned)>& job,
                     const std::function<void()>& watch)>
      run = {};
  /// States for each thread below which one thread does the work alone.
  std::uint64_t least_states = 10'000;
};

/// Calls action(0) to action(n - 1), which threads take in this order as they become free; without
/// threads, or if n is 1, in the calling thread. If an action throws, no further ones begin, and
/// its exception is thrown again once all have returned.
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
