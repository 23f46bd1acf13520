#pragma once

#include "dlx/core/problem.hpp"
#include "dlx/names.hpp"
#include "dlx/search/statistics.hpp"

namespace dlx::search {

/// The work of a search in nominal seconds: times that were measured on one machine.
struct Price {
  double node;        ///< seconds of a node
  double update;      ///< seconds of an update
  double first_node;  ///< seconds that the first nodes take longer, one for each primary item
};
/// `engine` is not `automatic`.
[[nodiscard]] Price price_of(EngineKind engine, const Problem& problem);

/// The nominal seconds of a search with these statistics.
[[nodiscard]] double nominal_seconds(EngineKind engine, const Problem& problem,
                                     const Statistics& done);

}  // namespace dlx::search
