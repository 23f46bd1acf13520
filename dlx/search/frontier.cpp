#include "dlx/search/frontier.hpp"

#include <algorithm>
#include <cstddef>

namespace dlx {

std::vector<Frontier> deal(const Frontier& frontier, std::uint32_t parts) {
  if (frontier.empty()) return {};
  if (frontier.whole || parts <= 1) return {frontier};
  std::vector<Frontier> dealt(
      std::min<std::size_t>(parts, static_cast<std::size_t>(frontier.size())));
  std::size_t next = 0;
  for (const Frontier::Branch& branch : frontier.branches) {
    for (const OptionId way : branch.ways) {
      std::vector<Frontier::Branch>& branches = dealt[next++ % dealt.size()].branches;
      if (branches.empty() || branches.back().depth != branch.depth)
        branches.push_back({branch.depth, {}});
      branches.back().ways.push_back(way);
    }
  }
  for (Frontier& part : dealt) {
    part.whole = false;
    part.path.assign(
        frontier.path.begin(),
        frontier.path.begin() + static_cast<std::ptrdiff_t>(part.branches.back().depth));
  }
  return dealt;
}

}  // namespace dlx
