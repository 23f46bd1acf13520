// Replays a separation with sets of cells only. Unlike the search, the replay uses no distances,
// offsets or bit sets. Turns are replayed at many angles by replayed_turns.cpp.
//
// On grids other than cubes, bodies may also collide during a step. The corners of the body that a
// cell sweeps are the corners of the cell's body before and after the step. Consider all
// differences of a corner of the swept body and a corner of another body. The insides of both
// bodies are disjoint if and only if all differences are on one side of some plane through 0. If
// such a plane exists, one such plane contains two of the differences. So the test tries only
// planes through 0 and two differences. For balls, the test compares the distance of one centre
// from the segment along which the other centre slides.
#include "reductions/apart/replay.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "reductions/apart/replayed_turns.hpp"
#include "reductions/lattice/directions.hpp"

namespace dlx::apart {
namespace {

using lattice::Cell;
using lattice::Cells;
using Numbers = std::vector<std::uint32_t>;

/// Whether 0 is inside the convex hull of some points.
bool is_zero_inside(Cells points) {
  // Quick test for most cases: all points are on one side of a plane that is perpendicular to an
  // axis.
  const auto [low, high] = lattice::extent(points);
  if (low.x >= 0 || low.y >= 0 || low.z >= 0 || high.x <= 0 || high.y <= 0 || high.z <= 0) {
    return false;
  }
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  for (auto a = points.begin(); a != points.end(); ++a) {
    for (auto b = std::next(a); b != points.end(); ++b) {
      const Cell normal = cross(*a, *b);
      if (normal == Cell{}) continue;
      bool above = false;
      bool below = false;
      for (const Cell& point : points) {
        const std::int64_t side = dot(normal, point);
        above = above || side > 0;
        below = below || side < 0;
        if (above && below) break;
      }
      if (!above || !below) return false;
    }
  }
  return true;
}

/// Whether a sliding ball of diameter √2 collides with another ball.
bool balls_collide(const Cell& between, const Cell& step) {
  // The least value of |between - t step|² for 0 <= t <= 1, multiplied by powers of |step|².
  const std::int64_t length = dot(step, step);
  const std::int64_t t = std::clamp<std::int64_t>(dot(between, step), 0, length);
  const std::int64_t squared = dot(between, between) * length * length -
                               2 * t * dot(between, step) * length + t * t * length;
  return squared < 2 * length * length;
}

/// A cache that stores, for pairs of cells, whether the cells collide during a step.
class Collisions {
 public:
  explicit Collisions(lattice::Grid grid) : lattice_(lattice::Lattice::of(grid)) {}

  bool collide(const Cell& sliding, const Cell& staying, const Cell& step) {
    // Cells that are more than 12 apart along an axis do not collide, because no step is longer
    // than 6 and no block of cells is longer than 5.
    constexpr int far = 12;
    const Cell between = staying - sliding;
    if (between.x > far || between.x < -far || between.y > far || between.y < -far ||
        between.z > far || between.z < -far) {
      return false;
    }
    const Cell shift = lattice_.shift_below(sliding);
    const auto key = std::tuple(sliding - shift, staying - shift, step);
    const auto [entry, is_new] = known_.try_emplace(key);
    if (is_new) entry->second = runs_into(lattice_.grid(), sliding, staying, step);
    return entry->second;
  }

 private:
  const lattice::Lattice& lattice_;
  std::map<std::tuple<Cell, Cell, Cell>, bool> known_;
};

class Replay {
 public:
  Replay(std::span<const Cells> pieces, std::span<const Stage> stages,
         std::span<const std::uint32_t> groups, lattice::Grid grid)
      : pieces_(pieces),
        stages_(stages),
        groups_(groups),
        grid_(grid),
        collisions_(grid),
        used_(stages.size(), false) {
    const int parts = stages.empty() ? 1 : stages.front().divided;
    if (parts < 1 || (parts > 1 && grid != lattice::Grid::cubes)) {
      blame("cells that are divided into no cells");
      return;
    }
    Numbers all;
    std::size_t cells_in_all = 0;
    Places places;
    for (const Cells& cells : pieces) {
      all.push_back(static_cast<std::uint32_t>(all.size()));
      places.push_back(lattice::divided(cells, parts));
      cells_in_all += places.back().size();
    }
    if (united(places, all).size() != cells_in_all) blame("two pieces overlap at the start");
    if (stages.empty()) {
      if (all.size() > 1) blame("it has no stages");
      return;
    }
    take_apart(0, all, std::move(places));
    if (std::find(used_.begin(), used_.end(), false) != used_.end()) {
      blame("a stage belongs to no part");
    }
  }

  std::vector<std::string> faults() && { return std::move(faults_); }

 private:
  using Set = std::set<Cell>;
  using Places = std::vector<Cells>;  // the cells of each piece

  void blame(const std::string& fault) { faults_.push_back(fault); }
  void blame(std::size_t stage, std::size_t slide, const std::string& fault) {
    const bool turns = stages_[stage].slides[slide].turn.has_value();
    blame("stage " + std::to_string(stage + 1) + (turns ? ", turn " : ", slide ") +
          std::to_string(slide + 1) + ": " + fault);
  }

  static bool overlap(const Set& a, const Set& b) {
    return std::any_of(a.begin(), a.end(), [&](const Cell& cell) { return b.count(cell) != 0; });
  }
  static Set united(const Places& places, const Numbers& pieces) {
    Set cells;
    for (const std::uint32_t p : pieces) cells.insert(places[p].begin(), places[p].end());
    return cells;
  }
  static Set shifted(const Set& cells, const Cell& by) {
    Set result;
    for (const Cell& cell : cells) result.insert(cell + by);
    return result;
  }
  static Numbers without(const Numbers& pieces, const Numbers& some) {
    Numbers rest;
    for (const std::uint32_t p : pieces) {
      if (std::find(some.begin(), some.end(), p) == some.end()) rest.push_back(p);
    }
    return rest;
  }
  /// Whether pieces that do not overlap before and after a step collide during the step.
  bool collide_on_the_way(const Set& sliding, const Set& rest, const Cell& step) {
    if (grid_ == lattice::Grid::cubes) return false;
    return std::any_of(sliding.begin(), sliding.end(), [&](const Cell& mine) {
      return std::any_of(rest.begin(), rest.end(),
                         [&](const Cell& other) { return collisions_.collide(mine, other, step); });
    });
  }
  [[nodiscard]] bool is_step(const Cell& c) const {
    if (grid_ == lattice::Grid::cubes) return c.x * c.x + c.y * c.y + c.z * c.z == 1;
    const Cells& steps = slide_directions(lattice::Lattice::of(grid_));
    return std::any_of(steps.begin(), steps.end(),
                       [&](const Cell& step) { return c == step || Cell{} - c == step; });
  }

  /// A number of unit steps after which every sliding piece has passed all others.
  static std::uint32_t far_enough(const Set& cells) {
    int least = 0;
    int most = 0;
    for (const Cell& c : cells) {
      least = std::min({least, c.x, c.y, c.z});
      most = std::max({most, c.x, c.y, c.z});
    }
    return static_cast<std::uint32_t>(most - least) + 2;
  }

  void take_apart(std::size_t number, const Numbers& pieces, Places places) {
    if (number >= stages_.size() || used_[number])
      return blame("a stage is missing, or used twice");
    used_[number] = true;
    const Stage& stage = stages_[number];
    if (stage.divided != stages_.front().divided)
      return blame("stage " + std::to_string(number + 1) + " divides cells in another way");
    if (stage.pieces != pieces)
      return blame("stage " + std::to_string(number + 1) + " is not of the pieces of its part");
    if (stage.slides.empty())
      return blame("stage " + std::to_string(number + 1) + " has no slides");
    for (std::size_t s = 0; s < stage.slides.size(); ++s) {
      const Slide& slide = stage.slides[s];
      const Numbers staying = without(pieces, slide.pieces);
      if (slide.pieces.empty() || staying.empty() ||
          slide.pieces.size() + staying.size() != pieces.size()) {
        return blame(number, s, "not some of the pieces, each once");
      }
      const bool last = s + 1 == stage.slides.size();
      const std::string fault =
          slide.turn ? turn(slide, staying, last, places) : move(slide, staying, last, places);
      if (!fault.empty()) return blame(number, s, fault);
    }
    const Numbers& removed = stage.slides.back().pieces;
    go_on(stage.staying, without(pieces, removed), places);
    go_on(stage.removed, removed, places);
  }

  /// Replays a slide as a motion of one set of cells: the cells of all sliding pieces. Returns a
  /// description of the fault, or an empty text.
  std::string move(const Slide& slide, const Numbers& staying, bool last, Places& places) {
    if (!is_step(slide.direction)) return "not along an axis";
    if (last != (slide.distance == 0)) return "only the last slide of a stage is without end";
    const Set rest = united(places, staying);
    const Set start = united(places, slide.pieces);
    Set sliding = start;
    // A slide without end is replayed until the sliding pieces have passed all others.
    Set all = rest;
    all.insert(start.begin(), start.end());
    const std::uint32_t past = far_enough(all);
    const std::uint32_t steps = last ? past : std::min(past, slide.distance);
    for (std::uint32_t step = 1; step <= steps; ++step) {
      const bool met = collide_on_the_way(sliding, rest, slide.direction);
      sliding = shifted(sliding, slide.direction);
      if (met || overlap(sliding, rest)) {
        return "pieces collide after " + std::to_string(step) +
               (grid_ == lattice::Grid::cubes ? " cells" : " steps");
      }
    }
    const Cell by = times(static_cast<int>(slide.distance), slide.direction);
    for (const std::uint32_t p : slide.pieces) {
      for (Cell& cell : places[p]) cell = cell + by;
    }
    return {};
  }

  /// Replays a turn, one cell at a time. Returns a description of the fault, or an empty text.
  std::string turn(const Slide& slide, const Numbers& staying, bool last, Places& places) const {
    if (grid_ != lattice::Grid::cubes) return "only cubes turn";
    if (last) return "the last slide of a stage is without end";
    if (slide.direction != Cell{} || slide.distance != 0) return "a turn that slides";
    if (!is_quarter_turn(*slide.turn)) return "not a quarter turn of cells";
    const Set rest = united(places, staying);
    for (const std::uint32_t p : slide.pieces) {
      for (Cell& cell : places[p]) {
        if (std::any_of(rest.begin(), rest.end(), [&](const Cell& other) {
              return collides_on_turn(*slide.turn, cell, other);
            })) {
          return "pieces collide";
        }
        cell = replayed(*slide.turn, cell);
      }
    }
    return {};
  }

  void go_on(const std::optional<std::size_t>& stage, const Numbers& pieces, const Places& places) {
    if (stage) return take_apart(*stage, pieces, places);
    const bool one_group = !groups_.empty() && groups_[pieces.front()] != 0 &&
                           std::all_of(pieces.begin(), pieces.end(), [&](std::uint32_t p) {
                             return groups_[p] == groups_[pieces.front()];
                           });
    if (pieces.size() > 1 && !one_group) blame("pieces are left together");
  }

  std::span<const Cells> pieces_;
  std::span<const Stage> stages_;
  std::span<const std::uint32_t> groups_;
  lattice::Grid grid_;
  Collisions collisions_;
  std::vector<bool> used_;
  std::vector<std::string> faults_;
};

}  // namespace

std::vector<std::string> replay_faults(std::span<const Cells> pieces, std::span<const Stage> stages,
                                       std::span<const std::uint32_t> groups, lattice::Grid grid) {
  return Replay(pieces, stages, groups, grid).faults();
}

bool runs_into(lattice::Grid grid, const Cell& sliding, const Cell& staying, const Cell& step) {
  if (grid == lattice::Grid::spheres) return balls_collide(staying - sliding, step);
  const auto& lattice = lattice::Lattice::of(grid);
  const Cells one = lattice.shape(sliding).vertices;
  const Cells other = lattice.shape(staying).vertices;
  const Cell moved = lattice.point(sliding + step) - lattice.point(sliding);
  Cells differences;
  for (const Cell& mine : one) {
    for (const Cell& corner : other) {
      differences.push_back(corner - mine);
      differences.push_back(corner - mine - moved);
    }
  }
  return is_zero_inside(std::move(differences));
}

}  // namespace dlx::apart
