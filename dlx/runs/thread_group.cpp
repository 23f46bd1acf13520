#include "dlx/runs/thread_group.hpp"

#include <new>
#include <system_error>

namespace dlx::runs {

unsigned ThreadGroup::grow(unsigned wanted, const std::function<void(unsigned)>& work) {
  try {
    return grow_or_throw(wanted, work);
  } catch (const std::system_error&) {
  } catch (const std::bad_alloc&) {
  }
  return 0;
}

unsigned ThreadGroup::grow_or_throw(unsigned wanted, const std::function<void(unsigned)>& work) {
  const auto size = [this] { return static_cast<unsigned>(threads_.size()); };
  try {
    while (size() < wanted) threads_.emplace_back(work, size());
  } catch (const std::system_error& e) {
    // If some threads were started, the error is ignored, and the caller continues with these
    // threads.
    if (threads_.empty()) throw std::system_error(e.code(), "cannot start a thread");
  } catch (const std::bad_alloc&) {
    // Starting a thread allocates a little memory, which may fail.
    if (threads_.empty()) throw;
  }
  return size();
}

}  // namespace dlx::runs
