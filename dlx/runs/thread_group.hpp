#pragma once

#include <functional>
#include <thread>
#include <vector>

namespace dlx::runs {

/// Starts every thread of the project. If the system refuses a thread, for lack of memory or
/// because of a limit, the group is smaller than was asked for.
class ThreadGroup {
 public:
  /// Starts threads until there are `wanted`: work(0), work(1), … in one thread each, which must
  /// not throw. Returns the number of threads: fewer, perhaps none, if the system refuses more.
  unsigned grow(unsigned wanted, const std::function<void(unsigned)>& work);
  /// Like grow(), but throws std::system_error or std::bad_alloc if no thread could be started.
  unsigned grow_or_throw(unsigned wanted, const std::function<void(unsigned)>& work);

  /// Waits until all threads have ended, as the destructor does.
  void join() { threads_.clear(); }

 private:
  std::vector<std::jthread> threads_;
};

}  // namespace dlx::runs
