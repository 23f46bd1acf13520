#pragma once

#include <string_view>

namespace dlx {

/// Why a search is not going on. Only `exhausted` makes a count exact or an absence proven.
enum class Status {
  running,         ///< a solution is at hand, or next() has not been called
  exhausted,       ///< every solution has been reported
  solution_limit,  ///< as many solutions as were asked for
  node_limit,
  time_limit,
  memory_limit,
  stopped,  ///< the stop flag was raised
};

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
