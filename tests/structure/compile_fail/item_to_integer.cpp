// An item becomes an integer only by index().
#include <cstdint>

#include "dlx/core/ids.hpp"

std::uint32_t number_of(dlx::ItemId item) {
#ifdef CONTROL
  return dlx::index(item);
#else
  return item;  // refused
#endif
}
