#pragma once

#include <chrono>
#include <ctime>

namespace dlx::counting {

/// Measures work, to compare ways of counting by it: seconds of processor time of the calling
/// thread, so that other programs on a busy machine do not look like work. Elapsed time where
/// threads or a disk share the work, and where the system does not tell processor time.
class Stopwatch {
 public:
  /// Starts. `alone`: the work is done by the calling thread, in memory.
  explicit Stopwatch(bool alone) : alone_(alone), start_(now()) {}

  [[nodiscard]] double seconds() const { return now() - start_; }

 private:
  [[nodiscard]] double now() const {
#if defined(CLOCK_THREAD_CPUTIME_ID) && !defined(__EMSCRIPTEN__)
    std::timespec time{};
    if (alone_ && clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0) {
      return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
    }
#endif
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
  }

  [[maybe_unused]] bool alone_;
  double start_;
};

}  // namespace dlx::counting
