#pragma once

#include "dlx/core/problem.hpp"
#include "dlx/tables/zdd.hpp"

namespace dlx {

/// Makes the decision diagram of all solutions. Three methods take turns until one of them ends.
/// The first method is a sweep as in Zdd::build(). The second method is a search that lists all
/// solutions. The third method is a search that lists one solution of each class under the
/// symmetries of the problem, and adds the images of each solution. The diagrams of the three
/// methods differ only in the order of their nodes. Turns are measured by work and not by a clock,
/// so the same method always ends first. The call takes at most four times as long as the fastest
/// method alone, if nodes and states are processed at a constant rate.
///
/// A limit on nodes applies to the states that the sweep looks at, and separately to the nodes of
/// each search. While the sweep runs or may still begin, each search may use an eighth of the
/// memory, and the sweep the rest.
[[nodiscard]] tables::ZddResult make_diagram(const Problem& problem,
                                             const tables::TableOptions& options = {});

}  // namespace dlx
