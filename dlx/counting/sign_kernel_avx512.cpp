// AVX-512 with F, BW and DQ. Compiled with these, and run where they are.

#define DLX_SIGN_VECTOR_BYTES 64
#include "dlx/counting/sign_loop.hpp"

namespace dlx::signs {

void sum_avx512(const Shape& shape, Walk& walk, std::uint64_t steps, LaneSums& sums) {
  Loop::sum(shape, walk, steps, sums);
}

}  // namespace dlx::signs
