#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "dlx/core/ids.hpp"
#include "dlx/search/control.hpp"

namespace dlx::tables {

/// Orders of the primary items in which a sweep may need few bits for its states. The first two
/// orders are the problem's own order and its reverse. If the problem is large, or if the graph
/// described below would exceed `memory` bytes, only these two orders are returned. The other
/// orders are made from the graph in which two items are adjacent if they share an option.
/// Boost.Graph finds the orders of Cuthill and McKee and of Sloan; the reverse of each of these
/// orders is added too. The last order is greedy: it always continues with the item that adds the
/// fewest new items to the states. If the deadline is reached, the orders found so far are
/// returned, always including the first two.
[[nodiscard]] std::vector<std::vector<ItemId>> item_orders(
    const Problem& problem, const search::Deadline& deadline = {},
    std::size_t memory = std::numeric_limits<std::size_t>::max());

/// The problem's own order, except that some items come earlier. A sweep decides at the first item
/// of each option whether the option is chosen. As soon as this is decided for all options of an
/// item, this item comes next in the order.
[[nodiscard]] std::vector<ItemId> closing_order(const Problem& problem);

}  // namespace dlx::tables
