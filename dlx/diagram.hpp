#pragma once

#include "dlx/core/problem.hpp"
#include "dlx/tables/zdd.hpp"

namespace dlx {

/// Makes the decision diagram of all solutions. Three methods take turns until one of them ends: a
/// sweep as in Zdd::build(), a search that lists all solutions, and a search that lists one
/// solution of each class under symmetry and adds the images of each solution. The diagrams of the
/// three methods differ only in the order of their nodes. The length of a turn is measured in nodes
/// and states and not by a clock, so the same method always ends first. The call takes at most four
/// times as long as the fastest method alone, if nodes and states are processed at a constant rate.
///
/// A limit on nodes applies to the states that the sweep reads, and separately to the nodes of each
/// search. While the sweep runs or may still begin, each search may use an eighth of the memory,
/// and the sweep the rest.
[[nodiscard]] tables::ZddResult make_diagram(const Problem& problem,
                                             const tables::TableOptions& options = {});

}  // namespace dlx
