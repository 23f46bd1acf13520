// build() uses the builder up, and the caller has to say that he knows.
#include <utility>

#include "dlx/core/problem_builder.hpp"

dlx::Problem make(dlx::ProblemBuilder& builder) {
#ifdef CONTROL
  return std::move(builder).build();
#else
  return builder.build();  // refused
#endif
}
