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
  /// throw. Returns the number of threads: fewer, perhaps none, if the system refuses more.
  unsigned grow(unsigned wanted, const std::function<void(unsigned)>& work);
  /// Like grow(), but throws std::system_error or std::bad_alloc if no thread could be started.
  unsigned grow_or_throw(unsigned wanted, const std::function<void(unsigned)>& work);

  /// Waits until all threads have ended, as the destructor does.
  void join() { threads_.clear(); }

 private:
  std::vector<std::jthread> threads_;
};

}  // namespace dlx::runs
