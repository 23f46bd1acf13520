// Several threads search one problem for solutions of least cost. Each thread has its own search.
// If another thread waits for work, a search gives away the untried options of its topmost level
// with untried options. A search::OpenCheapest describes the state in which the other thread
// begins, like the state of a paused search.
//
// The answer does not depend on the number of threads, because several threads search only if all
// solutions up to a certain cost are listed or counted. If only the k cheapest solutions are
// listed, several solutions may cost as much as the k-th. Then the order of the search decides
// which of them is listed. So a search for the k cheapest solutions uses one thread.

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

/// The data that the searches of several threads share: the largest cost that a further solution
/// may have (the ceiling), the parts of the tree to be searched, the lower bounds, and the reason
/// why the search has ended.
class CostSharing {
 public:
  /// The bound of a search that has no part of its tree left to search.
  static constexpr std::int64_t nothing = std::numeric_limits<std::int64_t>::max();

  /// A part of the search tree. `size` is an estimate of the part's size, as a fraction of the
  /// entire tree.
  struct Part {
    search::OpenCheapest open;
    double size = 1;
  };

  /// `alone` is the work that one thread does before other threads join. `jobs` must outlive the
  /// object.
  CostSharing(const search::Jobs& jobs, std::uint64_t alone)
      : jobs_(jobs), alone_(alone), records_(jobs.threads) {}

  /// Whether other threads should join a search that has done this much work alone.
  [[nodiscard]] bool is_due(std::uint64_t work) const { return !has_begun() && work >= alone_; }
  [[nodiscard]] bool has_begun() const { return has_begun_.load(std::memory_order_relaxed); }
  /// The first thread calls begin() before the other threads start. At this time the first thread
  /// has the entire tree.
  void begin(std::int64_t ceiling) {
    lower(ceiling);
    at_work_ = 1;
    has_begun_ = true;
  }

  /// The largest cost that a further solution may have, in scaled units.
  [[nodiscard]] std::int64_t ceiling() const { return ceiling_.load(std::memory_order_relaxed); }
  void lower(std::int64_t ceiling) {
    std::int64_t before = ceiling_;
    while (ceiling < before && !ceiling_.compare_exchange_weak(before, ceiling)) {
    }
  }

  /// Adds `more` to the number of bytes of the solutions that all threads store, and returns the
  /// sum.
  std::size_t add_bytes(std::size_t more) { return bytes_.fetch_add(more) + more; }

  /// Whether the number of threads that wait for a part of the tree is larger than the number of
  /// parts that were given away and not yet taken.
  [[nodiscard]] bool is_hungry() const { return hungry_.load(std::memory_order_relaxed) > 0; }
  void give(Part part) {
    const std::lock_guard lock(mutex_);
    --hungry_;
    parts_.push_back(std::move(part));
  }
  /// Waits until another thread gives a part of the tree away, and returns this part. Returns
  /// nothing if the search has ended.
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
  /// Records that a thread has searched its part of the tree to the end.
  void end_part(unsigned thread, double size) {
    const std::lock_guard lock(mutex_);
    records_[thread].bound = nothing;
    share_ += size;
    --at_work_;
  }

  /// Ends the search in all threads, because of a limit or an exception. If several threads call
  /// end(), the first reason is kept.
  void end(Status why, std::exception_ptr failure = {}) {
    const std::lock_guard lock(mutex_);
    if (is_over()) return;
    why_ = why;
    failure_ = std::move(failure);
    is_over_ = true;
  }
  [[nodiscard]] bool is_over() const { return is_over_.load(std::memory_order_relaxed); }
  /// The reason why the search has ended. If a thread has thrown an exception, throws it again.
  /// why() may be called only after all threads have ended.
  [[nodiscard]] Status why() const {
    if (failure_) std::rethrow_exception(failure_);
    return why_;
  }

  /// The progress of one thread.
  struct Record {
    /// A lower bound, in scaled units, for the cost of solutions in the thread's unsearched part.
    std::int64_t bound = nothing;
    std::uint64_t nodes = 0;
    std::uint64_t solutions = 0;  ///< the number of solutions that the thread found
  };
  void note(unsigned thread, const Record& record) {
    const std::lock_guard lock(mutex_);
    records_[thread] = record;
  }
  /// A lower bound, in scaled units, for the cost of all solutions that have not been found.
  [[nodiscard]] std::int64_t bound() {
    const std::lock_guard lock(mutex_);
    std::int64_t least = nothing;
    for (const Record& record : records_) least = std::min(least, record.bound);
    for (const Part& part : parts_) least = std::min(least, part.open.bound);
    return least;
  }
  /// The sums of the nodes and solutions of all threads, in a Record whose `bound` is not set.
  [[nodiscard]] Record sums() {
    const std::lock_guard lock(mutex_);
    Record sum;
    for (const Record& record : records_) {
      sum.nodes += record.nodes;
      sum.solutions += record.solutions;
    }
    return sum;
  }
  /// An estimate of the searched fraction of the tree. The estimate assumes that a thread that
  /// gives away options gives away half of its part of the tree.
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
  std::atomic<int> hungry_ = 0;  // the number of waiting threads minus the size of parts_
  std::mutex mutex_;             // protects the members below
  std::deque<Part> parts_;       // the parts of the tree that were given away and not taken yet
  unsigned at_work_ = 0;         // the number of parts that are being searched
  std::vector<Record> records_;  // for each thread: its progress
  double share_ = 0;
  Status why_ = Status::exhausted;
  std::exception_ptr failure_;
};

}  // namespace dlx::engines
