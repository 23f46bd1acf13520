#pragma once

#include <cstdint>
#include <exception>
#include <vector>

#include "dlx/core/natural.hpp"
#include "dlx/symmetry/automorphisms.hpp"
#include "dlx/symmetry/problem_graph.hpp"

namespace dlx::symmetry {

/// The result of a search by nauty.
struct Found {
  bool complete = true;
  std::vector<MatrixPermutation> generators;
  Natural order = 1;
  std::exception_ptr thrown;  // stored by a callback, because no exception may pass through nauty
};

/// nauty's canonical form of a graph.
struct Labelling {
  std::vector<int> vertices;  ///< the vertices in canonical order
  std::uint64_t hash = 0;     ///< hash of the graph in this order
};

/// Searches for the automorphisms that `options` ask for. Also finds a labelling, unless
/// `labelling` is null.
[[nodiscard]] Found search_by_nauty(const ProblemGraph& graph, const AutomorphismOptions& options,
                                    Labelling* labelling);

}  // namespace dlx::symmetry
