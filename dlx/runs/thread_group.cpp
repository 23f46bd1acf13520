#include "dlx/runs/thread_group.hpp"

#include <new>
#include <system_error>

namespace dlx {

unsigned ThreadGroup::grow(unsigned wanted, const std::function<void(unsigned)>& work) {
  const auto size = [this] { return static_cast<unsigned>(threads_.size()); };
  try {
    while (size() < wanted) threads_.emplace_back(work, size());
  } catch (const std::system_error&) {
    // The caller goes on with the threads that there are.
  } catch (const std::bad_alloc&) {
    // So it does here: what a thread needs to be started is small, but is allocated.
  }
  return size();
}

unsigned ThreadGroup::grow_or_throw(unsigned wanted, const std::function<void(unsigned)>& work) {
  const unsigned size = grow(wanted, work);
  if (size == 0) {
    throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again),
                            "cannot start a thread");
  }
  return size;
}

}  // namespace dlx
