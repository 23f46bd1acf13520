#pragma once

#include <cstdint>
#include <functional>

namespace dlx::search {

/// Threads that work on one thing together: see in_threads() in runs/threads.hpp.
struct Jobs {
  unsigned threads = 1;  ///< at least 1
  /// Calls job(0) to job(n - 1), each in a thread of its own, and job(0) in the calling one, which
  /// then calls watch() every few milliseconds until all have returned. None of them throws. Needed
  /// for more than one thread.
  std::function<void(unsigned n, const std::function<void(unsigned)>& job,
                     const std::function<void()>& watch)>
      run = {};
  /// States for each thread below which one thread does the work alone.
  std::uint64_t least_states = 10'000;
};

}  // namespace dlx::search
