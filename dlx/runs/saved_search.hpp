#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "dlx/core/path_problem.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/core/symmetry.hpp"
#include "dlx/preprocess/reduced_problem.hpp"
#include "dlx/runs/saved_run.hpp"
#include "dlx/runs/workers.hpp"
#include "dlx/symmetry/first_choices.hpp"

namespace dlx::runs {

/// The problem that the units of a saved run search. For one solution of each class, one item is
/// restricted to its first choices. A search for each first choice is not made, because a run is
/// one search whose parts are units.
struct SearchedProblem {
  /// `group`: only one solution of each of its classes is wanted; null: not. `with_steps`: the
  /// reduction is recorded for a certificate. Once `stop` is set the result must not be used.
  SearchedProblem(const Problem& problem, const OptionSymmetries* group, const Options& options,
                  const RunOptions& task, bool with_steps);
  SearchedProblem(const SearchedProblem&) = delete;
  SearchedProblem& operator=(const SearchedProblem&) = delete;

  std::optional<symmetry::Restriction> restriction = {};
  std::optional<preprocess::ReducedProblem> reduced = {};
  /// Selects the solutions that are wanted; empty: all are.
  std::function<bool(std::span<const OptionId>)> is_representative;
};

/// The problem against which solutions of a run are verified, and the folder of their files.
struct SolutionTarget {
  const Problem& problem;
  const PathProblem* walks;         ///< null: solutions are covers
  const SearchedProblem& searched;  ///< the units visit its solutions
  const std::optional<ListFiles>& list;
  std::string folder;  ///< has the files
};

/// The file of the solutions of a unit.
[[nodiscard]] std::string solutions_file(const SolutionTarget& target, std::uint64_t unit);
/// Verifies the solutions of a unit and writes them to its file, or only counts those that are
/// wanted. Throws std::logic_error for a set of options that is not a solution.
[[nodiscard]] std::unique_ptr<SolutionSink> unit_sink(const SolutionTarget& target,
                                                      std::uint64_t unit);

}  // namespace dlx::runs
