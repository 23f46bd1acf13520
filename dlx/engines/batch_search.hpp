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

/// Searches one problem many times, each time with other options given: a hundred thousand sudokus
/// are one empty board with different clues. A search needs no set-up and no memory of its own, and
/// gives up if it is not short. It supports colours, and ignores costs.
class BatchSearch {
 public:
  /// Why it refuses a problem; empty: it takes the problem.
  [[nodiscard]] static std::string_view objection(const Problem& problem);

  /// Bytes of the largest table for a problem. To fill a megabyte takes one or two milliseconds.
  [[nodiscard]] static std::size_t table_bytes(const Problem& problem);

  /// Makes the tables; the problem need not outlive them. Throws std::invalid_argument if there is
  /// an objection, or if this processor lacks the vectors.
  explicit BatchSearch(const Problem& problem, search::VectorKind vectors = search::best_vectors());
  ~BatchSearch();
  /// A moved-from object can only be destroyed or assigned to.
  /// @{
  BatchSearch(BatchSearch&&) noexcept;
  BatchSearch& operator=(BatchSearch&&) noexcept;
  /// @}

  /// Counts the solutions that have the given options, up to `most`, which is at least 1. Returns
  /// false if it gives up: after `most_nodes` branches, or if very many are open. The answer
  /// depends on the options only. Throws std::invalid_argument if an option does not exist.
  [[nodiscard]] bool run(std::span<const OptionId> given, std::uint64_t most,
                         std::uint64_t most_nodes);

  /// How many solutions the last run found.
  [[nodiscard]] std::uint64_t found() const noexcept { return found_; }
  /// Whether these are all.
  [[nodiscard]] bool complete() const noexcept { return complete_; }
  /// The first solution, if one was found, in the order the options were chosen.
  [[nodiscard]] std::span<const OptionId> solution() const noexcept { return solution_; }
  /// Branches that the last run tried.
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
