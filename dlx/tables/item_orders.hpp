#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/search/control.hpp"

namespace dlx::tables {

/// Orders of the primary items that may have a narrow frontier: the problem's own first; then, by
/// Boost.Graph on the graph of items that share an option, those of Cuthill and McKee and of Sloan,
/// each also reversed; and one that always goes on with the item that brings the fewest new ones.
/// On large problems, and where the graph would exceed so many bytes of `memory`, only the
/// problem's own, and that reversed. Returns the orders found before the deadline, if it is
/// reached; the first two are always among them.
[[nodiscard]] std::vector<std::vector<ItemId>> item_orders(
    const Problem& problem, const search::Deadline& deadline = {},
    std::size_t memory = std::numeric_limits<std::size_t>::max());

}  // namespace dlx::tables
