#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/search/engine.hpp"

namespace dlx::engines {

/// What bit_matrix may use of a processor.
enum class BitKernel : std::uint8_t {
  best,  ///< whatever this processor has
  plain,
  avx2,    ///< and BMI2
  avx512,  ///< F, BW, VPOPCNTDQ and BMI2
  neon,
  simd128,  ///< of WebAssembly
};

[[nodiscard]] std::string_view to_string(BitKernel kernel) noexcept;

/// Those that run on this processor, the best last; never empty.
[[nodiscard]] std::vector<BitKernel> bit_kernels();

/// Why the engine is not for this problem, in words; empty if it is. It is not for problems whose
/// tables would be large.
[[nodiscard]] std::string_view bit_matrix_objection(const Problem& problem);

/// An engine with options as bit vectors: for dense problems, where it is eight to twelve times as
/// fast as dancing links, and more where there are tens of thousands of options. It branches on the
/// first of the smallest items and, without multiplicities, finds solutions in the order of dancing
/// links. Throws
/// std::invalid_argument where it has an objection, for branching rules other than
/// minimum_remaining, and for kernels this processor has not. `most_rows`: with more options left,
/// what each of them leaves is found anew whenever it is chosen, for a table of that would grow
/// with their square.
[[nodiscard]] std::unique_ptr<search::Engine> make_bit_matrix(const Problem& problem,
                                                              const search::SearchOptions& options,
                                                              BitKernel kernel = BitKernel::best,
                                                              std::uint32_t most_rows = 16'384);

}  // namespace dlx::engines
