#include "dlx/search/open_work.hpp"

#include <algorithm>
#include <cstddef>

namespace dlx::search {

std::vector<OpenWork> deal(const OpenWork& open_work, std::uint32_t parts) {
  if (open_work.empty()) return {};
  if (open_work.whole || parts <= 1) return {open_work};
  std::vector<OpenWork> dealt(
      std::min<std::size_t>(parts, static_cast<std::size_t>(open_work.size())));
  std::size_t next = 0;
  for (const OpenWork::Branch& branch : open_work.branches) {
    for (const OptionId way : branch.ways) {
      std::vector<OpenWork::Branch>& branches = dealt[next++ % dealt.size()].branches;
      if (branches.empty() || branches.back().depth != branch.depth)
        branches.push_back({branch.depth, {}});
      branches.back().ways.push_back(way);
    }
  }
  for (OpenWork& part : dealt) {
    part.whole = false;
    part.path.assign(
        open_work.path.begin(),
        open_work.path.begin() + static_cast<std::ptrdiff_t>(part.branches.back().depth));
  }
  return dealt;
}

}  // namespace dlx::search
