#pragma once

#include <cstddef>

#include "dlx/search/control.hpp"
#include "dlx/search/jobs.hpp"
#include "dlx/search/trace.hpp"
#include "dlx/tables/scratch.hpp"

namespace dlx::tables {

/// Options of the counting methods that use tables of states: searches with memoisation, sweeps and
/// decision diagrams.
struct TableOptions {
  /// In a sweep or a diagram the limit on nodes is a limit on states read. The limit on solutions
  /// is not used, because these methods do not find solutions one by one.
  search::Control control = {};
  std::size_t memory_limit = std::size_t{1} << 30;  ///< maximum number of bytes of all tables
  search::Jobs jobs = {};  ///< the threads of a sweep; they influence the time, but not the tables
  /// Whether a sweep compresses all its tables, even if there is enough memory. Compression saves
  /// memory but takes time.
  bool packed = false;
  /// Whether a sweep always uses dense tables, which store a number for every possible state, even
  /// if few states are reached.
  bool dense = false;
  /// Whether a sweep keeps each table until the next table is complete, so that the sweep can be
  /// saved at any time. If can_be_saved is false, a sweep with one thread frees each piece of a
  /// table once it is read.
  bool can_be_saved = true;
  /// Makes storage outside memory, such as a file, for compressed tables that exceed the memory
  /// limit. If make_scratch is empty, all tables must be in memory.
  MakeScratch make_scratch = {};
  /// Receives the certificate of a search with memoisation. The certificates of sweeps and diagrams
  /// contain only an order of items.
  search::Trace* trace = nullptr;
};

}  // namespace dlx::tables
