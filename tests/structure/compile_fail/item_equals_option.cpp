// Items and options cannot be compared.
#include "dlx/core/ids.hpp"

bool same(dlx::ItemId item, dlx::OptionId option) {
#ifdef CONTROL
  return dlx::index(item) == dlx::index(option);
#else
  return item == option;  // refused
#endif
}
