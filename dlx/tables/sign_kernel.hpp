#pragma once

#include <cstdint>

#include "dlx/search/vector_kinds.hpp"

/// The inner loop of sign_sum.cpp, compiled for several kinds of processors. The head of
/// sign_sum.cpp explains the loop. No header of the standard library that contains code is included
/// here. Otherwise its functions, compiled for one kind of processor, might be linked into code for
/// all processors.
namespace dlx::tables::signs {

inline constexpr std::uint32_t lanes = 32;
inline constexpr std::uint32_t lane_variables = 5;
/// The maximum number of steps in one call of the inner loop; small enough for sums of doubles to
/// remain accurate.
inline constexpr std::uint64_t most_steps = 64;

/// The values of a polynomial, or changes of these values, for all 32 choices of signs of five
/// variables, the lane variables (see sign_sum.cpp).
struct alignas(64) Lanes {
  std::int16_t value[lanes];
};

/// How the values of a polynomial change with the sign of one of its terms: `fall` is added if the
/// sign changes from 1 to -1, `rise` if it changes from -1 to 1.
struct alignas(128) Changes {
  Lanes fall, rise;
};

/// One occurrence of a variable: the polynomial (factor) and its term in which the variable occurs.
struct Occurrence {
  std::uint32_t factor, term;
};

/// The factors, terms and variables of a sum over signs. All threads share this data.
struct Shape {
  std::uint32_t factors = 0;
  /// For each group of successive factors, the index after its last factor. The product of the
  /// factors of a group fits in 16 bits.
  const std::uint32_t* end_of_group = nullptr;
  /// For each block of successive groups, the index after its last group. The product of the groups
  /// of a block fits in 32 bits.
  const std::uint32_t* end_of_block = nullptr;
  std::uint32_t blocks = 0;
  /// The terms that contain variable v are places[first_place[v]] up to, but not including,
  /// places[first_place[v + 1]], if v is not a lane variable.
  const std::uint32_t* first_place = nullptr;
  const Occurrence* places = nullptr;
};

/// The position of a thread in the sequence of steps of the Gray code, and the values at this step.
struct Walk {
  Lanes* values = nullptr;  ///< the value of each factor
  /// For each term: how the values of its polynomial will change when the sign of the term next
  /// changes.
  const Lanes** changes = nullptr;
  std::uint64_t step = 0;  ///< the step to which `values` belong
};

/// Sums over several steps in which the summands of successive steps have alternating signs. The
/// summand of the last step has a positive sign.
struct LaneSums {
  std::uint64_t exact[lanes];  ///< exact sums modulo 2^64
  double rounded[lanes];
  double magnitude[lanes];  ///< sums of absolute values
};

/// Adds up the summands of `steps` steps, starting with the step at which `walk` is. Advances
/// `walk` by `steps` steps.
using Kernel = void (*)(const Shape& shape, Walk& walk, std::uint64_t steps, LaneSums& sums);

#define DLX_DECLARE(kind) \
  void sum_##kind(const Shape& shape, Walk& walk, std::uint64_t steps, LaneSums& sums);
DLX_FOR_EACH_VECTOR_KIND(DLX_DECLARE)
#undef DLX_DECLARE

}  // namespace dlx::tables::signs
