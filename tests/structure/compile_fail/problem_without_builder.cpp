// Only ProblemBuilder makes Problems: they are valid because it checks.
#include "dlx/core/problem_builder.hpp"

dlx::Problem make() {
#ifdef CONTROL
  return dlx::ProblemBuilder().build();
#else
  return dlx::Problem();  // refused
#endif
}
