#include "reductions/parts/vertex_order.hpp"

#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace dlx::parts {

Near neighbours(const Graph& graph) {
  Near near(graph.weights.size());
  for (const auto& [a, b] : graph.edges) {
    if (a >= near.size() || b >= near.size() || a == b) {
      throw std::invalid_argument("an edge must join two different vertices of the graph");
    }
    near[a].push_back(b);
    near[b].push_back(a);
  }
  for (auto& list : near) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return near;
}

namespace {

/// For each step of a count, the number of vertices in its frontier: processed vertices with
/// neighbours that are not processed yet.
std::vector<std::size_t> widths(const Near& near, std::span<const std::uint32_t> order) {
  const StepsOf steps(near, order);
  std::vector<std::int64_t> change(order.size() + 1);
  for (std::size_t v = 0; v < near.size(); ++v) {
    ++change[steps.own[v]];
    --change[steps.last[v] + 1];
  }
  std::vector<std::size_t> result;
  std::int64_t width = 0;
  for (std::size_t s = 0; s < order.size(); ++s) {
    result.push_back(static_cast<std::size_t>(width += change[s]));
  }
  return result;
}

/// An order that starts with a given vertex. The next vertex is always the one after which the
/// frontier is smallest; among several such vertices, the one that has been a candidate for the
/// longest time. Returns an empty order if the frontier becomes too wide. Adds to `work` how many
/// vertices were compared.
std::vector<std::uint32_t> greedy_order(const Near& near, std::uint32_t first, std::size_t& work) {
  std::vector<std::uint32_t> order, waiting{first};
  std::vector<std::uint8_t> met(near.size()), passed(near.size());
  std::vector<std::size_t> left(near.size());
  for (std::size_t v = 0; v < near.size(); ++v) left[v] = near[v].size();
  met[first] = 1;
  int width = 0;
  while (order.size() < near.size()) {
    if (waiting.empty()) {
      const auto free = std::find(met.begin(), met.end(), 0);
      *free = 1;
      waiting.push_back(static_cast<std::uint32_t>(free - met.begin()));
    }
    work += waiting.size();
    // Number of vertices that enter the frontier, minus the number that leave it.
    const auto growth = [&](std::uint32_t v) {
      int sum = left[v] == 0 ? 0 : 1;
      for (const std::uint32_t n : near[v]) sum -= passed[n] != 0 && left[n] == 1 ? 1 : 0;
      return sum;
    };
    const auto best =
        std::min_element(waiting.begin(), waiting.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return growth(a) < growth(b); });
    const std::uint32_t v = *best;
    waiting.erase(best);
    if ((width += growth(v)) > static_cast<int>(widest)) return {};
    passed[v] = 1;
    order.push_back(v);
    for (const std::uint32_t n : near[v]) {
      --left[n];
      if (met[n]++ == 0) waiting.push_back(n);
      met[n] = 1;
    }
  }
  return order;
}

}  // namespace

std::vector<std::uint32_t> narrow_order(const Near& near) {
  std::vector<std::uint32_t> best(near.size());
  std::iota(best.begin(), best.end(), 0U);
  const auto cost = [&](const std::vector<std::uint32_t>& order) {
    double sum = 0;
    for (const std::size_t width : widths(near, order))
      sum += std::exp2(2.0 * static_cast<double>(width));
    return sum;
  };
  double least = cost(best);
  // Limit on the total number of vertices in all orders that are tried.
  constexpr std::size_t most_orders_work = 200'000;
  // Limit on the number of vertices compared while all orders are made.
  constexpr std::size_t most_work = 5'000'000;
  const std::size_t stride = 1 + near.size() * near.size() / most_orders_work;
  std::size_t work = 0;
  for (std::size_t n = 0; n < near.size() && work < most_work; n += stride) {
    const auto first = static_cast<std::uint32_t>(n);
    std::vector<std::uint32_t> order = greedy_order(near, first, work);
    if (order.empty()) continue;
    const double some = cost(order);
    if (some >= least) continue;
    least = some;
    best = std::move(order);
  }
  return best;
}

}  // namespace dlx::parts
