#pragma once

#include <string>

#include "dlx/core/problem.hpp"
#include "dlx/runs/ledger.hpp"
#include "dlx/search/options.hpp"

/// Facts about a run that its file holds, whichever program makes the run.
namespace dlx::runs {

/// The fact that holds Problem::dropped_numbers(), blanks between them, because the text of the
/// problem does not. Only a run that lists solutions has it, and only if there are any.
inline constexpr const char* dropped_options_fact = "list of dropped options";

/// What is searched, and how. `searched`: what is left of the problem; `search`: its engine is
/// fixed.
[[nodiscard]] RunFacts search_facts(const Problem& problem, const Problem& searched,
                                    const search::SearchOptions& search);
/// Throws CheckpointError if the facts found in a file are of another run.
void compare_facts(const std::string& file, const RunFacts& wanted, const RunFacts& found);

}  // namespace dlx::runs
