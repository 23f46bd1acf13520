#pragma once

#include <cstdint>
#include <vector>

#include "dlx/certificate/conflicts.hpp"
#include "dlx/core/canonical_text.hpp"
#include "dlx/core/problem.hpp"

namespace dlx::certificate {

/// An exact cover as clauses, a variable an option: for each primary item, that some option has it;
/// for each pair of options that conflict, that one is not chosen. They are numbered from 1.
class ProblemClauses {
 public:
  /// Both outlive it. The problem has no multiplicities.
  ProblemClauses(const Problem& problem, const Conflicts& conflicts);

  /// How many there are.
  [[nodiscard]] std::uint64_t count() const noexcept;
  /// That some option has this primary item.
  [[nodiscard]] static std::uint64_t at_least(std::uint32_t item) { return item + 1ULL; }
  /// That these options, which conflict, are not both chosen.
  [[nodiscard]] std::uint64_t not_both(std::uint32_t a, std::uint32_t b) const;

  /// Writes them in DIMACS format, as the first of `clauses`; without comments, which not all
  /// checkers read.
  void write(std::uint64_t clauses, const TextSink& sink) const;

 private:
  const Problem& problem_;
  const Conflicts& conflicts_;
  std::vector<std::uint64_t> before_;  // pairs whose first option comes before each
};

}  // namespace dlx::certificate
