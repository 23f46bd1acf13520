#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "dlx/core/natural.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/core/residue.hpp"
#include "dlx/core/tally.hpp"
#include "dlx/names.hpp"
#include "dlx/search/control.hpp"
#include "dlx/tables/table_options.hpp"

namespace dlx::tables {

struct MemoResult {
  Natural solutions;    ///< exact if complete(), otherwise a lower bound
  Residue fingerprint;  ///< sum over the solutions counted; 0 without weights
  Status status = Status::running;
  std::uint64_t nodes = 0;   ///< the root, and one for each option tried
  std::uint64_t states = 0;  ///< states stored, including those that were evicted later
  std::uint64_t hits = 0;    ///< states that were found in the table
  /// States that were evicted, or not stored because none could be evicted.
  std::uint64_t evicted = 0;
  std::uint64_t parts = 0;       ///< how often a state fell into independent parts
  std::size_t memory_bytes = 0;  ///< upper limit of the search's own data

  [[nodiscard]] bool complete() const noexcept { return status == Status::exhausted; }
};

/// Why a memoised count refuses this problem, in words; empty if it takes the problem. It refuses
/// multiplicities, and problems whose tables would be large: they grow with the square of the
/// options.
[[nodiscard]] std::string_view memo_objection(const Problem& problem);

/// Bytes that a memoised count holds besides its table, about. For problems without an objection.
[[nodiscard]] std::size_t memo_bytes(const Problem& problem);

/// Counts solutions depth first, on the first of the items with the fewest options, and remembers
/// the count of each state, which is the rest left to be covered. A state that is reached again is
/// not searched again. Where options leave a narrow front of states, as with dominoes, this takes
/// time in proportion to the states, however many solutions there are; elsewhere it is a slow
/// search. The weights of options are read from the tally, which does not change. It can pause at
/// any node and continue.
///
/// The memory limit is for the table, also while it moves to a larger one. When it is used up, the
/// states that are cheapest to find again make room; the count stays exact. `split_components`:
/// where a state falls into independent parts, each part is counted by itself.
class Memo {
 public:
  Memo() = default;
  Memo(const Memo&) = delete;
  Memo& operator=(const Memo&) = delete;
  virtual ~Memo() = default;

  /// Continues to the end or to a limit.
  virtual Status run() = 0;
  /// Limits of nodes for all runs together; of time from the next run.
  virtual void set_limits(const search::Limits& limits) = 0;
  /// A new upper limit in bytes for the table. A table that is larger keeps its size.
  virtual void set_memory_limit(std::size_t bytes) = 0;
  /// Until run() has returned exhausted, `solutions` is a lower bound.
  [[nodiscard]] virtual MemoResult result() const = 0;
  /// The part of the search tree that has been searched, from 0 to 1: see Progress::share.
  [[nodiscard]] virtual double share() const = 0;
  [[nodiscard]] virtual std::uint64_t nodes() const = 0;       ///< nodes so far
  [[nodiscard]] virtual std::size_t memory_bytes() const = 0;  ///< upper limit so far
};

/// Copies the weights and the parts of the problem that it needs. Throws std::invalid_argument
/// where there is an objection, or if there are weights but not one an option; std::bad_alloc if
/// the options do not fit in memory. A table that cannot grow for lack of memory keeps its size.
/// Returns null if the deadline is reached before the count is prepared.
[[nodiscard]] std::unique_ptr<Memo> make_memo(const Problem& problem, const Tally& weights_of = {},
                                              const TableOptions& options = {},
                                              bool split_components = true,
                                              const search::Deadline& deadline = {});

}  // namespace dlx::tables
