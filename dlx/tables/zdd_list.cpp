#include <algorithm>

#include "dlx/core/heap_bytes.hpp"
#include "dlx/search/control.hpp"
#include "dlx/tables/zdd_nodes.hpp"

namespace dlx::tables {
namespace {

using namespace diagrams;

/// Builds the diagram of a list of solutions. Each solution is a sorted list of variables. The
/// solutions are sorted in descending order, except that a list comes before its extensions. So all
/// descendants of a node are known before the node is made.
class ListDiagram {
 public:
  ListDiagram(std::vector<std::uint32_t>& variables, std::span<const std::size_t> ends,
              std::size_t memory, const search::Deadline& deadline)
      : variables_(variables), ends_(ends), memory_(memory), deadline_(deadline) {}

  /// Builds the diagram for `count` variables. Returns false if the memory or the time does not
  /// suffice.
  bool run(std::size_t count, Diagram& diagram) {
    try {
      return make(count, diagram);
    } catch (const Ended&) {
      return false;
    }
  }

 private:
  /// Thrown when the deadline is reached. An exception can leave even a comparison within
  /// std::sort.
  struct Ended {};

  void look() {
    if (++looks_ % (std::uint64_t{1} << 14) == 0 && deadline_.reached()) throw Ended();
  }

  bool make(std::size_t count, Diagram& diagram) {
    std::vector<std::size_t> order;
    if (!begin_nodes(diagram.nodes, count, memory_) || !memory_.reserve(order, ends_.size()) ||
        !index_.reset(0, memory_)) {
      return false;
    }
    std::size_t longest = 0;
    for (std::size_t n = 0; n < ends_.size(); ++n) {
      look();
      const std::span<std::uint32_t> list = list_of(n);
      std::sort(list.begin(), list.end());
      longest = std::max(longest, list.size());
      order.push_back(n);
    }
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      look();
      return is_before(list_of(a), list_of(b));
    });
    if (!memory_.reserve(below_, longest + 1)) return false;
    below_.assign(longest + 1, Zdd::terminal_f);
    std::span<const std::uint32_t> last;
    for (const std::size_t n : order) {
      look();
      const std::span<const std::uint32_t> list = list_of(n);
      const auto same = static_cast<std::size_t>(
          std::mismatch(list.begin(), list.end(), last.begin(), last.end()).first - list.begin());
      if (!close(last, same, diagram.nodes)) return false;
      below_[list.size()] = Zdd::terminal_t;
      last = list;
    }
    if (!close(last, 0, diagram.nodes)) return false;
    diagram.root = below_[0];
    return true;
  }

  [[nodiscard]] std::span<std::uint32_t> list_of(std::size_t n) const {
    const std::size_t begin = n == 0 ? 0 : ends_[n - 1];
    return std::span(variables_).subspan(begin, ends_[n] - begin);
  }

  static bool is_before(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) {
    const auto [x, y] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    return y != b.end() && (x == a.end() || *x > *y);
  }

  /// Makes the nodes for all variables of a list after the first `kept` variables. These nodes are
  /// final, because no later solution begins with more than the first `kept` variables of the list.
  bool close(std::span<const std::uint32_t> list, std::size_t kept, std::vector<Node>& nodes) {
    for (std::size_t depth = list.size(); depth > kept; --depth) {
      const std::uint32_t hi = std::exchange(below_[depth], Zdd::terminal_f);
      const Node node{list[depth - 1], below_[depth - 1], hi};
      below_[depth - 1] = the_node(node, 2, nodes, index_, memory_);
      if (below_[depth - 1] == no_room) return false;
    }
    return true;
  }

  std::vector<std::uint32_t>& variables_;
  std::span<const std::size_t> ends_;
  Memory memory_;
  const search::Deadline& deadline_;
  std::uint64_t looks_ = 0;
  Index index_;
  // below_[k] is the node that is reached by the first k variables of the last list.
  std::vector<std::uint32_t> below_;
};

}  // namespace

std::optional<Zdd> Zdd::of(std::vector<OptionId> options, std::vector<OptionId> chosen,
                           std::span<const std::size_t> ends, std::size_t memory,
                           const search::Deadline& deadline) {
  std::vector<std::uint32_t> variable_of(options.size());
  for (std::uint32_t v = 0; v < options.size(); ++v) variable_of[index(options[v])] = v;
  std::vector<std::uint32_t> variables;
  variables.reserve(chosen.size());
  for (const OptionId option : chosen) variables.push_back(variable_of[index(option)]);
  std::vector<OptionId>().swap(chosen);
  const std::size_t held = heap_bytes(options, variable_of, variables);
  Diagram diagram;
  ListDiagram list(variables, ends, memory - std::min(memory, held), deadline);
  if (!list.run(options.size(), diagram)) return {};
  diagram.nodes.shrink_to_fit();
  return Zdd(std::move(diagram.nodes), diagram.root, std::move(options));
}

}  // namespace dlx::tables
