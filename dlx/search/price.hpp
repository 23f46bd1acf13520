#pragma once

#include "dlx/core/ids.hpp"
#include "dlx/names.hpp"
#include "dlx/search/statistics.hpp"

namespace dlx::search {

/// The estimated times of the steps of a search, in nominal seconds. The values were measured on
/// one machine.
struct Price {
  double node;    ///< the nominal seconds that each node takes
  double update;  ///< the nominal seconds that each update takes
  /// The additional nominal seconds for each of the first n nodes, where n is the number of primary
  /// items.
  double first_node;
};
/// The estimated times of the steps of an engine on a problem. `engine` must not be `automatic`.
[[nodiscard]] Price price_of(EngineKind engine, const Problem& problem);

/// The estimated time in nominal seconds of a search by this engine, computed from its statistics.
[[nodiscard]] double nominal_seconds(EngineKind engine, const Problem& problem,
                                     const Statistics& done);

}  // namespace dlx::search
