// The search tree is derived from the moves that the engine reports: `attempt` goes down to a new
// node, `undo` goes up to its parent, and `choose`, `dead` and `solution` give the state of a node.
// The engine is called for one node at a time. So the record always ends between two nodes, whether
// its limit on moves or its limit on nodes is reached.

#include "dlx/link_record.hpp"

#include <utility>

#include "dlx/engines/dancing_links.hpp"

namespace dlx {
namespace {

class Recorder final : public search::LinkWatcher {
 public:
  explicit Recorder(const Problem& problem) {
    for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
      option_.insert(option_.end(), problem.items(OptionId{o}).size(), OptionId{o});
    }
    record_.tree.nodes.push_back({});
    record_.arrivals.push_back(0);
  }

  void start(const search::LinkMemory& memory) override {
    record_.start = memory;
    memory_ = memory;
  }

  void step(const search::LinkStep& step, const std::function<search::LinkMemory()>&) override {
    record_.steps.push_back(step);
    apply(step, memory_);
    switch (step.move) {
      case search::LinkMove::choose:
        arrive(TreeState::branch).item = ItemId{step.at - 1};
        for (std::uint32_t p = memory_.down[step.at]; p != step.at; p = memory_.down[p]) {
          record_.tree.nodes[here_].choices.push_back(option_of(p));
        }
        break;
      case search::LinkMove::dead:
        arrive(TreeState::dead).item = ItemId{step.at - 1};
        break;
      case search::LinkMove::solution:
        arrive(TreeState::solution);
        ++record_.tree.solutions;
        break;
      case search::LinkMove::attempt:
        here_ = add_child(option_of(step.at));
        break;
      case search::LinkMove::undo:
        here_ = *record_.tree.nodes[here_].parent;
        break;
      default:
        break;
    }
  }

  [[nodiscard]] std::size_t steps() const { return record_.steps.size(); }

  /// Returns the record. `complete` says whether the search has ended.
  LinkRecord take(bool complete) {
    record_.tree.complete = complete;
    if (!complete) add_open_nodes();
    return std::move(record_);
  }

 private:
  [[nodiscard]] OptionId option_of(std::uint32_t node) const {
    return option_[node - (memory_.item.size() - option_.size())];
  }

  TreeNode& arrive(TreeState state) {
    TreeNode& node = record_.tree.nodes[here_];
    node.state = state;
    record_.arrivals[here_] = record_.steps.size();
    return node;
  }

  std::size_t add_child(OptionId option) {
    record_.tree.nodes.push_back({.parent = here_, .option = option});
    record_.arrivals.push_back(record_.steps.size());
    return record_.tree.nodes.size() - 1;
  }

  /// For the current node and each of its ancestors, adds a node with the state `open` for each
  /// option that has not been tried there.
  void add_open_nodes() {
    std::optional<std::size_t> at = here_;
    std::optional<OptionId> last;  // the last option that was tried at the node
    if (record_.tree.nodes[here_].state == TreeState::branch) last = last_child_of(here_);
    while (at) {
      here_ = *at;
      const std::vector<OptionId> choices = record_.tree.nodes[here_].choices;
      bool is_open = !last;
      for (const OptionId option : choices) {
        if (is_open) add_child(option);
        is_open |= option == last;
      }
      last = record_.tree.nodes[here_].option;
      at = record_.tree.nodes[here_].parent;
    }
  }

  [[nodiscard]] std::optional<OptionId> last_child_of(std::size_t parent) const {
    std::optional<OptionId> last;
    for (const TreeNode& node : record_.tree.nodes) {
      if (node.parent == parent) last = node.option;
    }
    return last;
  }

  LinkRecord record_;
  search::LinkMemory memory_;
  std::vector<OptionId> option_;  // for each node (entry) of the engine's memory: its option
  std::size_t here_ = 0;          // the index of the current node in the tree
};

}  // namespace

LinkRecord record_search(const Problem& problem, const RecordOptions& options) {
  Recorder recorder(problem);
  const auto engine =
      engines::make_watched_dancing_links(problem, {.branching = options.rule}, recorder);
  for (std::size_t nodes = 1; nodes <= options.most_nodes; ++nodes) {
    engine->set_limits({.nodes = nodes});
    while (engine->next()) {
    }
    if (engine->status() == Status::exhausted) return recorder.take(true);
    if (recorder.steps() >= options.most_steps) break;
  }
  return recorder.take(false);
}

void apply(const search::LinkStep& step, search::LinkMemory& memory) {
  const auto [move, at, before, after] = step;
  switch (move) {
    case search::LinkMove::deactivate:
      memory.next[before] = after;
      memory.previous[after] = before;
      break;
    case search::LinkMove::activate:
      memory.next[before] = at;
      memory.previous[after] = at;
      break;
    case search::LinkMove::unlink:
      memory.down[before] = after;
      memory.up[after] = before;
      if (memory.item[at] < memory.length.size()) --memory.length[memory.item[at]];
      break;
    case search::LinkMove::relink:
      memory.down[before] = at;
      memory.up[after] = at;
      if (memory.item[at] < memory.length.size()) ++memory.length[memory.item[at]];
      break;
    case search::LinkMove::mark:
      memory.purified[at] = true;
      break;
    case search::LinkMove::unmark:
      memory.purified[at] = false;
      break;
    default:
      break;
  }
}

}  // namespace dlx
