// The solutions that a search for the cheapest solutions has found: the k cheapest solutions, or
// all solutions of the least cost. Either all of these solutions are stored, or they are counted
// and only the cheapest one is stored.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "dlx/core/heap_bytes.hpp"
#include "dlx/search/cheapest_result.hpp"

namespace dlx::engines::costs {

class Solutions {
 public:
  using Representative = std::function<std::vector<OptionId>(std::span<const OptionId>)>;

  /// `wanted` is the number of solutions to find. If `wanted` is empty, the search finds all
  /// solutions of the least cost.
  Solutions(std::optional<std::uint64_t> wanted, bool counts, Representative representative)
      : wanted_(wanted), counts_(counts), representative_(std::move(representative)) {}

  /// Adds a solution. Its cost must not exceed the limit that limit() returns.
  void add(search::CostedSolution solution) {
    if (!wanted_ && !kept_.empty() && solution.cost < kept_.front().cost) clear();
    const bool is_new = !representative_ || stands_for_a_class(solution);
    if (counts_) {
      counted_ += is_new ? 1 : 0;
      if (kept_.empty() || solution < kept_.front()) kept_.assign(1, std::move(solution));
      return;
    }
    if (!is_new) return;
    bytes_ += bytes_with_class(solution);
    kept_.push_back(std::move(solution));
    std::push_heap(kept_.begin(), kept_.end());
    if (!wanted_ || kept_.size() <= *wanted_) return;
    std::pop_heap(kept_.begin(), kept_.end());
    bytes_ -= bytes_of(kept_.back());
    kept_.pop_back();
  }

  /// A limit for the cost of further solutions; nothing if further solutions may have any cost. If
  /// the search finds all solutions of the least cost, a further solution may cost as much as the
  /// limit. Otherwise a further solution must cost less than the limit.
  [[nodiscard]] std::optional<std::int64_t> limit() const {
    const bool is_full = !wanted_ || (!counts_ && kept_.size() == *wanted_);
    if (kept_.empty() || !is_full) return std::nullopt;
    return kept_.front().cost;
  }
  /// The least cost of the solutions found; nothing if no solution was found.
  [[nodiscard]] std::optional<std::int64_t> least() const {
    const auto best = std::min_element(kept_.begin(), kept_.end());
    if (best == kept_.end()) return std::nullopt;
    return best->cost;
  }
  /// The approximate number of bytes of the solutions.
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

  /// Removes all solutions, because a cheaper solution is known. No solution of the same classes
  /// will be added again.
  void clear() {
    kept_.clear();
    classes_.clear();
    bytes_ = 0;
    counted_ = 0;
  }
  /// Removes the solutions, because the search begins again and will find them again. restore() can
  /// add them if the search stops early.
  void set_aside() {
    before_ = std::move(kept_);
    counted_before_ = counted_;
    clear();
  }
  /// Adds the solutions that set_aside() has removed.
  void restore() { merge(std::move(before_), counted_before_, true); }
  /// Adds the solutions that another thread has found.
  void absorb(Solutions& other) { merge(std::move(other.kept_), other.counted_, false); }

  /// load() takes the solutions from the saved state of a paused search. store() adds the solutions
  /// to such a state.
  /// @{
  void load(const search::OpenCheapest& open) {
    kept_ = open.kept;
    std::make_heap(kept_.begin(), kept_.end());
    before_ = open.before;
    counted_ = open.count;
    counted_before_ = open.count_before;
    for (const search::CostedSolution& solution : kept_) {
      bytes_ += bytes_with_class(solution);
      if (representative_ && !counts_) classes_.insert(solution.options);
    }
  }
  void store(search::OpenCheapest& open) const {
    open.kept = kept_;
    open.before = before_;
    open.count = counted_;
    open.count_before = counted_before_;
  }
  /// @}
  /// Moves the solutions to the result, in ascending order of costs.
  void move_to(search::CheapestResult& result) {
    std::sort(kept_.begin(), kept_.end());
    result.count = counts_ ? counted_ : kept_.size();
    result.solutions = std::move(kept_);
  }

 private:
  static std::size_t bytes_of(const search::CostedSolution& solution) {
    return sizeof solution + heap_bytes(solution.options);
  }
  /// The number of bytes of a stored solution, and of its copy in classes_ if solutions are listed
  /// by classes.
  [[nodiscard]] std::size_t bytes_with_class(const search::CostedSolution& solution) const {
    return bytes_of(solution) * (representative_ && !counts_ ? 2 : 1);
  }

  /// Whether to list or count a solution, so that each class is listed or counted once. In a list,
  /// the solution is replaced by the representative of its class, and is listed if it is the first
  /// of its class. In a count, only the representative itself is counted.
  bool stands_for_a_class(search::CostedSolution& solution) {
    std::vector<OptionId> first = representative_(solution.options);
    if (counts_) return first == solution.options;
    solution.options = std::move(first);
    return classes_.insert(solution.options).second;
  }

  /// Adds solutions to the solutions found. If `overlaps` is true, some of the added solutions may
  /// have been found already.
  void merge(std::vector<search::CostedSolution> more, std::uint64_t counted, bool overlaps) {
    if (!wanted_ && !kept_.empty() && !more.empty()) {
      if (kept_.front().cost < more.front().cost) return;
      if (kept_.front().cost > more.front().cost) clear();
    }
    counted_ = overlaps ? std::max(counted_, counted) : counted_ + counted;
    for (search::CostedSolution& solution : more) kept_.push_back(std::move(solution));
    std::sort(kept_.begin(), kept_.end());
    kept_.erase(std::unique(kept_.begin(), kept_.end()), kept_.end());
    const std::uint64_t most = counts_ ? 1 : wanted_.value_or(kept_.size());
    if (kept_.size() > most) kept_.resize(static_cast<std::size_t>(most));
  }

  std::optional<std::uint64_t> wanted_;
  bool counts_;
  Representative representative_;
  // The stored solutions, as a heap with the most expensive solution first.
  std::vector<search::CostedSolution> kept_;
  std::size_t bytes_ = 0;
  std::uint64_t counted_ = 0;  // the number of solutions, if they are counted
  // The representatives of the classes of solutions found.
  std::set<std::vector<OptionId>> classes_;
  // The solutions found before the search began again at the root.
  std::vector<search::CostedSolution> before_;
  std::uint64_t counted_before_ = 0;
};

}  // namespace dlx::engines::costs
