#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "dlx/core/natural.hpp"

namespace dlx::search {

/// An estimate of the time left.
struct SecondsLeft {
  double low = 0;   ///< the least that is likely
  double high = 0;  ///< the most that is likely
};

/// The bounds of the least cost that a search has found so far.
struct CostGap {
  /// The least cost of a solution met, in units of 10^-places; empty: none was met.
  std::optional<std::int64_t> best = {};
  /// No solution that was not met costs less; empty: no bound is known, or every solution was met.
  std::optional<std::int64_t> bound = {};
  int places = 0;  ///< digits of costs behind the point

  /// How much less than the best solution another one may cost, as a part of the best cost. Nothing
  /// if that is not known, or if the best one costs 0 and another may cost less.
  [[nodiscard]] std::optional<double> share() const noexcept;
};

/// The state of a running search.
struct Progress {
  std::uint64_t nodes = 0;   ///< nodes visited so far
  std::uint64_t states = 0;  ///< states of tables, or steps of a sum, so far
  std::uint64_t probes = 0;  ///< probes made so far, of an estimate
  Natural solutions = {};    ///< solutions found so far
  /// False while parts are counted that only make a number together, and while tables are filled.
  bool solutions_known = true;
  std::uint32_t level = 0;  ///< present depth in the tree
  /// The part of the tree that has been searched, from 0 to 1, as if all children of a node had
  /// equal size (Knuth's estimate). It never falls, but its pace may mislead.
  double share = 0;
  double seconds = 0;                    ///< since the search began
  unsigned threads = 1;                  ///< number of threads at work
  std::optional<SecondsLeft> left = {};  ///< empty: the search cannot tell
  std::optional<CostGap> costs = {};     ///< costs, in a search for the cheapest solutions
};

/// Receives reports of progress.
using ProgressCallback = std::function<void(const Progress&)>;

/// Reports searches that follow one another, or take turns with a table method, as one: seconds are
/// those since this call, nodes and states add up, and solutions and share never fall. A search
/// that begins anew has to pass the share reported before it. A time left that a search reports is
/// taken for the whole. Without one, the time left is estimated from the share, within a factor of
/// two, and more while little is done. Empty if `report` is.
[[nodiscard]] ProgressCallback steady(ProgressCallback report);

/// A part of work that is done part by part, in order.
struct PartOfWork {
  double before = 0;  ///< share of the time that earlier parts take
  double weight = 1;  ///< share of the time that this part takes

  /// One of several equally long parts, numbered from 0.
  static PartOfWork of_equal(std::size_t part, std::size_t parts) {
    const auto whole = static_cast<double>(parts);
    return {static_cast<double>(part) / whole, 1 / whole};
  }
};

/// Reports a search of one part, which begins now: the share becomes that of all parts. So does the
/// time left, as long as the parts before were not as much work as this one; after that the share
/// says more, and nothing is reported of the time left. `total` computes the number of all
/// solutions so far from the number in this part; without it the number is not reported. Empty if
/// `report` is.
[[nodiscard]] ProgressCallback as_part(ProgressCallback report, PartOfWork part,
                                       std::function<Natural(const Natural&)> total = {});

/// The time left of work, if `share` of it took `seconds` and the rest continues at this pace. It
/// is right within a factor of two, or of three where tables are made (see Sweep::share()), and
/// within a larger factor while less than a tenth is done. Nothing in the first second, and while
/// nothing is done.
[[nodiscard]] std::optional<SecondsLeft> seconds_left(double seconds, double share, bool by_tables);

}  // namespace dlx::search
