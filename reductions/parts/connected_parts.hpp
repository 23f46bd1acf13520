#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "dlx/core/natural.hpp"
#include "dlx/names.hpp"
#include "reductions/parts/graph.hpp"

namespace dlx::parts {

/// The conditions on the parts.
struct Wanted {
  std::optional<std::uint32_t> parts = {};  ///< number of parts; empty if any number is allowed
  std::uint64_t least = 1;                  ///< least sum of the weights in a part
  /// Greatest sum of the weights in a part.
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
};

/// Limits of a count, and a function that is called while it runs.
struct Limits {
  std::size_t memory = std::size_t{2} << 30;  ///< limit on the bytes of the tables
  /// Called from time to time with the number of states so far. The count ends if the result is not
  /// `running`.
  std::function<Status(std::uint64_t states)> status = {};
};

/// The result of a count.
struct Counted {
  Natural partitions;  ///< number of partitions; valid only if the status is `exhausted`
  /// Why the count ended: exhausted, memory_limit, or the result of Limits::status.
  Status status = Status::running;
  std::uint64_t states = 0;       ///< number of states, summed over all steps
  std::uint64_t most_states = 0;  ///< greatest number of states after a step
  std::size_t memory_bytes = 0;   ///< greatest number of bytes of the tables
};

/// Counts the partitions of all vertices into connected parts. Vertices are processed in the best
/// order that was found. Throws std::invalid_argument for more than most_vertices vertices and for
/// a vertex of weight 0. Also throws std::invalid_argument for an edge to a vertex that does not
/// exist or to itself. Also throws std::invalid_argument if, at some place of the order, more than
/// 30 vertices before the place have neighbours after the place.
[[nodiscard]] Counted count(const Graph& graph, const Wanted& wanted, const Limits& limits = {});

/// A partition: for each vertex, the number of its part. Parts are numbered from 0 in the order of
/// their first vertices.
using Partition = std::vector<std::uint32_t>;

/// A count, and partitions that were drawn at random.
struct Drawn {
  Counted counted;  ///< the count; its status is not `exhausted` if a limit ended the draw
  /// The partitions drawn; none if the count is 0 or incomplete.
  std::vector<Partition> partitions;
};

/// Counts the partitions, and draws `number` of them. Each partition is drawn with the same
/// probability, and may be drawn more than once. The same seed draws the same partitions. The
/// tables of all steps must fit in memory together. Throws the exceptions of count().
[[nodiscard]] Drawn draw(const Graph& graph, const Wanted& wanted, std::size_t number,
                         std::uint64_t seed, const Limits& limits = {});

}  // namespace dlx::parts
