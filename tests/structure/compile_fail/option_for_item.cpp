// An option's handle is no item's handle.
#include "dlx/core/problem.hpp"

bool check(const dlx::Problem& problem, dlx::ItemId item, dlx::OptionId option) {
#ifdef CONTROL
  static_cast<void>(option);
  return problem.is_primary(item);
#else
  static_cast<void>(item);
  return problem.is_primary(option);  // refused
#endif
}
