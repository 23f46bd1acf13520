#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace dlx {

/// Why a search is not going on. Only `exhausted` makes a count exact or an absence proven.
enum class Status {
  running,         ///< a solution is at hand, or next() has not been called
  exhausted,       ///< every solution has been reported
  solution_limit,  ///< as many solutions as were asked for
  node_limit,      ///< as many nodes as were allowed
  time_limit,      ///< as much time as was allowed
  memory_limit,    ///< what must be kept needs more memory than was allowed
  stopped,         ///< the stop flag was raised
};

/// The name of the enumerator.
[[nodiscard]] constexpr std::string_view to_string(Status status) noexcept {
  constexpr std::array<std::string_view, 7> names = {"running",    "exhausted",  "solution_limit",
                                                     "node_limit", "time_limit", "memory_limit",
                                                     "stopped"};
  return names[static_cast<std::size_t>(status)];
}

}  // namespace dlx
