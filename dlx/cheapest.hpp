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

/// Finds the k solutions of least cost, and a lower bound on the cost of all other solutions. If a
/// limit ends the search, a gap between the costs found and the bound may remain. The list of the k
/// least costs is unique. If several solutions tie for the last places of the list, any of these
/// solutions may be listed, but the choice is deterministic.
///
/// Records a certificate of the costs in options.trace. A search that is not short
/// (engines::usual_small_work) is restarted once, with better bounds. The restart discards
/// everything recorded before it.
///
/// The limit options.max_cost excludes solutions of higher cost. With this limit, the returned
/// bound applies only to solutions that cost at most max_cost.
///
/// Only one engine finds the cheapest solutions, so options.engine and options.branching are
/// ignored. The limit options.solutions counts the solutions that were among the k cheapest when
/// they were found. The bound is computed from dual prices of items (see the glossary in
/// CONTRIBUTING.md). The dual prices are found before the limits are first tested, which takes at
/// most some tenths of a second. So even a search that visits no node returns a lower bound.
///
/// Throws std::invalid_argument if k is 0. Throws std::overflow_error if the largest cost times the
/// number of primary items is 2^59 or more. If items may be covered several times, the number of
/// primary items is replaced by the sum of their upper bounds times the largest upper bound. (An
/// upper bound above the number of options that have the item is replaced by that number.)
[[nodiscard]] search::CheapestResult cheapest(const Problem& problem, std::uint64_t k = 1,
                                              const Options& options = {});

/// Finds all solutions of the least cost. If a limit ends the search, returns the solutions found
/// so far that have the least cost found. If the solutions need more memory than options.memory,
/// the search ends with the status memory_limit. Throws the exceptions of cheapest().
[[nodiscard]] search::CheapestResult all_cheapest(const Problem& problem,
                                                  const Options& options = {});

/// Selects the solutions that cheapest() returns.
struct CheapestWanted {
  /// The value of k that asks for all solutions that cost at most options.max_cost, or for all
  /// solutions if options.max_cost is not set.
  static constexpr std::uint64_t every = std::numeric_limits<std::uint64_t>::max();

  /// The number of solutions wanted; nullopt if all solutions of least cost are wanted.
  std::optional<std::uint64_t> k = 1;
  /// Whether solutions are counted instead of stored. If solutions are counted, only the cheapest
  /// solution found is listed.
  bool count = false;
  /// One solution of each class under this group is returned. If the members of the group are
  /// listed, the solution is OptionSymmetries::canonical(), otherwise the first solution found. If
  /// `up_to` is null, solutions are not divided into classes, unless options.up_to is `all`. The
  /// group's symmetries must preserve costs, as all symmetries of the problem do.
  const symmetry::SymmetryGroup* up_to = nullptr;
  /// The state of a search that can be continued. Before the call, `open` contains the state in
  /// which a limit ended an earlier call. After the call, `open` contains the state in which a
  /// limit ended this call. If `open` is null, the search begins at the root, and its state is not
  /// saved. The problem and the other fields of CheapestWanted must be the same in both calls;
  /// std::invalid_argument is thrown if a difference is found. The members of the group `up_to`
  /// must be listed. A certificate must be recorded in all calls or in none. The bytes that all
  /// calls have recorded, one after the other, are the certificate.
  search::OpenCheapest* open = nullptr;
  /// The threads of the search. Several threads search only if `k` is empty or `every`, and if the
  /// call has no limit of nodes or solutions, no certificate, no `open` and no unlisted group. The
  /// solutions and their number do not depend on the number of threads, but the number of nodes
  /// does.
  search::Jobs jobs = {};
};

/// Finds the solutions that `wanted` selects, or their number, and a lower bound on the cost of all
/// other solutions. In all other respects the call is equivalent to cheapest(problem, k, options).
/// With `up_to`, a certificate can be recorded if the members of the group are listed. The group
/// must have been recorded before the first call: see trace_group_of_costs(). If the members of the
/// group are not listed, a table of the classes found is kept in memory.
[[nodiscard]] search::CheapestResult cheapest(const Problem& problem, const CheapestWanted& wanted,
                                              const Options& options = {});

}  // namespace dlx
