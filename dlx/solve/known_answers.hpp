#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "dlx/core/assumption.hpp"
#include "dlx/core/ids.hpp"

namespace dlx::solve {

/// Stores solutions of a problem, and sets of assumptions that exclude all solutions. Many
/// questions are answered by the solutions of earlier questions.
class KnownAnswers {
 public:
  /// `options`: the number of options of the problem.
  explicit KnownAnswers(std::uint32_t options);

  /// A solution for which all assumptions hold; null: none is known.
  [[nodiscard]] const std::vector<OptionId>* solution(
      std::span<const Assumption> assumptions) const;
  /// A subset of these assumptions that excludes all solutions; null: none is known.
  [[nodiscard]] const std::vector<Assumption>* core(std::span<const Assumption> assumptions) const;

  /// Stores a solution. If the limit is reached, the new solution replaces the oldest one.
  void add_solution(std::span<const OptionId> solution);
  /// Stores assumptions that exclude all solutions, unless there are many of them.
  void add_core(std::span<const Assumption> core);

 private:
  // A bit for each of 64 solutions, which is 1 if the solution has a certain option.
  using Word = std::uint64_t;

  std::uint32_t options_;
  std::size_t most_;                              // limit on stored solutions
  std::vector<std::vector<OptionId>> solutions_;  // the oldest are replaced first
  // Index of the oldest solution, once the list is full.
  std::size_t oldest_ = 0;
  std::vector<std::vector<Word>> members_;  // [solution / 64][option]
  std::vector<std::vector<Assumption>> cores_;
  std::unordered_map<std::uint64_t, std::vector<std::size_t>>
      cores_of_;  // numbers of cores by their first assumption
  bool has_empty_core_ = false;
};

}  // namespace dlx::solve
