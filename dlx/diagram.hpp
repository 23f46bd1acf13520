#pragma once

#include "dlx/core/problem.hpp"
#include "dlx/tables/zdd.hpp"

namespace dlx {

/// The decision diagram of all solutions, by whichever ends first: a sweep, as in Zdd::build(), or
/// a search that lists the solutions. Their diagrams differ in the order of nodes only. Which of
/// them ends first depends on the work that they do, not on a clock. It takes at most four times as
/// long as the quicker one by itself, at one pace of nodes and states.
///
/// A limit on nodes is one for the states that are looked at and one for the nodes of the search.
/// The sweep has seven eighths of the memory and the list one as long as both are tried.
[[nodiscard]] tables::ZddResult make_diagram(const Problem& problem,
                                             const tables::TableOptions& options = {});

}  // namespace dlx
