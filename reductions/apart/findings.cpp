#include "reductions/apart/findings.hpp"

#include <algorithm>
#include <stdexcept>

namespace dlx::apart {

bool is_done(std::span<const std::uint32_t> pieces, std::span<const std::uint32_t> groups) {
  if (pieces.size() < 2) return true;
  if (groups.empty()) return false;
  const std::uint32_t group = groups[pieces.front()];
  return group != 0 && std::all_of(pieces.begin(), pieces.end(),
                                   [&](std::uint32_t p) { return groups[p] == group; });
}

void check_groups(std::size_t pieces, std::span<const std::uint32_t> groups) {
  if (groups.empty() || groups.size() == pieces) return;
  throw std::invalid_argument("a group is wanted for each piece");
}

std::size_t add_stages(std::span<const Node> nodes, std::size_t number,
                       std::vector<Stage>& stages) {
  const std::size_t position = stages.size();
  const Stage& stage = nodes[number].stage;
  stages.push_back(stage);
  if (stage.staying) stages[position].staying = add_stages(nodes, *stage.staying, stages);
  if (stage.removed) stages[position].removed = add_stages(nodes, *stage.removed, stages);
  return position;
}

}  // namespace dlx::apart
