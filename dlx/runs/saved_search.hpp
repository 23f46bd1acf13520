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

/// The problem that the units of work of a saved run search. If one solution of each symmetry class
/// is wanted, the options of one item are restricted to its first choices: one option for each
/// class of the item's options. There is no separate search for each first choice, because a run is
/// a single search, which is divided into units.
struct SearchedProblem {
  /// If `group` is given, one solution of each class under this group is wanted; if it is null, all
  /// solutions are wanted. If `with_steps` is set, the reduction is recorded for a certificate. The
  /// result must not be used if the stop flag of the options was set meanwhile.
  SearchedProblem(const Problem& problem, const OptionSymmetries* group, const Options& options,
                  const RunOptions& task, bool with_steps);
  SearchedProblem(const SearchedProblem&) = delete;
  SearchedProblem& operator=(const SearchedProblem&) = delete;

  std::optional<symmetry::Restriction> restriction = {};
  std::optional<preprocess::ReducedProblem> reduced = {};
  /// Selects the solutions that are wanted; if this function is empty, all solutions are wanted.
  std::function<bool(std::span<const OptionId>)> is_representative;
};

/// The problem against which solutions of a run are verified, and the folder of their files.
struct SolutionTarget {
  const Problem& problem;
  /// The path problem, if solutions are walks (covers whose options form a path); null if solutions
  /// are any covers.
  const PathProblem* walks;
  const SearchedProblem& searched;  ///< the problem that units of work search
  const std::optional<ListFiles>& list;
  std::string folder;  ///< path of the folder with the files of solutions
};

/// The path of the file with the solutions of a unit of work.
[[nodiscard]] std::string solutions_file(const SolutionTarget& target, std::uint64_t unit);
/// Makes an object that verifies the solutions of a unit of work and writes them to the unit's
/// file. If solutions are not listed, the object only counts the wanted solutions. Throws
/// std::logic_error for a set of options that is not a solution.
[[nodiscard]] std::unique_ptr<SolutionSink> unit_sink(const SolutionTarget& target,
                                                      std::uint64_t unit);

}  // namespace dlx::runs
