#pragma once

#include <cstddef>
#include <functional>
#include <optional>

#include "dlx/core/natural.hpp"
#include "dlx/search/progress.hpp"

namespace dlx::search {

/// Reports searches that follow one another, or take turns with a table method, as one: seconds are
/// those since this call, nodes add up, states too, and solutions and share never fall. A search
/// that begins anew has to pass the share reported before it. What is reported of the time left is
/// that of the whole. Where nothing is, it is told from the share reported, within a factor of two,
/// and more while little is done. Empty if `report` is.
[[nodiscard]] ProgressCallback steady(ProgressCallback report);

/// A part of some work that is done part by part, in the order of the parts.
struct PartOfWork {
  double before = 0;  ///< how much of the whole lies before it, as a share of the time
  double weight = 1;  ///< how much of the whole it is

  /// One of several that take the same time, numbered from 0.
  static PartOfWork of_equal(std::size_t part, std::size_t parts) {
    const auto whole = static_cast<double>(parts);
    return {static_cast<double>(part) / whole, 1 / whole};
  }
};

/// Reports a search of one part, which begins now: the share becomes that of all parts. So does the
/// time left, as long as the parts before were not as much work as this one; after that the share
/// says more, and nothing is reported of the time left. `total` makes the number of all solutions
/// so far of those in this part; without it that number is not known. Empty if `report` is.
[[nodiscard]] ProgressCallback as_part(ProgressCallback report, PartOfWork part,
                                       std::function<Natural(const Natural&)> total = {});

/// The time left of work of which a share was done in so many seconds, if the rest goes on like
/// that: within a factor of two, or of three where tables are made (see Sweep::share()), and of
/// more while less than a tenth is done. Nothing in the first second, and while nothing is done.
[[nodiscard]] std::optional<SecondsLeft> seconds_left(double seconds, double share, bool by_tables);

}  // namespace dlx::search
