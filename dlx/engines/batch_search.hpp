#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/search/vectors.hpp"

namespace dlx::engines {

/// Searches one problem many times, each time with a different set of given options. For example, a
/// hundred thousand sudokus are one empty board with different clues. When a search starts, no
/// tables are made and no memory is allocated. A search that turns out to be long gives up (see
/// run()). BatchSearch supports colours and ignores costs.
class BatchSearch {
 public:
  /// The reason why BatchSearch refuses a problem; empty if BatchSearch accepts the problem.
  [[nodiscard]] static std::string_view objection(const Problem& problem);

  /// The size in bytes of the largest table that is needed for a problem. Filling a megabyte of
  /// tables takes one or two milliseconds.
  [[nodiscard]] static std::size_t table_bytes(const Problem& problem);

  /// Makes the tables for a problem. The problem need not outlive the tables. Throws
  /// std::invalid_argument if objection() is not empty, or if this processor does not support the
  /// vector instructions `vectors`.
  explicit BatchSearch(const Problem& problem, search::VectorKind vectors = search::best_vectors());
  ~BatchSearch();
  /// A BatchSearch that has been moved from can only be destroyed or assigned to.
  /// @{
  BatchSearch(BatchSearch&&) noexcept;
  BatchSearch& operator=(BatchSearch&&) noexcept;
  /// @}

  /// Counts the solutions that contain the given options, up to `most`, which is at least 1.
  /// Returns false if the search gives up: after `most_nodes` branches, or if about 128 branches
  /// are open at the same time. The result of run() depends on its arguments only. Throws
  /// std::invalid_argument if an option does not exist.
  [[nodiscard]] bool run(std::span<const OptionId> given, std::uint64_t most,
                         std::uint64_t most_nodes);

  /// The number of solutions that the last run found.
  [[nodiscard]] std::uint64_t found() const noexcept { return found_; }
  /// Whether the last run found all solutions that contain the given options.
  [[nodiscard]] bool complete() const noexcept { return complete_; }
  /// The first solution of the last run, in the order in which its options were chosen. The list is
  /// empty if the last run found no solution.
  [[nodiscard]] std::span<const OptionId> solution() const noexcept { return solution_; }
  /// The number of branches that the last run tried.
  [[nodiscard]] std::uint64_t nodes() const noexcept;

 private:
  struct Tables;

  void begin(std::span<const OptionId> given);

  std::unique_ptr<Tables> tables_;
  std::vector<OptionId> solution_;
  std::uint64_t found_ = 0;
  bool complete_ = false;
};

}  // namespace dlx::engines
