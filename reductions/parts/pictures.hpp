#pragma once

#include <cstdint>

#include "reductions/drawing/picture.hpp"
#include "reductions/parts/connected_parts.hpp"

namespace dlx::parts {

/// The greatest number of parts that have different signs in a picture.
constexpr std::uint32_t most_signs = 62;

/// A picture of a partition of a board with `columns` columns, with a sign and a colour for each
/// part. The board must have at most most_signs parts, unless the picture is only drawn.
[[nodiscard]] drawing::Picture picture(const Partition& partition, std::uint32_t columns);

}  // namespace dlx::parts
