// A search at work has one owner; it can be handed on, not copied.
#include <utility>

#include "dlx/solver.hpp"

dlx::Solver hand_on(dlx::Solver& solver) {
#ifdef CONTROL
  return std::move(solver);
#else
  return solver;  // refused
#endif
}
