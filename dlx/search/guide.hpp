#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <vector>

#include "dlx/core/ids.hpp"
#include "dlx/search/open_work.hpp"

namespace dlx::search {

/// Restricts a search to open work (the unsearched part of a paused search), for engines that try
/// the options of an item in the order of a list. At the depths of the open work, the guide decides
/// which options to try. The untried options of a node of the open work are called ways. In the
/// list of an item, the option on the path must come before the ways, as in the paused search.
class Guide {
 public:
  enum class Step {
    pass_by,
    /// The search chooses the option without counting a node, because the paused search has counted
    /// this node.
    on_path,
    way,
  };

  void follow(const OpenWork& open_work) {
    path_ = open_work.path;
    ways_.clear();
    depths_ = 0;
    arrived_ = true;
    ways_left_ = 0;
    last_way_.reset();
    if (open_work.whole) return;
    ways_left_ = static_cast<std::size_t>(open_work.size());
    ways_.resize(open_work.branches.empty() ? 1 : open_work.branches.back().depth + std::size_t{1});
    for (const OpenWork::Branch& branch : open_work.branches) {
      ways_[branch.depth] = branch.ways;
      std::sort(ways_[branch.depth].begin(), ways_[branch.depth].end());
    }
    path_.resize(ways_.size() - 1);
    depths_ = ways_.size();
    arrived_ = path_.empty();
  }

  /// Excludes every option at every depth, so that the search backtracks from all its levels and
  /// ends.
  void lead_out() {
    path_.clear();
    ways_.clear();
    depths_ = static_cast<std::size_t>(-1);
    arrived_ = true;
    ways_left_ = 0;
  }

  /// Whether the search must call look() before it tries an option at this depth.
  [[nodiscard]] bool guides(std::size_t depth) const noexcept { return depth < depths_; }

  Step look(std::size_t depth, OptionId option) {
    if (depth < path_.size() && path_[depth] == option) {
      arrived_ |= depth + 1 == path_.size();
      return Step::on_path;
    }
    if (!may_try(depth, option)) return Step::pass_by;
    // An untried option of the open work is tried only after the path below this depth has been
    // searched. So the guide no longer restricts greater depths.
    depths_ = depth + 1;
    // After a pause, the search calls look() again for the last option. The option must be
    // subtracted from ways_left_ only once.
    if (last_way_ != option) --ways_left_;
    last_way_ = option;
    return Step::way;
  }

  /// Whether the open work allows the search to try an option that comes later in an item's list.
  [[nodiscard]] bool may_try(std::size_t depth, OptionId option) const {
    if (!guides(depth)) return true;
    return depth < ways_.size() &&
           std::binary_search(ways_[depth].begin(), ways_[depth].end(), option);
  }

  /// The open work that the search follows. The result is valid until the first option has been
  /// tried.
  [[nodiscard]] OpenWork open_work() const {
    if (depths_ == 0) return {};
    OpenWork all{.whole = false, .path = path_};
    for (std::size_t depth = 0; depth < ways_.size(); ++depth) {
      if (!ways_[depth].empty()) {
        all.branches.push_back({static_cast<std::uint32_t>(depth), ways_[depth]});
      }
    }
    return all;
  }

  /// Must be called at the end of the search. Throws std::invalid_argument if the open work belongs
  /// to another search. `every_way` is true if all untried options of the open work must have been
  /// tried by now, and false if some of them may have been excluded.
  void check_arrival(bool every_way) const {
    if (arrived_ && (ways_left_ == 0 || !every_way)) return;
    throw std::invalid_argument("open work that is not of this search");
  }

 private:
  std::vector<OptionId> path_;
  // For each depth: the untried options (ways) of the open work, sorted.
  std::vector<std::vector<OptionId>> ways_;
  std::size_t depths_ = 0;
  bool arrived_ = true;
  // The number of ways (untried options of the open work) that the search has not tried yet.
  std::size_t ways_left_ = 0;
  std::optional<OptionId> last_way_;
};

}  // namespace dlx::search
