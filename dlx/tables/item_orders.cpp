#include "dlx/tables/item_orders.hpp"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/cuthill_mckee_ordering.hpp>
#include <boost/graph/properties.hpp>
#include <boost/graph/sloan_ordering.hpp>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <utility>

#include "dlx/core/item_options.hpp"

namespace dlx::tables {
namespace {

// The maximum number of pairs of items that share an option. If there are more pairs, the graph in
// which these pairs are the edges is not made.
constexpr std::size_t most_pairs = 500'000;
// The bytes of an edge (a pair of items that share an option) and of a vertex (an item) in this
// graph. An edge is stored in the list of edges and in the lists of its two vertices.
constexpr std::size_t bytes_of_pair = 160;
constexpr std::size_t bytes_of_vertex = 200;
// Boost's implementation of Sloan's algorithm allocates one bit for each degree below the greatest
// degree d, but also reads bit d. Bit d is past the end of the allocated words if d is a multiple
// of 64. If d is a multiple of 64, Sloan's algorithm is not called.
constexpr int bits_of_word = 64;

using Properties =
    boost::property<boost::vertex_degree_t, int, boost::property<boost::vertex_priority_t, double>>;
using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS, Properties>;
using Vertex = boost::graph_traits<Graph>::vertex_descriptor;
using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

Pairs neighbours(const Problem& problem, std::size_t most) {
  std::size_t count = 0;
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    const std::size_t n = problem.items(OptionId{o}).size();
    count += n * n / 2;
  }
  if (count > most) return {};
  Pairs pairs;
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    const auto items = problem.items(OptionId{o});
    for (std::size_t a = 0; a < items.size(); ++a) {
      for (std::size_t b = a + 1; b < items.size(); ++b) {
        pairs.emplace_back(std::minmax(index(items[a]), index(items[b])));
      }
    }
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

/// Thrown to end an algorithm of Boost.Graph early, because Boost.Graph offers no other way to end
/// it.
struct DeadlineReached {};

/// The map of vertex colours that algorithms of Boost.Graph need. At every thousandth access it
/// tests the deadline, because every algorithm used here sets the colour of a vertex before it
/// visits the neighbours.
struct WatchedColours {
  using key_type = Vertex;
  using value_type = boost::default_color_type;
  using reference = value_type;
  using category = boost::read_write_property_map_tag;

  boost::default_color_type* colours;
  const search::Deadline* deadline;
  std::size_t* accesses;

  void look() const {
    constexpr std::size_t between_looks = 1'000;
    constexpr double work = 1e-8 * between_looks;  // nominal seconds
    if (++*accesses % between_looks == 0 && deadline->reached(work)) throw DeadlineReached();
  }
};
boost::default_color_type get(const WatchedColours& map, Vertex v) {
  map.look();
  return map.colours[v];
}
void put(const WatchedColours& map, Vertex v, boost::default_color_type colour) {
  map.look();
  map.colours[v] = colour;
}

/// Makes a greedy order of the items. An item is touched if it shares an option with an item that
/// is already in the order. The next item is the touched item with the fewest untouched neighbours.
/// If several items have equally few, the item that was touched first is chosen.
std::vector<std::uint32_t> greedy_order(std::uint32_t items, const Pairs& pairs) {
  std::vector<std::vector<std::uint32_t>> near(items);
  for (const auto& [a, b] : pairs) {
    near[a].push_back(b);
    near[b].push_back(a);
  }
  // An item is touched once it is in the order, or is a neighbour of an item in the order. fresh[i]
  // is the number of neighbours of item i that are not touched yet.
  std::vector<std::uint32_t> fresh(items);
  for (std::uint32_t i = 0; i < items; ++i) fresh[i] = static_cast<std::uint32_t>(near[i].size());
  // For each item, its position, from 1, in the sequence in which items were touched; 0 if the item
  // is not touched yet.
  std::vector<std::uint32_t> touched_at(items, 0);
  std::uint32_t clock = 0;
  std::vector<std::uint32_t> open;  // touched items that are not in the order yet
  const auto touch = [&](std::uint32_t i) {
    if (touched_at[i] != 0) return;
    touched_at[i] = ++clock;
    open.push_back(i);
    for (const std::uint32_t k : near[i]) --fresh[k];
  };
  std::vector<std::uint32_t> order;
  const auto better = [&](std::uint32_t a, std::uint32_t b) {
    return std::pair(fresh[a], touched_at[a]) < std::pair(fresh[b], touched_at[b]);
  };
  while (order.size() < items) {
    if (open.empty()) {
      std::uint32_t best = items;
      for (std::uint32_t i = 0; i < items; ++i) {
        if (touched_at[i] == 0 && (best == items || better(i, best))) best = i;
      }
      touch(best);
    }
    const auto best = std::min_element(open.begin(), open.end(), better);
    const std::uint32_t item = *best;
    open.erase(best);
    order.push_back(item);
    for (const std::uint32_t k : near[item]) touch(k);
  }
  return order;
}

}  // namespace

std::vector<std::vector<ItemId>> item_orders(const Problem& problem,
                                             const search::Deadline& deadline, std::size_t memory) {
  std::vector<std::vector<ItemId>> orders;
  // Adds the order in which the primary items occur in `order`. If a primary item is missing,
  // nothing is added; this happens because Sloan's algorithm visits only one component of the
  // graph.
  const auto add = [&](const auto& order) {
    std::vector<ItemId> primaries;
    std::vector<std::uint8_t> met(problem.primary_count());
    for (const auto i : order) {
      if (i >= problem.primary_count() || met[i]++ != 0) continue;
      primaries.push_back(ItemId{static_cast<std::uint32_t>(i)});
    }
    if (primaries.size() == problem.primary_count()) orders.push_back(std::move(primaries));
  };
  std::vector<std::uint32_t> own(problem.primary_count());
  std::iota(own.begin(), own.end(), 0U);
  add(own);
  std::reverse(own.begin(), own.end());
  add(own);

  const std::size_t of_vertices = problem.item_count() * bytes_of_vertex;
  const std::size_t for_pairs = memory - std::min(memory, of_vertices);
  const Pairs pairs = neighbours(problem, std::min(most_pairs, for_pairs / bytes_of_pair));
  if (pairs.empty()) return orders;
  Graph graph(pairs.begin(), pairs.end(), problem.item_count());
  const auto degrees = get(boost::vertex_degree, graph);
  int most = 0;
  for (const Vertex v : boost::make_iterator_range(vertices(graph))) {
    degrees[v] = static_cast<int>(degree(v, graph));
    most = std::max(most, degrees[v]);
  }
  const auto both_ways = [&](std::vector<Vertex> order) {
    add(order);
    std::reverse(order.begin(), order.end());
    add(order);
  };
  std::vector<boost::default_color_type> colours(problem.item_count());
  std::size_t accesses = 0;
  const WatchedColours watched{colours.data(), &deadline, &accesses};
  try {
    std::vector<Vertex> order;
    boost::cuthill_mckee_ordering(graph, std::back_inserter(order), watched, degrees);
    both_ways(std::exchange(order, {}));
    if (most % bits_of_word != 0) {
      order.resize(problem.item_count());
      boost::sloan_ordering(graph, order.begin(), watched, degrees,
                            get(boost::vertex_priority, graph));
      both_ways(std::move(order));
    }
  } catch (const DeadlineReached&) {
    return orders;
  }
  if (problem.item_count() <= 2'000) add(greedy_order(problem.item_count(), pairs));
  return orders;
}

std::vector<ItemId> closing_order(const Problem& problem) {
  const auto options_of = options_of_primary_items(problem);
  std::vector<std::size_t> undecided;
  for (const auto& options : options_of) undecided.push_back(options.size());
  std::vector<bool> is_placed(problem.primary_count()), is_decided(problem.option_count());
  std::vector<ItemId> order;
  const auto place = [&](ItemId item) {
    if (is_placed[index(item)]) return;
    is_placed[index(item)] = true;
    order.push_back(item);
  };
  for (std::uint32_t i = 0; i < problem.primary_count(); ++i) {
    place(ItemId{i});
    for (const OptionId option : options_of[i]) {
      if (is_decided[index(option)]) continue;
      is_decided[index(option)] = true;
      for (const ItemId item : problem.items(option)) {
        if (problem.is_primary(item) && --undecided[index(item)] == 0) place(item);
      }
    }
  }
  return order;
}

}  // namespace dlx::tables
