#include "dlx/search/budget.hpp"

#include <algorithm>

namespace dlx {
namespace {

// The pace of polling: often enough for Ctrl-C to feel immediate, seldom enough to cost nothing.
constexpr auto shortest = std::chrono::milliseconds(1);
constexpr auto longest = std::chrono::milliseconds(5);
constexpr std::uint64_t largest_grant = std::uint64_t{1} << 24;

}  // namespace

std::uint64_t Budget::refill(std::uint64_t nodes_so_far) {
  const auto now = Clock::now();
  if (!started_) {
    started_ = true;
    start_ = last_refill_ = last_report_ = now;
  }
  status_ = Status::running;
  progress_due_ = false;

  const Limits& limits = options_.limits;
  if (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed)) {
    status_ = Status::stopped;
  } else if (limits.nodes && nodes_so_far >= *limits.nodes) {
    status_ = Status::node_limit;
  } else if (limits.time && now - start_ >= *limits.time) {
    status_ = Status::time_limit;
  }
  if (status_ != Status::running) return 0;

  progress_due_ = options_.on_progress && now - last_report_ >= options_.progress_interval;
  if (now - last_refill_ < shortest) {
    grant_ = std::min(2 * grant_, largest_grant);
  } else if (now - last_refill_ > longest) {
    grant_ = std::max<std::uint64_t>(grant_ / 2, 1);
  }
  last_refill_ = now;
  return limits.nodes ? std::min(grant_, *limits.nodes - nodes_so_far) : grant_;
}

void Budget::report(Progress progress) {
  last_report_ = Clock::now();
  progress_due_ = false;
  progress.seconds = std::chrono::duration<double>(last_report_ - start_).count();
  // With multiplicities lists shrink below a level, and its share would waver.
  share_ = progress.share = std::max(progress.share, share_);
  options_.on_progress(progress);
}

}  // namespace dlx
