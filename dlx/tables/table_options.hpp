#pragma once

#include <cstddef>

#include "dlx/search/control.hpp"
#include "dlx/search/jobs.hpp"
#include "dlx/search/trace.hpp"
#include "dlx/tables/scratch.hpp"

namespace dlx::tables {

/// Limits and watchers of a count by tables of states.
struct TableOptions {
  /// In a sweep or a diagram its limit on nodes is a limit on states read. Its limit on solutions
  /// is not used: tables do not meet solutions one by one.
  search::Control control = {};
  std::size_t memory_limit = std::size_t{1} << 30;  ///< bytes of the tables
  search::Jobs jobs = {};  ///< threads of a sweep, whose tables do not depend on their number
  /// A sweep packs all its tables, which saves memory and costs time, even where memory is not
  /// short.
  bool packed = false;
  /// A sweep stores numbers for all possible states, even where few are reached.
  bool dense = false;
  /// A sweep keeps each table whole until the next one is, so that it can be saved at any moment.
  /// Otherwise one thread frees the pieces that it has read.
  bool can_be_saved = true;
  /// Makes room for packed tables beyond the limit on memory; nothing: there is none.
  MakeScratch make_scratch = {};
  /// Records the steps of a memoised count. The other methods are recorded as an order of items.
  search::Trace* trace = nullptr;
};

}  // namespace dlx::tables
