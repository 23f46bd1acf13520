#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "dlx/search/deadline.hpp"
#include "dlx/search/options.hpp"

namespace dlx::search {

/// The rest of limits that hold for several searches one after another, from when it was made or
/// begun.
class Allowance {
 public:
  explicit Allowance(Options options) : options_(std::move(options)), deadline_(options_) {}

  /// The options of the next search.
  [[nodiscard]] Options search() const {
    Options left = options_;
    limit(left, limits());
    return left;
  }
  [[nodiscard]] Limits limits() const {
    Limits left = limits_of(options_);
    if (left.nodes) *left.nodes -= std::min(*left.nodes, used_);
    left.time = deadline_.left();
    return left;
  }
  void use(std::uint64_t nodes) { used_ += nodes; }
  /// The time limit counts from now.
  void begin() { deadline_ = Deadline(options_); }
  /// Replaces the limits. Nodes still count from the beginning, time from the next begin().
  void set_limits(const Limits& limits) { limit(options_, limits); }
  /// Sets the progress callback of the searches that follow.
  void report_to(ProgressCallback report) { options_.on_progress = std::move(report); }

 private:
  Options options_;
  Deadline deadline_;
  std::uint64_t used_ = 0;
};

}  // namespace dlx::search
