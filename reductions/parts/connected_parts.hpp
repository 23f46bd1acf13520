#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>

#include "dlx/core/natural.hpp"
#include "dlx/names.hpp"
#include "reductions/parts/graph.hpp"

namespace dlx::parts {

/// The parts that are wanted.
struct Wanted {
  std::optional<std::uint32_t> parts = {};  ///< how many; nothing: any number
  std::uint64_t least = 1;                  ///< least sum of the weights in a part
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();  ///< greatest sum
};

/// Limits of a count, and its observer.
struct Limits {
  std::size_t memory = std::size_t{2} << 30;  ///< bytes of the tables
  /// Asked now and then, with the number of states so far; ends the count unless it says `running`.
  std::function<Status(std::uint64_t states)> status = {};
};

/// A count, or why there is none.
struct Counted {
  Natural partitions;               ///< valid if exhausted
  Status status = Status::running;  ///< exhausted, memory_limit, or the result of Limits::status
  std::uint64_t states = 0;         ///< the sum over all steps
  std::uint64_t most_states = 0;    ///< largest number of a step
  std::size_t memory_bytes = 0;     ///< bytes of the tables at their largest
};

/// Counts the partitions of all vertices into connected parts. Throws std::invalid_argument for
/// more than most_vertices, for a vertex of weight 0, and for an edge to a vertex that does not
/// exist or to itself. Also throws it if more than 30 vertices have neighbours on both sides of a
/// place in the best order that was found.
[[nodiscard]] Counted count(const Graph& graph, const Wanted& wanted, const Limits& limits = {});

}  // namespace dlx::parts
