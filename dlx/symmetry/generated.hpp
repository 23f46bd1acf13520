#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "dlx/core/symmetry.hpp"
#include "dlx/search/control.hpp"

namespace dlx::symmetry {

/// The limit on the number of permutations of `options` options in a list: `most`, or fewer if
/// `most` permutations would have more than twenty million images together.
[[nodiscard]] constexpr std::size_t most_listed(std::uint32_t options, std::size_t most) {
  return std::min(most, 1 + std::size_t{20'000'000} / (std::size_t{options} + 1));
}

/// Lists the group that permutations of the first `options` options generate. The identity comes
/// first. Then each member in turn is multiplied by all generators, and products that are not in
/// the list yet are appended. Returns nothing if there are more members than `most`, or if the
/// deadline is reached first.
[[nodiscard]] std::optional<std::vector<OptionPermutation>> generated(
    std::uint32_t options, std::span<const OptionPermutation> generators, std::size_t most,
    const search::Deadline& deadline = {});

/// Finds a few members that generate a group. Each generator at least doubles the size of the
/// generated group. Returns nothing if the deadline is reached first.
[[nodiscard]] std::optional<std::vector<OptionPermutation>> generators_of(
    const OptionSymmetries& group, const search::Deadline& deadline = {});

}  // namespace dlx::symmetry
