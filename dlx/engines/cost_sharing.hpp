// Several threads search one problem for solutions of least cost. Each thread has a search of its
// own. A search that has work to spare gives the rest of its topmost level to a thread that waits.
// The place of such a rest is a search::OpenCheapest, as for a search that has paused.
//
// The answer does not depend on the number of threads, because threads search only if every
// solution up to the final ceiling is listed or counted. If only the k cheapest are wanted and more
// solutions cost as much as the last one, the order of the search decides which one is listed. So
// that search is never shared.

#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <limits>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "dlx/names.hpp"
#include "dlx/search/cheapest_result.hpp"
#include "dlx/search/jobs.hpp"

namespace dlx::engines {

/// What the searches of several threads share: the ceiling, work to do, bounds, and the end.
class CostSharing {
 public:
  /// The bound if nothing is left to search.
  static constexpr std::int64_t nothing = std::numeric_limits<std::int64_t>::max();

  /// A part of the search tree, and its size as a part of the entire tree.
  struct Part {
    search::OpenCheapest open;
    double size = 1;
  };

  /// `alone`: units of work that one thread does before others join. `jobs` must outlive it.
  CostSharing(const search::Jobs& jobs, std::uint64_t alone)
      : jobs_(jobs), alone_(alone), records_(jobs.threads) {}

  /// Whether other threads should join a search that has done so much work alone.
  [[nodiscard]] bool is_due(std::uint64_t work) const { return !has_begun() && work >= alone_; }
  [[nodiscard]] bool has_begun() const { return has_begun_.load(std::memory_order_relaxed); }
  /// Called by the first thread before the others start. The first thread has the entire tree.
  void begin(std::int64_t ceiling) {
    lower(ceiling);
    at_work_ = 1;
    has_begun_ = true;
  }

  /// A limit for the cost of solutions that are wanted, in scaled units.
  [[nodiscard]] std::int64_t ceiling() const { return ceiling_.load(std::memory_order_relaxed); }
  void lower(std::int64_t ceiling) {
    std::int64_t before = ceiling_;
    while (ceiling < before && !ceiling_.compare_exchange_weak(before, ceiling)) {
    }
  }

  /// Adds to the bytes of all solutions that are kept, and returns the sum.
  std::size_t add_bytes(std::size_t more) { return bytes_.fetch_add(more) + more; }

  /// Whether a thread waits for which no part has been left.
  [[nodiscard]] bool is_hungry() const { return hungry_.load(std::memory_order_relaxed) > 0; }
  void give(Part part) {
    const std::lock_guard lock(mutex_);
    --hungry_;
    parts_.push_back(std::move(part));
  }
  /// Waits for a part. Nothing: the search has ended.
  std::optional<Part> take(unsigned thread) {
    ++hungry_;
    while (true) {
      {
        const std::lock_guard lock(mutex_);
        if (is_over() || (parts_.empty() && at_work_ == 0)) return std::nullopt;
        if (!parts_.empty()) {
          Part part = std::move(parts_.front());
          parts_.pop_front();
          ++at_work_;
          records_[thread].bound = part.open.bound;
          return part;
        }
      }
      jobs_.pause();
    }
  }
  /// Called when a thread has searched its part to the end.
  void end_part(unsigned thread, double size) {
    const std::lock_guard lock(mutex_);
    records_[thread].bound = nothing;
    share_ += size;
    --at_work_;
  }

  /// Ends the search in all threads, because of a limit or an exception. The first reason counts.
  void end(Status why, std::exception_ptr failure = {}) {
    const std::lock_guard lock(mutex_);
    if (is_over()) return;
    why_ = why;
    failure_ = std::move(failure);
    is_over_ = true;
  }
  [[nodiscard]] bool is_over() const { return is_over_.load(std::memory_order_relaxed); }
  /// Why the search has ended. Rethrows an exception. Valid only after all threads have ended.
  [[nodiscard]] Status why() const {
    if (failure_) std::rethrow_exception(failure_);
    return why_;
  }

  /// How far a thread is.
  struct Record {
    std::int64_t bound = nothing;  ///< a bound for the rest of its part, in scaled units
    std::uint64_t nodes = 0;
    std::uint64_t solutions = 0;  ///< solutions met
  };
  void note(unsigned thread, const Record& record) {
    const std::lock_guard lock(mutex_);
    records_[thread] = record;
  }
  /// A lower bound, in scaled units, for all solutions that have not been found.
  [[nodiscard]] std::int64_t bound() {
    const std::lock_guard lock(mutex_);
    std::int64_t least = nothing;
    for (const Record& record : records_) least = std::min(least, record.bound);
    for (const Part& part : parts_) least = std::min(least, part.open.bound);
    return least;
  }
  /// The nodes and solutions of all threads, and no bound.
  [[nodiscard]] Record sums() {
    const std::lock_guard lock(mutex_);
    Record sum;
    for (const Record& record : records_) {
      sum.nodes += record.nodes;
      sum.solutions += record.solutions;
    }
    return sum;
  }
  /// The part of the tree that has been searched, if a search that gives a part away gives half of
  /// what it has.
  [[nodiscard]] double share() {
    const std::lock_guard lock(mutex_);
    return share_;
  }
  [[nodiscard]] unsigned threads() const { return static_cast<unsigned>(records_.size()); }

 private:
  const search::Jobs& jobs_;
  std::uint64_t alone_;
  std::atomic<bool> has_begun_ = false, is_over_ = false;
  std::atomic<std::int64_t> ceiling_ = nothing;
  std::atomic<std::size_t> bytes_ = 0;
  std::atomic<int> hungry_ = 0;  // threads that wait, without the parts left for them
  std::mutex mutex_;             // guards all that follows
  std::deque<Part> parts_;       // not taken yet
  unsigned at_work_ = 0;         // parts being searched
  std::vector<Record> records_;  // [thread]
  double share_ = 0;
  Status why_ = Status::exhausted;
  std::exception_ptr failure_;
};

}  // namespace dlx::engines
