// For any processor: vectors of 16 bytes are what x86-64, ARM and WebAssembly have at least.

#define DLX_SIGN_VECTOR_BYTES 16
#include "dlx/tables/sign_loop.hpp"

namespace dlx::tables::signs {

void sum_plain(const Shape& shape, Walk& walk, std::uint64_t steps, LaneSums& sums) {
  Loop::sum(shape, walk, steps, sums);
}

}  // namespace dlx::tables::signs
