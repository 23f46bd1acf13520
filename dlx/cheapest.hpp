#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "dlx/core/problem.hpp"
#include "dlx/search/cheapest_result.hpp"
#include "dlx/search/options.hpp"
#include "dlx/symmetry/automorphisms.hpp"

namespace dlx {

/// The k solutions of least cost, and a bound on the cost of all others; where a limit ends the
/// search, what lies between them is the gap left. The costs of the k cheapest are unique; of the
/// solutions that cost what the last of them costs any may be listed, the same ones in every run.
///
/// Records a certificate of the costs in options.trace. The search of a larger problem starts
/// again once, with better bounds, and drops the record of its first part.
///
/// options.max_cost leaves dearer solutions out: then the bound is of those that cost no more.
///
/// There is one engine for this: options.engine and options.branching are not looked at.
/// options.control.limits.solutions ends the search when that many solutions were met, each among
/// the k cheapest at its time. The prices that the bound rests on are found before the limits are
/// first looked at, in some tenths of a second at most; so there is a bound even with no node at
/// all.
///
/// Throws std::invalid_argument if k is 0, or if there is a max_cost where options.trace is set;
/// and std::overflow_error if 2^59 or more comes of the largest cost times the number of primary
/// items; where items may be covered several times, that is the sum of their upper bounds, times
/// the largest of them. (No upper bound counts for more than there are options that have the item.)
[[nodiscard]] search::CheapestResult cheapest(const Problem& problem, std::uint64_t k = 1,
                                              const Options& options = {});

/// All solutions of the least cost; if a limit ends the search, those met of the least cost so far.
/// They are kept in memory, up to options.memory; then the status is memory_limit. options.trace
/// must be null, because a certificate is of a number of solutions that is known before. Throws as
/// cheapest() does.
[[nodiscard]] search::CheapestResult all_cheapest(const Problem& problem,
                                                  const Options& options = {});

/// Which of the solutions are wanted.
struct CheapestWanted {
  /// The value of k for all solutions that cost no more than options.max_cost, or all if that is
  /// not given.
  static constexpr std::uint64_t every = std::numeric_limits<std::uint64_t>::max();

  std::optional<std::uint64_t> k = 1;  ///< how many; nothing: all of the least cost
  /// They are counted and not kept; only the cheapest one of those met is listed.
  bool count = false;
  /// Of each class that the group makes the first one met stands for all, or where the members of
  /// the group are listed, the one that OptionSymmetries::canonical() says; null: there are no
  /// classes, unless options.up_to is `all`. The group's symmetries must keep costs, as those of
  /// the problem do.
  const symmetry::SymmetryGroup* up_to = nullptr;
  /// Where another call has paused, whose limits have ended it, and then where this one has; null:
  /// the search begins. The problem and all else here must be the same (std::invalid_argument is
  /// thrown where that shows), and a group must be listed.
  search::OpenCheapest* open = nullptr;
};

/// The solutions that are wanted, or their number, and a bound on the cost of all others. Otherwise
/// like cheapest() of a number of them. With `up_to` a certificate cannot be recorded; a table of
/// classes grows in memory if the members of the group are not listed.
[[nodiscard]] search::CheapestResult cheapest(const Problem& problem, const CheapestWanted& wanted,
                                              const Options& options = {});

}  // namespace dlx
