#include "dlx/search/budget.hpp"

#include <algorithm>

namespace dlx::search {
namespace {

// The time between two readings of the clock should be between these limits. It is short enough for
// Ctrl-C to feel immediate, and long enough to cost almost nothing.
constexpr auto shortest = std::chrono::milliseconds(1);
constexpr auto longest = std::chrono::milliseconds(5);
constexpr std::uint64_t largest_grant = std::uint64_t{1} << 24;
// The number of seconds by which a search may exceed its time limit. With a smaller number, reading
// the clock could take longer than visiting nodes.
constexpr double tolerance = 1e-5;

}  // namespace

std::uint64_t Budget::refill(std::uint64_t nodes_so_far) {
  const auto now = Clock::now();
  if (!started_) {
    started_ = true;
    start_ = last_refill_ = last_report_ = now;
  }
  if (is_limited_anew_) limited_since_ = now;
  is_limited_anew_ = false;
  status_ = Status::running;
  progress_due_ = false;

  const Limits& limits = control_.limits;
  if (control_.stop != nullptr && control_.stop->load(std::memory_order_relaxed)) {
    status_ = Status::stopped;
  } else if (limits.nodes && nodes_so_far >= *limits.nodes) {
    status_ = Status::node_limit;
  } else if (limits.time && now - limited_since_ >= *limits.time) {
    status_ = Status::time_limit;
  }
  if (status_ != Status::running) return 0;

  progress_due_ = control_.on_progress && now - last_report_ >= control_.progress_interval;
  if (measured_) set_pace(now - last_refill_, nodes_so_far - nodes_at_refill_);
  measured_ = true;
  last_refill_ = now;
  nodes_at_refill_ = nodes_so_far;
  std::uint64_t grant = grant_;
  if (limits.time) grant = std::min(grant, nodes_within(limited_since_ + *limits.time - now));
  return limits.nodes ? std::min(grant, *limits.nodes - nodes_so_far) : grant;
}

void Budget::set_pace(std::chrono::nanoseconds took, std::uint64_t nodes) {
  if (nodes != 0) {
    seconds_per_node_ = std::chrono::duration<double>(took).count() / static_cast<double>(nodes);
  }
  if (took < shortest && nodes >= grant_) {
    grant_ = std::min(2 * grant_, largest_grant);
  } else if (took > longest) {
    grant_ = std::max<std::uint64_t>(grant_ / 2, 1);
  }
}

/// Estimates the number of nodes that the search visits in `time`, from the speed measured last.
std::uint64_t Budget::nodes_within(std::chrono::nanoseconds time) const {
  if (seconds_per_node_ == 0) return grant_;
  const double seconds = std::max(std::chrono::duration<double>(time).count(), tolerance);
  return static_cast<std::uint64_t>(
      std::clamp(seconds / seconds_per_node_, 1.0, static_cast<double>(largest_grant)));
}

void Budget::report(Progress progress) {
  last_report_ = Clock::now();
  progress_due_ = false;
  progress.seconds = std::chrono::duration<double>(last_report_ - start_).count();
  // Reports the largest searched fraction of the tree computed so far, because the computed
  // fraction can fall. With multiplicities, the branching item's list is shorter while the search
  // works at deeper levels.
  share_ = progress.share = std::max(progress.share, share_);
  control_.on_progress(progress);
}

}  // namespace dlx::search
