// A cost of floating point would be rounded; dlx::Decimal is exact.
#include "dlx/core/problem_builder.hpp"

dlx::OptionId option_of(dlx::ProblemBuilder& builder, dlx::ItemId item) {
#ifdef CONTROL
  return builder.option({item}, dlx::Decimal{25, 1});
#else
  return builder.option({item}, 2.5);  // refused
#endif
}
