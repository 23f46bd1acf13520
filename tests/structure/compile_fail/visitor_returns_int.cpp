// A visitor returns void or bool: an int could mean either of opposite things.
#include "dlx/solver.hpp"

dlx::Status visit(const dlx::Problem& problem) {
#ifdef CONTROL
  const auto visitor = [](std::span<const dlx::OptionId>) { return true; };
#else
  const auto visitor = [](std::span<const dlx::OptionId>) { return 1; };
#endif
  return dlx::for_each_solution(problem, visitor);  // refused
}
