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

/// The upper and the lower bound of the least cost that a search has found so far.
struct CostGap {
  /// The least cost of a solution found so far, in units of 10^-places; empty if no solution was
  /// found.
  std::optional<std::int64_t> best = {};
  /// A lower bound for the cost of every solution that has not been found; empty if no lower bound
  /// is known, or if every solution has been found.
  std::optional<std::int64_t> bound = {};
  int places = 0;  ///< the number of decimal places of these costs

  /// The difference between the cost of the best solution and the lower bound, as a fraction of the
  /// best solution's cost. The result is empty if the fraction is unknown, or if the best solution
  /// costs 0 and a better solution may exist.
  [[nodiscard]] std::optional<double> share() const noexcept;
};

/// The state of a running search, for reports of progress.
struct Progress {
  std::uint64_t nodes = 0;  ///< the number of nodes that the search has visited so far
  /// The number of states of tables, or of steps of a sum over signs, computed so far.
  std::uint64_t states = 0;
  /// In a run of estimates: the number of probes (random descents) so far.
  std::uint64_t probes = 0;
  Natural solutions = {};  ///< the number of solutions found so far
  /// Whether `solutions` is known. It is not known while tables are filled, or while only the
  /// counts of some independent parts are known, because the number of solutions is the product of
  /// these counts.
  bool solutions_known = true;
  std::uint32_t level = 0;  ///< the depth in the search tree that the search has reached
  /// The searched fraction of the search tree, from 0 to 1, as if the subtrees of all children of a
  /// node had equal size (Knuth's estimate). It never falls, but it does not grow evenly with time.
  double share = 0;
  double seconds = 0;    ///< the number of seconds since the search began
  unsigned threads = 1;  ///< the number of threads that work on the search
  /// An estimate of the time left; empty if no estimate is known.
  std::optional<SecondsLeft> left = {};
  /// In a search for the cheapest solutions: the bounds of the least cost.
  std::optional<CostGap> costs = {};
};

/// A function that receives reports of progress.
using ProgressCallback = std::function<void(const Progress&)>;

/// Combines the reports of consecutive searches, or of a search that takes turns with a table
/// method, into the reports of one search. Seconds count from the call of steady(). Nodes and
/// states of all searches are added up. The number of solutions and the searched fraction of the
/// tree never fall. After a restart, this fraction stays constant until the search exceeds it. If a
/// search reports the time left, this time is reported for all searches together. Otherwise the
/// time left is estimated from the searched fraction, within a factor of two, or a larger factor
/// while little is done. Returns an empty callback if `report` is empty.
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

/// Converts the reports of work on one part, which begins now, into reports of the whole task. The
/// searched fraction becomes the fraction of the whole task. The time left is extended to the whole
/// task if the earlier parts were less work than this part. Otherwise the time left is not
/// reported, because the searched fraction gives a better estimate. `total` computes the number of
/// all solutions so far from the number in this part; without `total`, the number is not reported.
/// Returns an empty callback if `report` is empty.
[[nodiscard]] ProgressCallback as_part(ProgressCallback report, PartOfWork part,
                                       std::function<Natural(const Natural&)> total = {});

/// Estimates the time left if the fraction `share` of the work took `seconds` and the rest
/// continues at the same speed. The estimate is right within a factor of two, or within a factor of
/// three if tables are made (see Sweep::share()). While less than a tenth of the work is done, the
/// factor is larger. Returns nothing in the first second, and while no work is done.
[[nodiscard]] std::optional<SecondsLeft> seconds_left(double seconds, double share, bool by_tables);

}  // namespace dlx::search
