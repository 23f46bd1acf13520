#pragma once

#include <string>

#include "dlx/core/problem.hpp"
#include "dlx/link_record.hpp"

namespace dlx {

/// Throws std::invalid_argument for problems whose search is too large to follow: with more than
/// 300 items or 500 options.
void require_followable(const Problem& problem);

/// A problem and its search by two rules, as JSON, "dlx-tree/1" (viewer/learn/README.md): for the
/// page of `dlx explain --html`. `minimum` and `first` are named after their rules. `title` is the
/// title of the page. `board` is the JSON of its member "board"; empty: the page has no board.
[[nodiscard]] std::string search_as_json(const Problem& problem, const LinkRecord& minimum,
                                         const LinkRecord& first, const std::string& title,
                                         const std::string& board = {});

}  // namespace dlx
