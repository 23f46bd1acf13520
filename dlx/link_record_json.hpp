#pragma once

#include <string>

#include "dlx/core/problem.hpp"
#include "dlx/link_record.hpp"

namespace dlx {

/// Throws std::invalid_argument for problems with more than 300 items or 500 options, because a
/// reader cannot follow such a large search.
void require_followable(const Problem& problem);

/// Writes a problem and two searches of it as JSON for the page of `dlx explain --html`. The format
/// is "dlx-tree/1" (viewer/learn/README.md). `minimum` is the record of the search by
/// BranchingRule::minimum_remaining, and `first` the record of the search by
/// BranchingRule::first_active. `title` is the title of the page. `board` is the JSON of the member
/// "board" of the result; if it is empty, the page has no board.
[[nodiscard]] std::string search_as_json(const Problem& problem, const LinkRecord& minimum,
                                         const LinkRecord& first, const std::string& title,
                                         const std::string& board = {});

}  // namespace dlx
