// AVX2. Compiled with it, and run where it is.

#define DLX_SIGN_VECTOR_BYTES 32
#include "dlx/tables/sign_loop.hpp"

namespace dlx::tables::signs {

void sum_avx2(const Shape& shape, Walk& walk, std::uint64_t steps, LaneSums& sums) {
  Loop::sum(shape, walk, steps, sums);
}

}  // namespace dlx::tables::signs
