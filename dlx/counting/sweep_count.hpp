#pragma once

#include <cstddef>
#include <cstdint>

#include "dlx/core/natural.hpp"
#include "dlx/core/residue.hpp"
#include "dlx/core/tally.hpp"
#include "dlx/counting/sweep_plan.hpp"
#include "dlx/counting/table_options.hpp"
#include "dlx/search/status.hpp"

namespace dlx {

struct SweepResult {
  Natural solutions;    ///< 0 unless exhausted: a sweep knows nothing before its end
  Residue fingerprint;  ///< if the tally has weights
  Status status = Status::running;
  std::uint64_t states = 0;       ///< over all steps
  std::uint64_t most_states = 0;  ///< of a step
  std::size_t memory_bytes = 0;   ///< of the tables at their largest
};

/// Counts solutions by sweeping over the items in the order of the plan, with a table of states and
/// in how many ways each is reached; two tables are in memory. Exact: keys are compared whole, and
/// numbers grow as they must. `weights` is looked at for its weights only.
[[nodiscard]] SweepResult count_by_sweep(const SweepPlan& plan, const Tally& weights,
                                         const TableOptions& options = {});

}  // namespace dlx
