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
/// limit ends the search, the costs found may be higher than this bound. If several solutions of
/// equal cost compete for the last places of the list, the choice among them is arbitrary but
/// deterministic.
///
/// Writes a certificate of the costs to options.trace. A search that takes more than
/// engines::usual_small_work is restarted once, with better bounds. The certificate of the search
/// before the restart is discarded.
///
/// The limit options.max_cost excludes solutions of higher cost. The returned bound then applies
/// only to solutions that cost at most max_cost.
///
/// Only one engine finds the cheapest solutions, so options.engine and options.branching are
/// ignored. The limit options.solutions counts the solutions that were among the k cheapest when
/// they were found. The bound is computed from dual prices of items (multipliers of a linear
/// relaxation). They are computed, in at most some tenths of a second, before the limits are first
/// tested. So even a search that visits no node returns a lower bound.
///
/// Throws std::invalid_argument if k is 0, or if the options name a file for a certificate or a
/// checkpoint; runs::cheapest() writes these files. Throws std::overflow_error if costs are too
/// large: if the largest cost times m is 2^59 or more. m is the number of primary items, if they
/// are covered once. Otherwise, take the largest number of times that each primary item can be
/// covered: m is the sum of these numbers times the largest of them.
[[nodiscard]] search::CheapestResult cheapest(const Problem& problem, std::uint64_t k = 1,
                                              const Options& options = {});

/// Finds all solutions of the least cost. If a limit ends the search, returns the cheapest of the
/// solutions found so far, all of equal cost. If the solutions need more memory than
/// options.memory, the search ends with the status memory_limit. Throws the exceptions of
/// cheapest().
[[nodiscard]] search::CheapestResult all_cheapest(const Problem& problem,
                                                  const Options& options = {});

/// Selects the solutions that cheapest() returns.
struct CheapestWanted {
  /// With this value of k, cheapest() finds all solutions that cost at most options.max_cost, or
  /// all solutions if options.max_cost is not set.
  static constexpr std::uint64_t every = std::numeric_limits<std::uint64_t>::max();

  /// The number of solutions wanted; nullopt if all solutions of least cost are wanted.
  std::optional<std::uint64_t> k = 1;
  /// Whether solutions are counted instead of stored. If solutions are counted, only the cheapest
  /// solution found is listed.
  bool count = false;
  /// If `up_to` is not null, one solution of each class under this group is returned:
  /// OptionSymmetries::canonical() if the members of the group are listed, otherwise the first
  /// solution found. If `up_to` is null, solutions are not divided into classes, unless
  /// options.up_to is `all`. The symmetries must preserve costs, as all automorphisms of the
  /// problem do.
  const symmetry::SymmetryGroup* up_to = nullptr;
  /// The state of a search that a limit has ended, from which another call can continue. Before the
  /// call, `open` contains the state after an earlier call. After the call, it contains the state
  /// after this call. If `open` is null, the search begins at the root, and its state is not saved.
  /// The problem and the other fields of CheapestWanted must be the same in both calls;
  /// cheapest() throws std::invalid_argument if it finds a difference. The members of the group
  /// `up_to` must be listed. A certificate must be written in all calls or in none. It consists of
  /// the bytes that all calls have written, one after another.
  search::OpenCheapest* open = nullptr;
  /// The threads of the search. Several threads search only if `k` is empty or `every`. Also, the
  /// call must have no limit on nodes or solutions, no certificate, no `open`, and no group whose
  /// members are not listed. The solutions and their number do not depend on the number of threads,
  /// but the number of nodes does.
  search::Jobs jobs = {};
};

/// Finds the solutions that `wanted` selects, or their number, and a lower bound on the cost of all
/// other solutions. In all other respects the call is equivalent to cheapest(problem, k, options).
/// With `wanted.up_to`, a certificate can be written only if the members of the group are listed.
/// trace_group_of_costs() must write the group to the certificate before the first call. If the
/// members are not listed, a table of the classes found is kept in memory.
[[nodiscard]] search::CheapestResult cheapest(const Problem& problem, const CheapestWanted& wanted,
                                              const Options& options = {});

}  // namespace dlx
