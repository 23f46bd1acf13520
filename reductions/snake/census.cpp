#include "reductions/snake/census.hpp"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "dlx/core/problem_builder.hpp"
#include "reductions/snake/axis_rule.hpp"

namespace dlx::snake {

CensusModel build_census(int side) {
  if (side < 2 || side > largest_side) {
    throw std::invalid_argument("wanted a side from 2 to " + std::to_string(largest_side));
  }
  const AxisRule rule(UpTo::reflections, false);
  const Cells cube = lattice::box(side, side, side);
  using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;
  Graph graph;
  std::vector<CensusModel::Step> steps;
  std::vector<AxisRule::Used> used;
  std::map<std::tuple<Cell, Direction, AxisRule::Used>, std::uint32_t> numbers;
  const auto add = [&](const Cell& cell, Direction direction, AxisRule::Used axes) {
    const auto number = static_cast<std::uint32_t>(steps.size());
    const auto [known, is_new] = numbers.try_emplace({cell, direction, axes}, number);
    if (is_new) {
      steps.push_back({cell, direction});
      used.push_back(axes);
      boost::add_vertex(graph);
    }
    return known->second;
  };
  std::vector<OptionId> starts;
  for (const Cell& cell : possible_starts(side)) {
    starts.push_back(OptionId{add(cell, direction_count, 0)});
  }
  for (std::uint32_t i = 0; i < steps.size(); ++i) {
    for (Direction d = 0; d < direction_count; ++d) {
      const Cell next = steps[i].cell + step(d);
      if (!rule.allows(used[i], d) || !std::binary_search(cube.begin(), cube.end(), next)) continue;
      boost::add_edge(i, add(next, d, rule.after(used[i], d)), graph);
    }
  }

  ProblemBuilder builder;
  std::map<Cell, ItemId> item;
  for (const Cell& cell : cube) item.emplace(cell, builder.primary(lattice::name(cell, true)));
  for (const auto& s : steps) builder.option({item.at(s.cell)});
  return {.side = side,
          .steps = std::move(steps),
          .problem = PathProblem::from_graph(std::move(builder).build(), graph, starts)};
}

void Census::add(const CensusModel& model, std::span<const OptionId> walk) {
  ++walks_;
  directions_.clear();
  word_.clear();
  for (std::size_t i = 1; i < walk.size(); ++i) {
    directions_.push_back(model.steps[index(walk[i])].direction);
    if (i > 1) word_ += directions_[i - 1] == directions_[i - 2] ? '0' : '1';
  }
  // Each folding is found as two walks, one for each direction. One walk has the word of the snake,
  // the other has the reversed word.
  const int order = word_.compare(std::string(word_.rbegin(), word_.rend()));
  if (order > 0) return;
  if (order == 0 && !comes_first(directions_, UpTo::reflections)) return;
  ++foldings_[word_];
}

Census::Statistics Census::statistics() const {
  Statistics s;
  s.up_to_48 = walks_;
  s.directed = 48 * walks_;
  for (const auto& [word, foldings] : foldings_) {
    s.undirected += foldings;
    ++s.snakes;
    if (foldings == 1) ++s.unique;
    if (is_palindrome({.word = word, .side = side_})) ++s.palindromes;
    if (foldings > s.most) {
      s.most = foldings;
      s.most_words.clear();
    }
    if (foldings == s.most) s.most_words.push_back(word);
    ++s.histogram[foldings];
    Straights& by =
        s.by_straights[static_cast<std::uint64_t>(std::count(word.begin(), word.end(), '0'))];
    ++by.snakes;
    if (foldings == 1) ++by.unique;
    by.foldings += foldings;
  }
  return s;
}

}  // namespace dlx::snake
