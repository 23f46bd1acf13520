#include "reductions/apart/findings.hpp"

#include <algorithm>
#include <stdexcept>

#include "reductions/apart/slide_matrix.hpp"

namespace dlx::apart {

bool is_done(std::span<const std::uint32_t> pieces, std::span<const std::uint32_t> groups) {
  if (pieces.size() < 2) return true;
  if (groups.empty()) return false;
  const std::uint32_t group = groups[pieces.front()];
  return group != 0 && std::all_of(pieces.begin(), pieces.end(),
                                   [&](std::uint32_t p) { return groups[p] == group; });
}

namespace {

/// Appends the stages of a node (a separation into two parts) and of its descendants in pre-order.
/// Returns the position of the first appended stage.
std::size_t add_stages(std::span<const Node> nodes, std::size_t number,
                       std::vector<Stage>& stages) {
  const std::size_t position = stages.size();
  const Stage& stage = nodes[number].stage;
  stages.push_back(stage);
  if (stage.staying) stages[position].staying = add_stages(nodes, *stage.staying, stages);
  if (stage.removed) stages[position].removed = add_stages(nodes, *stage.removed, stages);
  return position;
}

}  // namespace

Disassembly Disassembler::Search::analyse(std::span<const lattice::Cells> pieces,
                                          std::span<const std::uint32_t> groups) {
  if (!groups.empty() && groups.size() != pieces.size()) {
    throw std::invalid_argument("a group is wanted for each piece");
  }
  Disassembly result;
  result.groups.assign(groups.begin(), groups.end());
  groups_ = result.groups;
  nodes_.clear();
  known_.clear();
  visited_ = since_check_ = 0;
  least_ = true;
  if (pieces.size() > most_pieces || !begin(pieces)) return result;
  if (pieces.size() < 2) {
    result.verdict = Verdict::comes_apart;
    return result;
  }
  const Finding finding = separate_all(pieces);
  result.verdict = finding.verdict;
  result.states = visited_;
  if (finding.verdict != Verdict::comes_apart) return result;
  add_stages(nodes_, *finding.node, result.stages);
  result.level = level_of(result.stages);
  result.least = least_ && (compares_ || result.level.size() == 1);
  return result;
}

}  // namespace dlx::apart
