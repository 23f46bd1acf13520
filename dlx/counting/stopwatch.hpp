#pragma once

#include <chrono>
#include <ctime>

namespace dlx::counting {

/// Measures time in order to compare counting methods. Usually the time is the processor time of
/// the calling thread, so that the time of other programs on a busy machine is not counted. If
/// threads or a disk share the work, or if the system does not provide processor time, the time is
/// elapsed time.
class Stopwatch {
 public:
  /// Starts the stopwatch. `alone` says whether the calling thread does all the work, without a
  /// disk.
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
