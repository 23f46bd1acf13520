#include "dlx/search/progress.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include "dlx/search/control.hpp"

namespace dlx::search {
namespace {

/// Converts a number that restarts at 0 with each search into a total that never falls.
class RunningTotal {
 public:
  std::uint64_t add(std::uint64_t now) {
    if (now < last_) before_ += last_;
    last_ = now;
    return before_ + now;
  }

 private:
  std::uint64_t before_ = 0;  // the sum of the numbers of the searches that have ended
  std::uint64_t last_ = 0;
};

using Clock = std::chrono::steady_clock;

/// Updates `kept`, which has the least cost and the highest lower bound reported so far.
void keep_best(std::optional<CostGap>& kept, const std::optional<CostGap>& told) {
  if (!told) return;
  if (!kept) kept = told;
  if (told->best) kept->best = std::min(kept->best.value_or(*told->best), *told->best);
  kept->bound = std::max(kept->bound, told->bound);
}

class Steady {
 public:
  explicit Steady(ProgressCallback report) : report_(std::move(report)) {}

  void operator()(Progress p) {
    p.seconds = seconds_since(start_);
    // A counting method that fills tables reports states but no nodes. If a search takes turns with
    // it, a report of the table method must not change the number of nodes of the search.
    if (p.nodes != 0 || p.states == 0) nodes_now_ = nodes_.add(p.nodes);
    if (p.states != 0) states_now_ = states_.add(p.states);
    p.nodes = nodes_now_;
    p.states = states_now_;
    if (!p.left) p.left = by_share(p);
    p.share = share_ = std::max(p.share, share_);
    solutions_known_ |= p.solutions_known;
    if (p.solutions_known) solutions_ = std::max(solutions_, p.solutions);
    p.solutions = solutions_;
    p.solutions_known = solutions_known_;
    keep_best(costs_, p.costs);
    p.costs = costs_;
    report_(p);
  }

 private:
  /// The time left if the search continues at the average speed so far.
  static std::optional<SecondsLeft> by_share(const Progress& p) {
    if (p.share <= 0) return {};
    return seconds_left(p.seconds, p.share, p.nodes == 0);
  }

  ProgressCallback report_;
  Clock::time_point start_ = Clock::now();
  RunningTotal nodes_;
  RunningTotal states_;
  std::uint64_t nodes_now_ = 0;
  std::uint64_t states_now_ = 0;
  Natural solutions_;  // the largest number of solutions reported so far by any of the methods
  bool solutions_known_ = false;
  double share_ = 0;
  std::optional<CostGap> costs_;
};

}  // namespace

std::optional<double> CostGap::share() const noexcept {
  if (!best || !bound || (*best == 0 && *bound < 0)) return {};
  if (*bound >= *best) return 0;
  const auto cost = static_cast<double>(*best);
  return (cost - static_cast<double>(*bound)) / std::abs(cost);
}

ProgressCallback steady(ProgressCallback report) {
  if (!report) return {};
  return
      [steady = std::make_shared<Steady>(std::move(report))](const Progress& p) { (*steady)(p); };
}

ProgressCallback as_part(ProgressCallback report, PartOfWork part,
                         std::function<Natural(const Natural&)> total) {
  if (!report) return {};
  return [report = std::move(report), part, total = std::move(total),
          start = Clock::now()](Progress p) {
    p.share = part.before + part.weight * p.share;
    p.solutions_known = p.solutions_known && total;
    p.solutions = p.solutions_known ? total(p.solutions) : 0;
    if (p.left && part.before < part.weight) {
      const double seconds = seconds_since(start);
      const double after = std::max(0.0, 1 - part.before - part.weight) / part.weight;
      const auto with_others = [&](double left) { return left + (seconds + left) * after; };
      p.left = SecondsLeft{with_others(p.left->low), with_others(p.left->high)};
    } else {
      p.left.reset();
    }
    report(p);
  };
}

std::optional<SecondsLeft> seconds_left(double seconds, double share, bool by_tables) {
  constexpr double least_seconds = 1;
  constexpr double least_share = 1e-6;
  if (seconds < least_seconds || share < least_share) return {};
  const double left = seconds * (1 - share) / share;
  const double little_done = std::max(1.0, 1 + std::log10(0.1 / share));
  const double doubt = (by_tables ? 3 : 2) * little_done;
  return SecondsLeft{left / doubt, left * doubt};
}

}  // namespace dlx::search
