#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/search/control.hpp"

namespace dlx::tables {

/// Orders of the primary items that may have a narrow frontier. The problem's own order comes
/// first. Boost.Graph finds the orders of Cuthill and McKee and of Sloan on the graph of items that
/// share an option; each is also reversed. Another order always continues with the item that brings
/// the fewest new items. On large problems, and where the graph would exceed `memory` bytes, there
/// are only the problem's own order and its reverse. Returns the orders found before the deadline,
/// if it is reached; the first two are always among them.
[[nodiscard]] std::vector<std::vector<ItemId>> item_orders(
    const Problem& problem, const search::Deadline& deadline = {},
    std::size_t memory = std::numeric_limits<std::size_t>::max());

}  // namespace dlx::tables
