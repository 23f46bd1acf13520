#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "reductions/apart/disassembly.hpp"

/// What the searches with and without turns note about parts of an assembly.
namespace dlx::apart {

/// How a part falls in two. The stage names the nodes of its parts, not their stages.
struct Node {
  Stage stage;                            ///< its slides or turns, and what is left
  std::vector<std::uint32_t> level = {};  ///< of the part, where levels are compared
};

/// What is known of a part.
struct Finding {
  Verdict verdict = Verdict::undecided;  ///< whether it comes apart
  std::optional<std::size_t> node = {};  ///< how, if it does; empty: it is done as it is
};

/// Whether a part need not be separated: it is one piece, or all its pieces are in one group.
/// `groups`: of each piece of the assembly, 0 for none; or empty.
[[nodiscard]] bool is_done(std::span<const std::uint32_t> pieces,
                           std::span<const std::uint32_t> groups);

/// Throws std::invalid_argument unless there is a group for each piece, or none.
void check_groups(std::size_t pieces, std::span<const std::uint32_t> groups);

/// Appends the stages of a node and of those below it in pre-order; returns the position of the
/// first.
std::size_t add_stages(std::span<const Node> nodes, std::size_t number, std::vector<Stage>& stages);

}  // namespace dlx::apart
