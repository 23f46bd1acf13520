#pragma once

#include <cstdint>

#include "dlx/tables/sweep_plan.hpp"

namespace dlx::tables::sweeping {

/// Keys of one word that pass a filter.
struct Passed {
  static constexpr std::uint32_t room = 128;
  static constexpr std::uint32_t slack = 8;  // vectors are written whole

  SweepPlan::Word keys[room + slack];
  std::uint32_t places[room + slack];
};

/// Lists the keys with (key & mask) == want from `place` to `end`, with their places, and returns
/// how many there are: at most Passed::room keys may be looked at.
using Filter = std::uint32_t (*)(const SweepPlan::Word* keys, std::uint32_t place,
                                 std::uint32_t end, SweepPlan::Word mask, SweepPlan::Word want,
                                 Passed& passed);

/// The quickest filter for this processor.
[[nodiscard]] Filter best_filter();

}  // namespace dlx::tables::sweeping
