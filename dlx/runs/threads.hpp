#pragma once

#include <cstdint>
#include <optional>

#include "dlx/counting/options.hpp"
#include "dlx/options.hpp"

namespace dlx::runs {

/// How many threads this machine runs at once.
[[nodiscard]] unsigned all_cores();

/// How many threads, and what each takes at a time.
struct ThreadOptions {
  unsigned threads = all_cores();                ///< at least 1
  std::optional<std::uint64_t> unit_nodes = {};  ///< nodes of a unit of work; nothing: by time
};

/// For CountOptions::threads, which a number of threads suffices for unless units of work are of a
/// given size.
[[nodiscard]] counting::Threads in_threads(const ThreadOptions& threads = {});

/// The number of threads that options ask for, at least 1.
[[nodiscard]] unsigned threads_of(const Options& options);

/// The options of a count that these ask for, with threads and scratch file. `search`:
/// search::search_options() of the same options, perhaps with a stop flag and progress. A named
/// engine, branching rule or order means the method search, unless a method is named.
[[nodiscard]] counting::CountOptions count_options(const Options& options,
                                                   search::SearchOptions search);

}  // namespace dlx::runs
