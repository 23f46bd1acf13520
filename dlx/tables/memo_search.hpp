#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "dlx/core/ids.hpp"
#include "dlx/core/natural.hpp"
#include "dlx/core/residue.hpp"
#include "dlx/core/tally.hpp"
#include "dlx/names.hpp"
#include "dlx/search/control.hpp"
#include "dlx/tables/table_options.hpp"

namespace dlx::tables {

struct MemoResult {
  Natural solutions;    ///< number of solutions; a lower bound unless complete()
  Residue fingerprint;  ///< fingerprint of the solutions counted; 0 if there are no weights
  Status status = Status::running;
  std::uint64_t nodes = 0;   ///< number of nodes: 1 for the root, and 1 for each option tried
  std::uint64_t states = 0;  ///< number of states stored, including states that were evicted later
  std::uint64_t hits = 0;    ///< number of states that were found in the table
  /// The number of states that were evicted, or that were not stored because no other state could
  /// be evicted.
  std::uint64_t evicted = 0;
  std::uint64_t parts = 0;  ///< number of states that were split into independent parts
  /// Largest number of bytes of the table, plus the bytes of the other data of the search.
  std::size_t memory_bytes = 0;

  [[nodiscard]] bool complete() const noexcept { return status == Status::exhausted; }
};

/// The reason why the solutions of this problem cannot be counted by memoisation; empty if they can
/// be counted. Problems with multiplicities are refused. Problems with many options or items are
/// refused too, because the memory grows with the square of the number of options.
[[nodiscard]] std::string_view memo_objection(const Problem& problem);

/// The approximate number of bytes that a memoised count needs in addition to its table. The number
/// is valid only if memo_objection() is empty.
[[nodiscard]] std::size_t memo_bytes(const Problem& problem);

/// Counts solutions by a depth-first search with memoisation. A state of the search is the rest of
/// the problem: the uncovered items and the options that can still be chosen. The count of each
/// state is stored, so a state that is reached again is not searched again. The time is
/// proportional to the number of states, even if there are far more solutions. So the method is
/// fast on problems with few states, such as dominoes, and slow on problems with many states. The
/// search branches on the first of the items with the fewest options, and can pause at any node.
///
/// The memory limit applies to the table. While the table is copied to a larger table, the limit
/// applies to the sum of both tables. When the limit is reached, states that are cheap to compute
/// again are evicted. The count remains exact.
class Memo {
 public:
  Memo() = default;
  Memo(const Memo&) = delete;
  Memo& operator=(const Memo&) = delete;
  virtual ~Memo() = default;

  /// Continues the count until it is complete or a limit is reached.
  virtual Status run() = 0;
  /// Sets the limits of the count. The limit on nodes applies to all calls of run() together. The
  /// time limit starts with the next call of run().
  virtual void set_limits(const search::Limits& limits) = 0;
  /// Sets the upper limit in bytes for the table. A table that is already larger keeps its size.
  virtual void set_memory_limit(std::size_t bytes) = 0;
  /// The result of the count so far. `solutions` is a lower bound until run() has returned
  /// Status::exhausted.
  [[nodiscard]] virtual MemoResult result() const = 0;
  /// An estimate of the part of the search tree that has been searched, from 0 to 1; see
  /// Progress::share.
  [[nodiscard]] virtual double share() const = 0;
  [[nodiscard]] virtual std::uint64_t nodes() const = 0;  ///< number of nodes visited so far
  /// The largest number of bytes used so far.
  [[nodiscard]] virtual std::size_t memory_bytes() const = 0;
};

/// Prepares a count by a search with memoisation. Copies the weights and all data of the problem
/// that the search needs. If `split_components` is set, subproblems that consist of independent
/// parts are split, and each part is counted separately. Throws std::invalid_argument if
/// memo_objection() is not empty, or if the number of weights is not the number of options. Throws
/// std::bad_alloc if the options do not fit in memory. If the system has no memory for a larger
/// table later, the table keeps its size. Returns null if the deadline is reached before the count
/// is prepared.
[[nodiscard]] std::unique_ptr<Memo> make_memo(const Problem& problem, const Tally& weights_of = {},
                                              const TableOptions& options = {},
                                              bool split_components = true,
                                              const search::Deadline& deadline = {});

}  // namespace dlx::tables
