// AVX-512 with F and BW, and BMI2. Compiled with these, and run where they are.

#include "dlx/engines/bit_avx512.hpp"

namespace dlx::bits {

Event run_avx512(State& state) {
  return Search<Avx512>::run(state);
}

}  // namespace dlx::bits
