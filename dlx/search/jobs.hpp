#pragma once

#include <cstdint>
#include <functional>

namespace dlx {

/// Threads that work on one thing together: see in_threads() in runs/threads.hpp.
struct Jobs {
  unsigned threads = 1;
  /// Calls job(0) to job(n - 1), each in a thread of its own, and job(0) in the calling one;
  /// returns once all have returned. Jobs do not throw. Needed for more than one thread.
  std::function<void(unsigned n, const std::function<void(unsigned)>& job)> run = {};
  /// States for each thread below which one thread does the work alone.
  std::uint64_t least_states = 200'000;
};

}  // namespace dlx
