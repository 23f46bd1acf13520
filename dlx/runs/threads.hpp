#pragma once

#include <cstdint>
#include <optional>

#include "dlx/counting/options.hpp"

namespace dlx::runs {

/// How many threads this machine runs at once.
[[nodiscard]] unsigned all_cores();

/// How many threads, and what each takes at a time.
struct ThreadOptions {
  unsigned threads = all_cores();                ///< at least 1
  std::optional<std::uint64_t> unit_nodes = {};  ///< nodes of a unit of work; nothing: by time
};

/// For CountOptions::long_search: long searches of the count continue in several threads. With one
/// thread, as if nothing were given.
[[nodiscard]] counting::LongSearch in_threads(const ThreadOptions& threads = {});

}  // namespace dlx::runs
