#pragma once

#include "dlx/core/problem.hpp"
#include "dlx/names.hpp"
#include "dlx/search/statistics.hpp"

namespace dlx::search {

/// How long the steps of a search take, in nominal seconds. The values were measured on one
/// machine.
struct Price {
  double node;    ///< seconds for each node
  double update;  ///< seconds for each update
  /// Additional seconds for each of the first n nodes, where n is the number of primary items.
  double first_node;
};
/// `engine` must not be `automatic`.
[[nodiscard]] Price price_of(EngineKind engine, const Problem& problem);

/// The nominal seconds that a search with these statistics has taken.
[[nodiscard]] double nominal_seconds(EngineKind engine, const Problem& problem,
                                     const Statistics& done);

}  // namespace dlx::search
