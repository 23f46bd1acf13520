#include "dlx/runs/forecast.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace dlx::runs {
namespace {

constexpr double remembered = 0.5;  // records of the second half of the run are kept
constexpr std::size_t least_looks = 3;
constexpr std::size_t most_looks = 400;
constexpr double widening = 1.5;  // factor by which the range of the recent estimates is widened
// The least value of half the width of a forecast's range, as a fraction of the time left.
constexpr double least_doubt = 0.05;

}  // namespace

double expected_nodes(std::span<const std::uint64_t> visited, std::span<const std::uint64_t> open) {
  const auto nodes_at = [](std::span<const std::uint64_t> nodes, std::size_t level) {
    return level < nodes.size() ? static_cast<double>(nodes[level]) : 0.0;
  };
  if (nodes_at(visited, 0) == 0) return 0;
  // The loop goes up from the deepest level. `below` is the expected number of nodes in the subtree
  // of a node, including the node.
  double below = 0;
  for (std::size_t level = std::max(visited.size(), open.size()); level-- > 0;) {
    const double nodes = nodes_at(visited, level);
    const double children = nodes_at(visited, level + 1) + nodes_at(open, level + 1);
    below = 1 + (nodes == 0 ? 0 : children / nodes * below);
  }
  return below;
}

void Forecast::look(double seconds, double nodes, double whole) {
  looks_.push_back({seconds, nodes, whole});
  while (looks_.size() > 2 && looks_[1].seconds < (1 - remembered) * seconds) looks_.pop_front();
  if (looks_.size() > most_looks) {  // drops every second record
    for (std::size_t k = 1; k < looks_.size() - 1; ++k) {
      looks_.erase(looks_.begin() + static_cast<std::ptrdiff_t>(k));
    }
  }
}

std::optional<search::SecondsLeft> Forecast::left() const {
  if (looks_.size() < least_looks) return {};
  const Look& now = looks_.back();
  double least = now.whole;
  double most = now.whole;
  for (const Look& look : looks_) {
    least = std::min(least, look.whole);
    most = std::max(most, look.whole);
  }
  if (!std::isfinite(most)) return {};  // the expected number of nodes is too large for a double
  const Look& before = looks_.front();
  const double pace = (now.nodes - before.nodes) / std::max(now.seconds - before.seconds, 1e-9);
  if (pace <= 0) return {};
  const double left = std::max(now.whole - now.nodes, 0.0);
  const double doubt = std::max(widening * (most - least), least_doubt * left);
  const auto seconds = [&](double nodes) { return std::max(nodes, 0.0) / pace; };
  return search::SecondsLeft{seconds(left - doubt), seconds(left + doubt)};
}

}  // namespace dlx::runs
