#pragma once

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
  switch (status) {
    case Status::running:
      return "running";
    case Status::exhausted:
      return "exhausted";
    case Status::solution_limit:
      return "solution_limit";
    case Status::node_limit:
      return "node_limit";
    case Status::time_limit:
      return "time_limit";
    case Status::memory_limit:
      return "memory_limit";
    case Status::stopped:
      return "stopped";
  }
  return "";
}

}  // namespace dlx
