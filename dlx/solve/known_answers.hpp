#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "dlx/core/assumption.hpp"
#include "dlx/core/ids.hpp"

namespace dlx::solve {

/// Stores the answers to earlier questions about a problem: solutions, and sets of assumptions that
/// exclude all solutions. A question asks for a solution for which certain assumptions hold, and an
/// assumption says that an option is chosen, or that it is not chosen. For example, a stored
/// solution answers every question whose assumptions hold for it.
class KnownAnswers {
 public:
  /// Constructs an empty store. `options` is the number of options of the problem.
  explicit KnownAnswers(std::uint32_t options);

  /// A stored solution for which all assumptions hold; null if no such solution is known.
  [[nodiscard]] const std::vector<OptionId>* solution(
      std::span<const Assumption> assumptions) const;
  /// A stored subset of these assumptions that excludes all solutions; null if no such subset is
  /// known.
  [[nodiscard]] const std::vector<Assumption>* core(std::span<const Assumption> assumptions) const;

  /// Stores a solution. If the maximum number of solutions is stored, the new solution replaces the
  /// oldest.
  void add_solution(std::span<const OptionId> solution);
  /// Stores a set of assumptions that excludes all solutions, unless the set is large or many sets
  /// are stored.
  void add_core(std::span<const Assumption> core);

 private:
  // One bit for each of 64 stored solutions: 1 if the solution contains a certain option.
  using Word = std::uint64_t;

  std::uint32_t options_;
  std::size_t most_;  // the maximum number of stored solutions
  // The stored solutions; if the list is full, a new solution replaces the oldest.
  std::vector<std::vector<OptionId>> solutions_;
  // The index of the oldest stored solution, once the list is full.
  std::size_t oldest_ = 0;
  // For each block of 64 solutions and each option: a word with a bit for each solution.
  std::vector<std::vector<Word>> members_;
  std::vector<std::vector<Assumption>> cores_;
  // For each assumption: the numbers of the cores whose first assumption it is.
  std::unordered_map<std::uint64_t, std::vector<std::size_t>> cores_of_;
  bool has_empty_core_ = false;
};

}  // namespace dlx::solve
