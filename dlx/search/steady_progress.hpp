#pragma once

#include <cstddef>
#include <functional>

#include "dlx/core/natural.hpp"
#include "dlx/search/progress.hpp"

namespace dlx {

/// Reports searches that follow one another, or take turns with a table method, as one: seconds are
/// those since this call, nodes add up, states too, and solutions and share never fall. A search
/// that begins anew has to pass the share reported before it. Where a search says nothing of the
/// time left, that is told from the share, within a factor of two. Empty if `report` is.
[[nodiscard]] ProgressCallback steady(ProgressCallback report);

/// Reports a search of one of several parts of equal weight, numbered from 0: the share becomes
/// that of all parts, and what the part says of the time left is dropped. `total` makes the number
/// of all solutions so far of those in this part; without it that number is not known. Empty if
/// `report` is.
[[nodiscard]] ProgressCallback as_part(ProgressCallback report, std::size_t part, std::size_t parts,
                                       std::function<Natural(const Natural&)> total = {});

}  // namespace dlx
