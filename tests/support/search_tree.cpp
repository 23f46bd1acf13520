#include "tests/support/search_tree.hpp"

#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

namespace dlx::test {
namespace {

class Drawer {
 public:
  Drawer(const Problem& problem, std::size_t most_nodes)
      : problem_(problem), most_nodes_(most_nodes), uses_(problem.item_count()) {}

  SearchTree draw() {
    tree_.nodes.push_back({});
    visit(0);
    return std::move(tree_);
  }

 private:
  /// By the options chosen: how often an item is covered, and in which colour.
  struct Use {
    std::uint32_t times = 0;
    Colour colour = Colour::none;
  };

  [[nodiscard]] bool is_left(OptionId option) const {
    for (const auto [item, colour] : problem_.entries(option)) {
      const Use& use = uses_[index(item)];
      if (use.times > 0 && (colour == Colour::none || colour != use.colour)) return false;
    }
    return true;
  }

  void change(OptionId option, bool choose) {
    for (const auto [item, colour] : problem_.entries(option)) {
      Use& use = uses_[index(item)];
      use.times += choose ? 1U : -1U;
      use.colour = use.times == 0 ? Colour::none : colour;
    }
  }

  void visit(std::size_t at) {
    if (looked_at_ == most_nodes_) {
      tree_.complete = false;
      return;  // it stays open
    }
    ++looked_at_;
    std::vector<std::vector<OptionId>> left(problem_.primary_count());
    for (std::uint32_t o = 0; o < problem_.option_count(); ++o) {
      if (!is_left(OptionId{o})) continue;
      for (const ItemId item : problem_.items(OptionId{o})) {
        if (problem_.is_primary(item)) left[index(item)].push_back(OptionId{o});
      }
    }
    std::optional<std::uint32_t> best;
    for (std::uint32_t i = 0; i < problem_.primary_count(); ++i) {
      if (uses_[i].times == 0 && (!best || left[i].size() < left[*best].size())) best = i;
    }
    TreeNode& node = tree_.nodes[at];
    if (!best) {
      node.state = TreeState::solution;
      ++tree_.solutions;
      return;
    }
    node.item = ItemId{*best};
    node.choices = left[*best];
    node.state = node.choices.empty() ? TreeState::dead : TreeState::branch;
    const std::vector<OptionId> choices = node.choices;  // the tree grows and moves
    for (const OptionId option : choices) {
      const std::size_t child = tree_.nodes.size();
      tree_.nodes.push_back({.parent = at, .option = option});
      change(option, true);
      visit(child);
      change(option, false);
    }
  }

  const Problem& problem_;
  std::size_t most_nodes_;
  std::size_t looked_at_ = 0;
  std::vector<Use> uses_;
  SearchTree tree_;
};

}  // namespace

SearchTree search_tree(const Problem& problem, std::size_t most_nodes) {
  if (problem.has_multiplicities()) {
    throw std::invalid_argument("a search with multiplicities cannot be written down as a tree");
  }
  return Drawer(problem, most_nodes).draw();
}

}  // namespace dlx::test
