#pragma once

#include <functional>
#include <thread>
#include <vector>

namespace dlx::runs {

/// A group of threads. All threads of the project are started by this class. If the system refuses
/// to start a thread, because memory is short or because of a limit, the group is smaller than
/// requested.
class ThreadGroup {
 public:
  /// Starts threads until the group has `wanted` threads. Thread k calls work(k), which must not
  /// throw. Returns the number of threads in the group, which is smaller, perhaps 0, if the system
  /// refuses to start more threads.
  unsigned grow(unsigned wanted, const std::function<void(unsigned)>& work);
  /// Starts threads as grow() does, and throws std::system_error or std::bad_alloc if no thread
  /// could be started.
  unsigned grow_or_throw(unsigned wanted, const std::function<void(unsigned)>& work);

  /// Waits until all threads of the group have ended, as the destructor does.
  void join() { threads_.clear(); }

 private:
  std::vector<std::jthread> threads_;
};

}  // namespace dlx::runs
