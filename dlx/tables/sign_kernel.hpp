#pragma once

#include <cstdint>

#include "dlx/search/vector_kinds.hpp"

/// The inner loop of sign_sum.cpp, compiled for several kinds of processors; sign_sum.cpp explains
/// it. It uses plain data, and no header of the standard library with code, because code compiled
/// for one kind of processor must not get into other translation units.
namespace dlx::tables::signs {

inline constexpr std::uint32_t lanes = 32;
inline constexpr std::uint32_t lane_variables = 5;
/// The largest number of steps in one call; small enough that sums of doubles stay accurate.
inline constexpr std::uint64_t most_steps = 64;

/// The values of a polynomial, or their changes, for all signs of the lane variables.
struct alignas(64) Lanes {
  std::int16_t value[lanes];
};

/// The change of a polynomial when the sign of one term changes: from 1 to -1, and back.
struct alignas(128) Changes {
  Lanes fall, rise;
};

/// A term of which a variable is part.
struct Occurrence {
  std::uint32_t factor, term;
};

/// Data that all threads share.
struct Shape {
  std::uint32_t factors = 0;
  /// [group]: end of its factors, whose product fits in 16 bits
  const std::uint32_t* end_of_group = nullptr;
  /// [block]: end of its groups, whose product fits in 32 bits
  const std::uint32_t* end_of_block = nullptr;
  std::uint32_t blocks = 0;
  /// The terms of a variable v that is not a lane variable: places[first_place[v]] to
  /// places[first_place[v + 1]].
  const std::uint32_t* first_place = nullptr;
  const Occurrence* places = nullptr;
};

/// The state of a thread's walk.
struct Walk {
  Lanes* values = nullptr;          ///< [factor]
  const Lanes** changes = nullptr;  ///< [term]: the value that its next change adds
  std::uint64_t step = 0;           ///< the step to which the values belong
};

/// Sums over steps whose signs alternate; the last step has a positive sign.
struct LaneSums {
  std::uint64_t exact[lanes];  ///< modulo 2^64
  double rounded[lanes];
  double magnitude[lanes];  ///< sums of the values without their signs
};

/// Sums `steps` steps, from the walk's present step on, and leaves the walk at the step after them.
using Kernel = void (*)(const Shape& shape, Walk& walk, std::uint64_t steps, LaneSums& sums);

#define DLX_DECLARE(kind) \
  void sum_##kind(const Shape& shape, Walk& walk, std::uint64_t steps, LaneSums& sums);
DLX_FOR_EACH_VECTOR_KIND(DLX_DECLARE)
#undef DLX_DECLARE

}  // namespace dlx::tables::signs
