#pragma once

#include <sys/resource.h>

#include <ctime>

namespace dlx::test {

/// Seconds of processor time that this process has used, over all threads. A test with a bound on
/// time uses these, because other programs may keep the processors busy.
inline double processor_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

/// The same of the programs that this process has run and waited for.
inline double child_processor_seconds() {
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

}  // namespace dlx::test
