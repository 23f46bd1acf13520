#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "apps/run/report.hpp"
#include "apps/run/search_task.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/preprocess/reduced_problem.hpp"
#include "dlx/runs/workers.hpp"
#include "dlx/search/options.hpp"
#include "dlx/symmetry/first_choices.hpp"

/// What a saved run searches, and what becomes of the solutions that its units visit.
namespace dlx::app {

struct OtherSearch;  // checkpoint.hpp

/// The problem that a saved run searches. Up to symmetry one item is restricted, rather than as
/// many searches made as there are first choices: a run is one search, and its parts are its units.
/// Where a certificate is wanted, the problem is searched whole: a certificate of classes has a
/// count of all solutions.
struct Searched {
  Searched(const SearchTask& task, bool preprocess, const std::atomic<bool>* stop);
  Searched(const Searched&) = delete;
  Searched& operator=(const Searched&) = delete;

  std::optional<symmetry::Restriction> restriction;
  std::optional<preprocess::ReducedProblem> reduced;
  std::function<bool(std::span<const OptionId>)> is_representative;
};

/// What is searched, and how.
struct SavedSearch {
  const Problem& problem;
  const preprocess::ReducedProblem*
      reduced;  ///< made `problem` of the task's; null: nothing was removed
  runs::MakeSolver make_solver;
  search::SearchOptions options;  ///< with the limits of the run
  std::function<Faults()> make_faults;
  std::function<bool(std::span<const OptionId>)> is_representative;
  bool is_covers = false;  ///< solutions are exact covers, which a Counter can count
  const OtherSearch* other_search = nullptr;
};

/// Writes the solutions of a unit to a file, or only counts those that are wanted.
[[nodiscard]] std::unique_ptr<runs::SolutionSink> unit_sink(const SearchTask& task,
                                                            const SavedSearch& search,
                                                            std::uint64_t unit);

/// Whether a certificate of classes is wanted, which has a count of all solutions.
[[nodiscard]] bool certifies_classes(const SearchTask& task);

}  // namespace dlx::app
