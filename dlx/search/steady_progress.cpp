#include "dlx/search/steady_progress.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>

namespace dlx {
namespace {

/// A number that begins again at 0 with each search, as one that never falls.
class RunningTotal {
 public:
  std::uint64_t add(std::uint64_t now) {
    if (now < last_) before_ += last_;
    last_ = now;
    return before_ + now;
  }

 private:
  std::uint64_t before_ = 0;  // of the searches that are over
  std::uint64_t last_ = 0;
};

class Steady {
 public:
  explicit Steady(ProgressCallback report) : report_(std::move(report)) {}

  void operator()(Progress p) {
    p.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    // A table method has states and no nodes: the search beside it stands where it stood.
    if (p.nodes != 0 || p.states == 0) nodes_now_ = nodes_.add(p.nodes);
    if (p.states != 0) states_now_ = states_.add(p.states);
    p.nodes = nodes_now_;
    p.states = states_now_;
    if (p.share < share_) p.left.reset();
    p.share = share_ = std::max(p.share, share_);
    solutions_known_ |= p.solutions_known;
    if (p.solutions_known) solutions_ = std::max(solutions_, p.solutions);
    p.solutions = solutions_;
    p.solutions_known = solutions_known_;
    if (!p.left) p.left = by_share(p);
    report_(p);
  }

 private:
  using Clock = std::chrono::steady_clock;

  /// As if the rest went on like what lies behind: within a factor of two, or of three where only
  /// tables grow (see Sweep::share()), once some of it does.
  static std::optional<SecondsLeft> by_share(const Progress& p) {
    const double least_share = p.nodes == 0 ? 0.1 : 0.01;
    const double doubt = p.nodes == 0 ? 3 : 2;
    constexpr double least_seconds = 3;
    if (p.share < least_share || p.seconds < least_seconds) return {};
    const double left = p.seconds * (1 - p.share) / p.share;
    return SecondsLeft{left / doubt, left * doubt};
  }

  ProgressCallback report_;
  Clock::time_point start_ = Clock::now();
  RunningTotal nodes_;
  RunningTotal states_;
  std::uint64_t nodes_now_ = 0;
  std::uint64_t states_now_ = 0;
  Natural solutions_;  // the most that any way has reported
  bool solutions_known_ = false;
  double share_ = 0;
};

}  // namespace

ProgressCallback steady(ProgressCallback report) {
  if (!report) return {};
  return
      [steady = std::make_shared<Steady>(std::move(report))](const Progress& p) { (*steady)(p); };
}

ProgressCallback as_part(ProgressCallback report, std::size_t part, std::size_t parts,
                         std::function<Natural(const Natural&)> total) {
  if (!report) return {};
  return [report = std::move(report), part, parts, total = std::move(total)](Progress p) {
    p.share = (static_cast<double>(part) + p.share) / static_cast<double>(parts);
    p.solutions_known = p.solutions_known && total;
    p.solutions = p.solutions_known ? total(p.solutions) : 0;
    p.left.reset();
    report(p);
  };
}

}  // namespace dlx
