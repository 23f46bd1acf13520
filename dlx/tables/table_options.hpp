#pragma once

#include <cstddef>

#include "dlx/search/control.hpp"
#include "dlx/search/jobs.hpp"
#include "dlx/search/trace.hpp"
#include "dlx/tables/scratch.hpp"

namespace dlx::tables {

/// Options of the counting methods that use tables of states. These methods are memoised counts,
/// sweeps and diagrams.
struct TableOptions {
  /// In a sweep or a diagram the limit on nodes is a limit on states read. The limit on solutions
  /// is not used, because these methods do not find solutions one by one.
  search::Control control = {};
  std::size_t memory_limit = std::size_t{1} << 30;  ///< maximum number of bytes of all tables
  search::Jobs jobs = {};  ///< threads of a sweep; the number of threads does not change the tables
  /// Whether a sweep compresses all its tables, even if there is enough memory. Compression saves
  /// memory and costs time.
  bool packed = false;
  /// Whether a sweep always uses dense tables, which store a number for every possible state, even
  /// if few states are reached.
  bool dense = false;
  /// Whether a sweep keeps each table until the next table is complete, so that the sweep can be
  /// saved at any time. If can_be_saved is false, a sweep with one thread frees the pieces of a
  /// table after reading them.
  bool can_be_saved = true;
  /// Makes storage outside memory for packed tables that exceed the limit on memory. If
  /// make_scratch is empty, all tables must be in memory.
  MakeScratch make_scratch = {};
  /// Records the steps of a memoised count for a certificate. The certificates of the other methods
  /// record only an order of items.
  search::Trace* trace = nullptr;
};

}  // namespace dlx::tables
