// AVX-512 with F, BW and DQ. Compiled with these, and run where they are.

#define DLX_SIGN_VECTOR_BYTES 64
#include "dlx/tables/sign_loop.hpp"

namespace dlx::tables::signs {

void sum_avx512(const Shape& shape, Walk& walk, std::uint64_t steps, LaneSums& sums) {
  Loop::sum(shape, walk, steps, sums);
}

}  // namespace dlx::tables::signs
