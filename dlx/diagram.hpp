#pragma once

#include "dlx/core/problem.hpp"
#include "dlx/tables/zdd.hpp"

namespace dlx {

/// The decision diagram of all solutions, by whichever ends first: a sweep, as Zdd::build() does
/// it, a search that lists the solutions, or one that lists a solution of each class under the
/// symmetries of the problem, with its images. Their diagrams differ in the order of nodes only.
/// Which of them ends first depends on the work that they do, not on a clock. It takes at most four
/// times as long as the quickest one by itself, at one pace of nodes and states.
///
/// A limit on nodes is one for the states that are looked at and one for the nodes of each search.
/// Each list has an eighth of the memory and the sweep the rest as long as the sweep is tried.
[[nodiscard]] tables::ZddResult make_diagram(const Problem& problem,
                                             const tables::TableOptions& options = {});

}  // namespace dlx
