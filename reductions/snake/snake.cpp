#include "reductions/snake/snake.hpp"

#include <array>
#include <boost/container/flat_map.hpp>
#include <boost/graph/adjacency_list.hpp>
#include <cstddef>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "dlx/core/problem_builder.hpp"
#include "reductions/snake/axis_rule.hpp"

namespace dlx::snake {
namespace {

bool inside(const Cell& cell, int side) {
  const auto in = [&](int v) { return v >= 0 && v < side; };
  return in(cell.x) && in(cell.y) && in(cell.z);
}

/// Builds the graph of places, piece by piece. A place is a straight piece of the snake at a
/// position in the cube.
class Places {
 public:
  using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;

  explicit Places(const Puzzle& puzzle)
      : lengths_(segments(puzzle.snake)),
        side_(puzzle.snake.side),
        rule_(puzzle.up_to, puzzle.start == Start::corner) {
    for (const Cell& start : starts_of(puzzle)) {
      for (Direction d = 0; d < direction_count; ++d) add(0, start, d, 0);
    }
    starts_ = static_cast<std::uint32_t>(places_.size());
    // Places are created in the order of the pieces, so the places of the last piece are the last
    // ones.
    for (std::uint32_t i = 0; i < places_.size(); ++i) {
      const Place place = places_[i];
      if (place.segment + std::size_t{1} == lengths_.size()) {
        if (!first_end_) first_end_ = i;
        continue;
      }
      const Cell joint = place.from + times(lengths_[place.segment] - 1, step(place.direction));
      for (Direction d = 0; d < direction_count; ++d) {
        if (d / 2 == place.direction / 2) continue;
        if (const auto next = add(place.segment + 1, joint, d, used_[i])) {
          add_edge(i, *next, graph_);
        }
      }
    }
  }

  Model model(Puzzle puzzle) && {
    ProblemBuilder builder;
    boost::container::flat_map<Cell, ItemId> item;
    for (const Cell& cell : lattice::box(side_, side_, side_)) {
      item.emplace(cell, builder.primary(lattice::name(cell, true)));
    }
    std::vector<ItemId> piece;
    for (std::size_t k = 0; k < lengths_.size(); ++k) {
      piece.push_back(builder.primary("p" + std::to_string(k + 1)));
    }
    std::vector<Entry> entries;
    for (const Place& place : places_) {
      entries.assign(1, piece[place.segment]);
      for (int k = place.segment == 0 ? 0 : 1; k < lengths_[place.segment]; ++k) {
        entries.emplace_back(item.at(place.from + times(k, step(place.direction))));
      }
      builder.option(entries);
    }
    const auto count = static_cast<std::uint32_t>(places_.size());
    auto ends = first_ids<OptionId>(count);
    ends.erase(ends.begin(),
               ends.begin() + static_cast<std::ptrdiff_t>(first_end_.value_or(count)));
    return {std::move(puzzle), std::move(places_),
            PathProblem::from_graph(std::move(builder).build(), graph_,
                                    first_ids<OptionId>(starts_), std::move(ends))};
  }

 private:
  /// The number of a place (a straight piece at a position), which is added if it is new. Returns
  /// nothing if the piece would not be inside the cube, or would violate the axis rule.
  std::optional<std::uint32_t> add(std::uint32_t segment, const Cell& from, Direction direction,
                                   AxisRule::Used used) {
    if (!rule_.allows(used, direction)) return std::nullopt;
    if (!inside(from + times(lengths_[segment] - 1, step(direction)), side_)) return std::nullopt;
    used = rule_.after(used, direction);
    const auto number = static_cast<std::uint32_t>(places_.size());
    const auto [known, is_new] = numbers_.try_emplace({segment, from, direction, used}, number);
    if (is_new) {
      places_.push_back({segment, from, direction});
      used_.push_back(used);
      add_vertex(graph_);
    }
    return known->second;
  }

  std::vector<int> lengths_;
  int side_;
  AxisRule rule_;
  std::vector<Place> places_;
  // For each place, the number of axes that a walk has used when it leaves the place.
  std::vector<AxisRule::Used> used_;
  std::map<std::tuple<std::uint32_t, Cell, Direction, AxisRule::Used>, std::uint32_t> numbers_;
  Graph graph_;
  std::uint32_t starts_ = 0;  // number of places that begin a walk
  std::optional<std::uint32_t> first_end_;
};

std::vector<Direction> backwards(std::span<const Direction> directions) {
  std::vector<Direction> result;
  for (std::size_t i = directions.size(); i-- > 0;) {
    result.push_back(static_cast<Direction>(directions[i] ^ 1));
  }
  return result;
}

bool is_corner(const Cell& cell, int side) {
  const auto at_end = [&](int v) { return v == 0 || v == side - 1; };
  return at_end(cell.x) && at_end(cell.y) && at_end(cell.z);
}

}  // namespace

std::vector<Cell> possible_starts(int side) {
  std::vector<Cell> starts = lattice::box(side, side, side);
  // Neighbouring cells have different colours if cells are coloured like a chessboard. A cube with
  // an odd side has one more cell of its corners' colour than of the other colour. So a walk
  // through all cells starts and ends on the corners' colour.
  if (side % 2 == 1) {
    std::erase_if(starts, [](const Cell& c) { return (c.x + c.y + c.z) % 2 != 0; });
  }
  return starts;
}

std::vector<Cell> starts_of(const Puzzle& puzzle) {
  std::vector<Cell> starts = possible_starts(puzzle.snake.side);
  if (puzzle.start == Start::anywhere) return starts;
  // All corners are equivalent under symmetry, so only the origin is needed.
  if (puzzle.up_to != UpTo::none) return {Cell{}};
  std::erase_if(starts, [&](const Cell& c) { return !is_corner(c, puzzle.snake.side); });
  return starts;
}

Cell step(Direction direction) noexcept {
  return times(direction % 2 == 0 ? 1 : -1, lattice::unit_vector(direction / 2U));
}

Model build(Puzzle puzzle) {
  Places places(puzzle);
  return std::move(places).model(std::move(puzzle));
}

Folding follow(const Snake& snake, Cell start, std::span<const Direction> directions) {
  const std::vector<int> lengths = segments(snake);
  Folding folding{.cells = {start}, .directions = {directions.begin(), directions.end()}};
  for (std::size_t k = 0; k < directions.size(); ++k) {
    for (int i = 1; i < lengths[k]; ++i) {
      folding.cells.push_back(folding.cells.back() + step(directions[k]));
    }
  }
  return folding;
}

Folding decode(const Model& model, std::span<const OptionId> walk) {
  std::vector<Direction> directions;
  for (const OptionId option : walk) directions.push_back(model.places[index(option)].direction);
  return follow(model.puzzle.snake, model.places[index(walk.front())].from, directions);
}

std::vector<Direction> normalised(std::span<const Direction> directions, UpTo up_to) {
  // The image of each direction under the symmetry that normalises the folding. The image of an
  // axis is set when the folding first uses the axis.
  constexpr Direction unknown = direction_count;
  std::array<Direction, direction_count> image;
  image.fill(unknown);
  if (up_to == UpTo::none) {
    for (Direction d = 0; d < direction_count; ++d) image[d] = d;
  }
  int axes = 0;
  // The handedness of the symmetry, given the axes used so far: -1 if it mirrors, otherwise 1.
  // Under rotations, the third axis is chosen so that the symmetry is a rotation.
  int handedness = 1;
  std::array<std::size_t, 3> order{};
  std::vector<Direction> result;
  for (const Direction d : directions) {
    if (image[d] == unknown) {
      const auto axis = static_cast<std::size_t>(axes++);
      order[axis] = d / 2U;
      if (d % 2 == 1) handedness = -handedness;
      auto to = static_cast<Direction>(2 * axis);
      if (axis == 2 && up_to == UpTo::rotations) {
        const Cell third = cross(lattice::unit_vector(order[0]), lattice::unit_vector(order[1]));
        if (third != lattice::unit_vector(order[2])) handedness = -handedness;
        if (handedness < 0) to ^= 1;
      }
      image[d] = to;
      image[d ^ 1U] = static_cast<Direction>(to ^ 1);
    }
    result.push_back(image[d]);
  }
  return result;
}

bool is_representative(const Puzzle& puzzle, const Folding& folding) {
  if (!is_palindrome(puzzle.snake)) return true;
  // If the reverse of a folding does not start in a corner, the reverse is not among the solutions.
  if (puzzle.start == Start::corner && !is_corner(folding.cells.back(), puzzle.snake.side)) {
    return true;
  }
  return comes_first(folding.directions, puzzle.up_to);
}

bool comes_first(std::span<const Direction> directions, UpTo up_to) {
  return normalised(directions, up_to) <= normalised(backwards(directions), up_to);
}

}  // namespace dlx::snake
