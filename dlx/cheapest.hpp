#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "dlx/core/problem.hpp"
#include "dlx/search/cheapest_result.hpp"
#include "dlx/search/jobs.hpp"
#include "dlx/search/options.hpp"
#include "dlx/symmetry/automorphisms.hpp"

namespace dlx {

/// The k solutions of least cost, and a bound on the cost of all others; where a limit ends the
/// search, the gap between the two is left. The costs of the k cheapest are unique. If more
/// solutions cost as much as the last one listed, any of them may be listed, but the choice is
/// deterministic.
///
/// Records a certificate of the costs in options.trace. The search of a larger problem starts
/// again once, with better bounds, and drops the record of its first part.
///
/// options.max_cost leaves dearer solutions out: then the bound holds for solutions up to this
/// cost.
///
/// One engine does this: options.engine and options.branching are not used.
/// options.control.limits.solutions ends the search when that many solutions were met, each among
/// the k cheapest at its time. The prices on which the bound rests are found before the limits are
/// first tested, in some tenths of a second at most. So a search without any node has a bound too.
///
/// Throws std::invalid_argument if k is 0, or if there is a max_cost where options.trace is set;
/// and std::overflow_error if the largest cost times the number of primary items is 2^59 or more.
/// Where items may be covered several times, this number is the sum of their upper bounds, times
/// the largest of them. (An upper bound counts at most as the number of options that have the
/// item.)
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
  /// True: solutions are counted and not stored, and only the cheapest one met is listed.
  bool count = false;
  /// The group that makes classes of solutions. The first solution met represents its class, or, if
  /// the members of the group are listed, the solution OptionSymmetries::canonical(). Null: no
  /// classes, unless options.up_to is `all`. The group's symmetries must keep costs, like the
  /// symmetries of the problem.
  const symmetry::SymmetryGroup* up_to = nullptr;
  /// The place where another call has paused, ended by its limits; after the call, the place where
  /// this call has paused. Null: the search begins. The problem and all else here must be equal in
  /// both calls (std::invalid_argument is thrown where a difference is found), and a group must be
  /// listed.
  search::OpenCheapest* open = nullptr;
  /// Threads that search together if `k` is empty or `every`, and the call has no limit of nodes or
  /// solutions, no certificate, no `open` and no unlisted group. The solutions and their number do
  /// not depend on threads; the nodes do.
  search::Jobs jobs = {};
};

/// The solutions that are wanted, or their number, and a bound on the cost of all others. Otherwise
/// like cheapest() of a number of them. With `up_to` a certificate cannot be recorded; a table of
/// classes grows in memory if the members of the group are not listed.
[[nodiscard]] search::CheapestResult cheapest(const Problem& problem, const CheapestWanted& wanted,
                                              const Options& options = {});

}  // namespace dlx
