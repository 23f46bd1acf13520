#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>

#include "dlx/search/options.hpp"
#include "dlx/search/progress.hpp"

namespace dlx {

/// What bounds and watches a count by tables of states.
struct TableOptions {
  /// `nodes`: of a sweep or a diagram, states looked at. `solutions` is not for these: they are not
  /// met one by one.
  Limits limits = {};
  std::size_t memory_limit = std::size_t{1} << 30;  ///< bytes of the tables
  /// As in SearchOptions.
  const std::atomic<bool>* stop = nullptr;
  ProgressCallback on_progress = {};                                     ///< as in SearchOptions
  std::chrono::nanoseconds progress_interval = std::chrono::seconds(1);  ///< as in SearchOptions
  /// Where count_by_memo records its steps. The other methods are recorded as an order of items.
  Trace* trace = nullptr;
};

/// The limits and callbacks of a search, and so much memory.
[[nodiscard]] inline TableOptions table_options(const SearchOptions& search,
                                                std::size_t memory_limit) {
  return {.limits = search.limits,
          .memory_limit = memory_limit,
          .stop = search.stop,
          .on_progress = search.on_progress,
          .progress_interval = search.progress_interval};
}

/// The other way round: what a Budget looks at.
[[nodiscard]] inline SearchOptions search_options(const TableOptions& options) {
  SearchOptions search;
  search.limits = options.limits;
  search.stop = options.stop;
  search.on_progress = options.on_progress;
  search.progress_interval = options.progress_interval;
  return search;
}

}  // namespace dlx
