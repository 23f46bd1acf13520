#pragma once

#include <functional>
#include <thread>
#include <vector>

namespace dlx::runs {

/// Starts every thread of the project. A system that refuses a thread, for want of memory or
/// because of a limit, leaves the group smaller than was asked for.
class ThreadGroup {
 public:
  /// Starts threads until there are `wanted`: work(0), work(1), … in one thread each, which must
  /// not throw. Returns how many there are: fewer, perhaps none, where the system refuses more.
  unsigned grow(unsigned wanted, const std::function<void(unsigned)>& work);
  /// Like grow(), but throws std::system_error or std::bad_alloc if no thread could be started.
  unsigned grow_or_throw(unsigned wanted, const std::function<void(unsigned)>& work);

  /// Waits until all have ended; so does the destructor.
  void join() { threads_.clear(); }

 private:
  std::vector<std::jthread> threads_;
};

}  // namespace dlx::runs
