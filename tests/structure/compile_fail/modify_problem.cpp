// A Problem shows its parts and lets none be changed.
#include "dlx/core/problem.hpp"

dlx::ItemId modify(dlx::Problem& problem, dlx::OptionId option, dlx::ItemId other) {
#ifdef CONTROL
  return problem.items(option)[0] == other ? other : dlx::ItemId{};
#else
  return problem.items(option)[0] = other;  // refused
#endif
}
