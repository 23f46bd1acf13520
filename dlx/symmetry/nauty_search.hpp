#pragma once

#include <cstdint>
#include <exception>
#include <vector>

#include "dlx/core/natural.hpp"
#include "dlx/symmetry/automorphisms.hpp"
#include "dlx/symmetry/problem_graph.hpp"

namespace dlx::symmetry {

/// The automorphisms that a search by nauty found.
struct Found {
  bool complete = true;
  std::vector<MatrixPermutation> generators;
  Natural order = 1;
  std::vector<int> orbits;  // for each vertex of the graph: the first vertex of its orbit
  std::uint64_t work = 0;   // the number of vertices and neighbours that were visited
  // An exception thrown by a callback; it is stored, because no exception may pass through nauty.
  std::exception_ptr thrown;
};

/// The canonical form of a graph that nauty computes.
struct Labelling {
  std::vector<int> vertices;  ///< the vertices of the graph, in canonical order
  std::uint64_t hash = 0;     ///< the hash of the graph in canonical order
};

/// Searches for the automorphisms that satisfy the conditions in `options`. Also computes a
/// canonical form of the graph, unless `labelling` is null.
[[nodiscard]] Found search_by_nauty(const ProblemGraph& graph, const AutomorphismOptions& options,
                                    Labelling* labelling);

}  // namespace dlx::symmetry
