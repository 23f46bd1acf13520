#pragma once

#include <cstdint>

#include "dlx/search/vector_kinds.hpp"

/// The inner loop of sign_sum.cpp, compiled for several kinds of processors. The head of
/// sign_sum.cpp explains the loop. Only plain data is used here, and no header of the standard
/// library that contains code, because code compiled for one kind of processor must not get into
/// other translation units.
namespace dlx::tables::signs {

inline constexpr std::uint32_t lanes = 32;
inline constexpr std::uint32_t lane_variables = 5;
/// The maximum number of steps in one call. The number is so small that sums of doubles remain
/// accurate.
inline constexpr std::uint64_t most_steps = 64;

/// The values of a polynomial, or the changes of these values, for all 32 choices of the signs of
/// the lane variables, which are five of the variables (see sign_sum.cpp).
struct alignas(64) Lanes {
  std::int16_t value[lanes];
};

/// Two changes of a polynomial's values: `fall` if the sign of one term falls from 1 to -1, and
/// `rise` if this sign rises from -1 to 1.
struct alignas(128) Changes {
  Lanes fall, rise;
};

/// One occurrence of a variable: the factor, and the term of this factor that contains the
/// variable.
struct Occurrence {
  std::uint32_t factor, term;
};

/// The factors, terms and variables of a sum over signs. All threads share this data.
struct Shape {
  std::uint32_t factors = 0;
  /// For each group of factors, the index after its last factor. The product of the factors of a
  /// group fits in 16 bits.
  const std::uint32_t* end_of_group = nullptr;
  /// For each block of groups, the index after its last group. The product of the groups of a block
  /// fits in 32 bits.
  const std::uint32_t* end_of_block = nullptr;
  std::uint32_t blocks = 0;
  /// If v is not a lane variable, the terms that contain v are places[first_place[v]] up to, but
  /// not including, places[first_place[v + 1]].
  const std::uint32_t* first_place = nullptr;
  const Occurrence* places = nullptr;
};

/// The position of a thread in the sequence of steps, and the thread's data for this step.
struct Walk {
  Lanes* values = nullptr;  ///< the value of each factor
  /// For each term, how the values of its factor will change when the term next changes its sign.
  const Lanes** changes = nullptr;
  std::uint64_t step = 0;  ///< the step to which `values` belong
};

/// Alternating sums over steps: the summands of successive steps have opposite signs. The last step
/// has a positive sign.
struct LaneSums {
  std::uint64_t exact[lanes];  ///< exact sums modulo 2^64
  double rounded[lanes];
  double magnitude[lanes];  ///< sums of absolute values
};

/// Adds up the summands of `steps` steps, starting with the current step of the walk. Advances the
/// walk to the step after the last of these steps.
using Kernel = void (*)(const Shape& shape, Walk& walk, std::uint64_t steps, LaneSums& sums);

#define DLX_DECLARE(kind) \
  void sum_##kind(const Shape& shape, Walk& walk, std::uint64_t steps, LaneSums& sums);
DLX_FOR_EACH_VECTOR_KIND(DLX_DECLARE)
#undef DLX_DECLARE

}  // namespace dlx::tables::signs
