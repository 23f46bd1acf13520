#pragma once

#include <cstdint>

#include "reductions/drawing/picture.hpp"
#include "reductions/parts/connected_parts.hpp"

namespace dlx::parts {

/// The greatest number of parts that have different signs in a picture.
constexpr std::uint32_t most_signs = 62;

/// A picture of a partition of a board with `columns` columns, with a sign and a colour for each
/// part. With more than most_signs parts, signs repeat, so the picture should only be drawn in
/// colours, not printed as text.
[[nodiscard]] drawing::Picture picture(const Partition& partition, std::uint32_t columns);

}  // namespace dlx::parts
