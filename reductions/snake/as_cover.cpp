#include "reductions/snake/as_cover.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "dlx/core/problem_builder.hpp"
#include "reductions/snake/axis_rule.hpp"

namespace dlx::snake {

CoverModel build_cover(Puzzle puzzle) {
  const std::vector<int> lengths = segments(puzzle.snake);
  const int side = puzzle.snake.side;
  const AxisRule rule(puzzle.up_to, puzzle.start == Start::corner);
  const Cells cube = lattice::box(side, side, side);
  const std::vector<Cell> starts = starts_of(puzzle);

  ProblemBuilder builder;
  std::map<Cell, ItemId> cell_item;
  std::vector<ItemId> piece_item;
  std::vector<ItemId> joint_item;
  for (std::size_t k = 0; k < lengths.size(); ++k) {
    piece_item.push_back(builder.primary("p" + std::to_string(k + 1)));
  }
  for (const Cell& cell : cube) cell_item[cell] = builder.primary(lattice::name(cell, true));
  for (std::size_t k = 1; k < lengths.size(); ++k) {
    joint_item.push_back(builder.secondary("j" + std::to_string(k)));
  }
  const auto colour = [&](const Cell& joint, unsigned axis, AxisRule::Used used) {
    return builder.colour(lattice::name(joint, true) + "xyz"[axis] + std::to_string(used));
  };

  std::vector<Place> places;
  std::vector<Entry> entries;
  // Adds one option: straight piece k begins at a cell, goes in a direction, and follows a piece
  // whose axis is `before`.
  const auto add = [&](std::uint32_t k, const Cell& from, Direction d, AxisRule::Used used,
                       const unsigned* before) {
    if (!rule.allows(used, d)) return;
    entries.assign(1, piece_item[k]);
    const bool last = k + std::size_t{1} == lengths.size();
    Cell cell = from;
    for (int i = 0; i < lengths[k]; ++i, cell = cell + step(d)) {
      const auto item = cell_item.find(cell);
      if (item == cell_item.end()) return;
      if (last || i + 1 < lengths[k]) entries.emplace_back(item->second);
    }
    if (before != nullptr) entries.emplace_back(joint_item[k - 1], colour(from, *before, used));
    if (!last) {
      entries.emplace_back(joint_item[k], colour(cell - step(d), d / 2U, rule.after(used, d)));
    }
    builder.option(entries);
    places.push_back({k, from, d});
  };
  for (const Cell& from : starts) {
    for (Direction d = 0; d < direction_count; ++d) add(0, from, d, 0, nullptr);
  }
  for (std::uint32_t k = 1; k < lengths.size(); ++k) {
    for (const Cell& from : cube) {
      for (Direction d = 0; d < direction_count; ++d) {
        for (unsigned before = 0; before < 3; ++before) {
          if (before == d / 2U) continue;
          for (AxisRule::Used used = 0; used <= 3; ++used) {
            if (rule.reachable(used, before)) add(k, from, d, used, &before);
          }
        }
      }
    }
  }
  return {std::move(puzzle), std::move(places), std::move(builder).build()};
}

Folding decode(const CoverModel& model, std::span<const OptionId> solution) {
  std::vector<Place> places;
  for (const OptionId option : solution) places.push_back(model.places[index(option)]);
  std::sort(places.begin(), places.end(),
            [](const Place& a, const Place& b) { return a.segment < b.segment; });
  std::vector<Direction> directions;
  for (const Place& place : places) directions.push_back(place.direction);
  return follow(model.puzzle.snake, places.front().from, directions);
}

}  // namespace dlx::snake
