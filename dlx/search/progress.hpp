#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "dlx/core/natural.hpp"

namespace dlx::search {

/// An estimate of the time left until a search ends, in seconds.
struct SecondsLeft {
  double low = 0;   ///< the smallest likely value of the time left
  double high = 0;  ///< the largest likely value of the time left
};

/// The bounds of the least cost that a search has found so far.
struct CostGap {
  /// The least cost of a solution found so far, in units of 10^-places; empty if no solution was
  /// found.
  std::optional<std::int64_t> best = {};
  /// A lower bound for the cost of every solution that was not found. The bound is empty if no
  /// bound is known, or if every solution was found.
  std::optional<std::int64_t> bound = {};
  int places = 0;  ///< the number of decimal places of these costs

  /// How much less than the best solution another solution may cost, as a fraction of the best
  /// solution's cost. The result is empty if that fraction is unknown, or if the best solution
  /// costs 0 and another may cost less.
  [[nodiscard]] std::optional<double> share() const noexcept;
};

/// The state of a running search, for reports of progress.
struct Progress {
  std::uint64_t nodes = 0;  ///< the number of nodes that the search has visited so far
  /// The number of states of tables, or of steps of a sum, computed so far.
  std::uint64_t states = 0;
  /// In a run of estimates: the number of probes (random descents) so far.
  std::uint64_t probes = 0;
  Natural solutions = {};  ///< the number of solutions found so far
  /// Whether the number `solutions` is known. `solutions_known` is false while only the counts of
  /// independent parts are known, whose product is the number of solutions, and while tables are
  /// filled.
  bool solutions_known = true;
  std::uint32_t level = 0;  ///< the depth in the search tree that the search has reached
  /// The part of the tree that has been searched, from 0 to 1, as if all children of a node had
  /// equal size (Knuth's estimate). The share never falls, but it does not grow evenly with time.
  double share = 0;
  double seconds = 0;    ///< the number of seconds since the search began
  unsigned threads = 1;  ///< the number of threads that work on the search
  /// An estimate of the time left; empty if no estimate is known.
  std::optional<SecondsLeft> left = {};
  /// The bounds on the least cost, in a search for the cheapest solutions.
  std::optional<CostGap> costs = {};
};

/// A function that receives reports of progress.
using ProgressCallback = std::function<void(const Progress&)>;

/// Combines the reports of searches that follow one another, or that take turns with a table
/// method, into the reports of one search. Seconds count from the call of steady(). Nodes and
/// states of all searches are added up, and solutions and share never fall. After a restart the
/// share stays constant until the search exceeds the share reported before. If a search reports the
/// time left, this time is reported for all searches together. If a search reports no time left,
/// the time left is estimated from the share, within a factor of two, or a larger factor while
/// little is done. Returns an empty callback if `report` is empty.
[[nodiscard]] ProgressCallback steady(ProgressCallback report);

/// One part of a task that consists of consecutive parts.
struct PartOfWork {
  double before = 0;  ///< the fraction of the task's time that earlier parts take
  double weight = 1;  ///< the fraction of the task's time that this part takes

  /// One of several parts that take equally long. Parts are numbered from 0.
  static PartOfWork of_equal(std::size_t part, std::size_t parts) {
    const auto whole = static_cast<double>(parts);
    return {static_cast<double>(part) / whole, 1 / whole};
  }
};

/// Converts the reports of a search of one part, which begins now, into reports of all parts. The
/// share becomes the share of all parts. The time left is extended to all parts as long as the
/// earlier parts were less work than this part. If the earlier parts were at least as much work, no
/// time left is reported, because the share gives a better estimate. `total` computes the number of
/// all solutions so far from the number in this part; without `total`, the number is not reported.
/// Returns an empty callback if `report` is empty.
[[nodiscard]] ProgressCallback as_part(ProgressCallback report, PartOfWork part,
                                       std::function<Natural(const Natural&)> total = {});

/// Estimates the time left, if the fraction `share` of the work took `seconds` and the rest
/// continues at the same pace. The estimate is right within a factor of two, or of three if tables
/// are made (see Sweep::share()). While less than a tenth of the work is done, the factor is
/// larger. Returns nothing in the first second, and while no work is done.
[[nodiscard]] std::optional<SecondsLeft> seconds_left(double seconds, double share, bool by_tables);

}  // namespace dlx::search
