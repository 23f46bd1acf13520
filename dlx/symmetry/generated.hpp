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

/// The largest number of permutations of `options` options that is listed: `most`, and less if they
/// would have more than twenty million images together.
[[nodiscard]] constexpr std::size_t most_listed(std::uint32_t options, std::size_t most) {
  return std::min(most, 1 + std::size_t{20'000'000} / (std::size_t{options} + 1));
}

/// The group that permutations of the first `options` options generate: the identity; then, for
/// each member in turn, its products with the generators that are new. Nothing if there are more
/// members than `most`, or if the deadline is reached first.
[[nodiscard]] std::optional<std::vector<OptionPermutation>> generated(
    std::uint32_t options, std::span<const OptionPermutation> generators, std::size_t most,
    const search::Deadline& deadline = {});

/// A few members that generate a group. Each at least doubles the group that the members before it
/// generate. Nothing if the deadline is reached first.
[[nodiscard]] std::optional<std::vector<OptionPermutation>> generators_of(
    const OptionSymmetries& group, const search::Deadline& deadline = {});

}  // namespace dlx::symmetry
