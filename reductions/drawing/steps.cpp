#include "reductions/drawing/steps.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

#include "reductions/apart/rotations.hpp"
#include "reductions/drawing/palette.hpp"

namespace dlx::drawing::steps {
namespace {

using Places = std::vector<Cells>;  // cells of each part

Cells moved(const Cells& cells, const Cell& shift) {
  return lattice::image(cells, [&](const Cell& c) { return c + shift; });
}

lattice::Extent extent_of(const Places& places, const std::vector<std::uint32_t>& parts) {
  Cells all;
  for (const std::uint32_t p : parts) all.insert(all.end(), places[p].begin(), places[p].end());
  return lattice::extent(all);
}

std::vector<std::uint32_t> others(const std::vector<std::uint32_t>& all,
                                  const std::vector<std::uint32_t>& some) {
  std::vector<std::uint32_t> rest;
  std::set_difference(all.begin(), all.end(), some.begin(), some.end(), std::back_inserter(rest));
  return rest;
}

/// The distance that the moving parts must slide until a gap of one cell separates them from all
/// other parts. The unit is a cell divided by `divided`.
int way_out(const Places& places, const std::vector<std::uint32_t>& moving,
            const std::vector<std::uint32_t>& rest, const Cell& way, int divided) {
  const auto a = extent_of(places, moving);
  const auto b = extent_of(places, rest);
  const auto least = std::min(dot(a.low, way), dot(a.high, way));
  const auto most = std::max(dot(b.low, way), dot(b.high, way));
  return static_cast<int>(std::max<std::int64_t>(most - least, 0)) + 1 + divided;
}

std::string names(const scene::Parts& parts, const std::vector<std::uint32_t>& some) {
  std::string text;
  for (const std::uint32_t p : some) text += (text.empty() ? "" : " ") + parts[p].label;
  return text;
}

std::string in_words(const Cell& way) {
  if (way.x != 0) return way.x > 0 ? "to the right" : "to the left";
  if (way.y != 0) return way.y > 0 ? "to the front" : "to the back";
  return way.z > 0 ? "down" : "up";
}

/// A distance in cells: "2" or "1.5".
std::string in_cells(int distance, int divided) {
  const std::string whole = std::to_string(distance / divided);
  return distance % divided == 0 ? whole : whole + ".5";
}

Step step_of(const Places& places, const std::vector<std::uint32_t>& shown,
             std::vector<std::uint32_t> moving, std::string words) {
  Step step{.bodies = {}, .moving = std::move(moving), .words = std::move(words)};
  for (const std::uint32_t p : shown) step.bodies.emplace_back(p, places[p]);
  return step;
}

/// Appends the pictures of a stage, which separates some of the parts into two groups. Then appends
/// the pictures of the stages of the two groups. Each picture shows the parts after a move.
void take_apart(const scene::Parts& parts, const std::vector<lattice::Stage>& stages,
                std::size_t number, Places places, std::vector<Step>& steps) {
  const lattice::Stage& stage = stages[number];
  for (const lattice::Slide& slide : stage.slides) {
    std::vector<std::uint32_t> moving = slide.pieces;
    if (slide.turn) {
      const lattice::Motion turn = apart::quarter_of(*slide.turn).motion;
      for (const std::uint32_t p : moving) places[p] = lattice::image(places[p], turn);
      steps.push_back(
          step_of(places, stage.pieces, moving, names(parts, moving) + ": a quarter turn"));
      continue;
    }
    Cell way = slide.direction;
    if (moving.size() * 2 > stage.pieces.size()) {  // the group with fewer parts moves
      moving = others(stage.pieces, moving);
      way = times(-1, way);
    }
    const bool parts_them = slide.distance == 0;
    const int far = parts_them
                        ? way_out(places, moving, others(stage.pieces, moving), way, stage.divided)
                        : static_cast<int>(slide.distance);
    for (const std::uint32_t p : moving) places[p] = moved(places[p], times(far, way));
    const std::string by = parts_them ? "" : in_cells(far, stage.divided) + " ";
    steps.push_back(step_of(places, stage.pieces, moving,
                            names(parts, moving) + ": " + by + in_words(times(-1, way))));
  }
  if (stage.staying) take_apart(parts, stages, *stage.staying, places, steps);
  if (stage.removed) take_apart(parts, stages, *stage.removed, places, steps);
}

/// Appends pictures that show how the parts are removed one by one, in the reverse of the order in
/// which they are put together.
void take_off(const scene::Parts& parts, const Places& places, std::vector<Step>& steps) {
  scene::Parts ordered = parts;
  for (std::size_t p = 0; p < parts.size(); ++p) ordered[p].piece = static_cast<std::uint32_t>(p);
  const auto ways = scene::put_in_building_order(ordered);
  for (std::size_t last = ordered.size(); last-- > 1;) {
    std::vector<std::uint32_t> shown;
    for (std::size_t p = 0; p < last; ++p) shown.push_back(ordered[p].piece);
    const std::uint32_t moving = ordered[last].piece;
    Places now = places;
    std::string words = parts[moving].label + ": not by a straight move";
    if (ways[last]) {
      now[moving] =
          moved(now[moving], times(way_out(now, {moving}, shown, *ways[last], 1), *ways[last]));
      words = parts[moving].label + ": " + in_words(times(-1, *ways[last]));
    }
    shown.push_back(moving);
    steps.push_back(step_of(now, shown, {moving}, words));
  }
}

/// The parts moved away from the middle, as far as necessary to separate them.
Places exploded(const Places& places, const std::vector<std::uint32_t>& all) {
  const auto whole = extent_of(places, all);
  const Cell middle = whole.low + whole.high;
  const bool is_flat =
      whole.low.x == whole.high.x || whole.low.y == whole.high.y || whole.low.z == whole.high.z;
  for (int factor = is_flat ? 2 : 4;; ++factor) {
    Places apart = places;
    std::set<Cell> taken;
    bool overlap = false;
    for (Cells& cells : apart) {
      const auto [low, high] = lattice::extent(cells);
      const Cell far = times(factor, low + high - middle);
      cells = moved(cells, {far.x / 4, far.y / 4, far.z / 4});
      for (const Cell& c : cells) overlap |= !taken.insert(c).second;
    }
    // Limit on the factor by which parts are moved away from the middle. Without it, the loop would
    // not end for parts with the same middle, because they cannot be separated in this way.
    constexpr int most = 12;
    if (!overlap || factor == most) return overlap ? places : apart;
  }
}

/// Draws cubes from the farthest to the nearest. x increases to the lower right, y to the lower
/// left.
class Painter {
 public:
  Painter(const scene::Parts& parts, const std::vector<std::string>& colours, const Step& step)
      : parts_(parts),
        colours_(colours),
        step_(step),
        across_(20.78 / step.divided),
        down_(12.0 / step.divided),
        high_(24.0 / step.divided) {
    for (const auto& [part, cells] : step.bodies) {
      for (const Cell& c : cells) owner_[c] = part;
    }
  }

  svg::Drawing drawing() {
    double left = 0, right = 0, top = 0, bottom = 0;
    std::vector<Cell> order;
    for (const auto& [c, part] : owner_) {
      const auto [x, y] = point(c.x, c.y, c.z);
      if (order.empty()) left = right = x, top = bottom = y;
      left = std::min(left, x - across_);
      right = std::max(right, x + across_);
      top = std::min(top, y);
      bottom = std::max(bottom, y + 2 * down_ + high_);
      order.push_back(c);
    }
    shift_x_ = margin - left;
    shift_y_ = margin - top;
    std::stable_sort(order.begin(), order.end(), [](const Cell& a, const Cell& b) {
      return a.x + a.y - a.z < b.x + b.y - b.z;
    });
    constexpr double words_height = 24;
    const double width = std::max(right - left, 8.5 * static_cast<double>(step_.words.size()));
    svg::Drawing picture(static_cast<int>(width + 2 * margin),
                         static_cast<int>(bottom - top + 2 * margin + words_height), step_.words);
    for (const Cell& c : order) cube(picture, c);
    for (const Cell& c : labelled(order)) label(picture, c);
    picture.text(margin, bottom - top + margin + words_height, 15, step_.words,
                 {.from_left = true, .bold = true});
    return picture;
  }

 private:
  static constexpr double margin = 14;

  [[nodiscard]] std::pair<double, double> point(double x, double y, double z) const {
    return {(x - y) * across_ + shift_x_, (x + y) * down_ + z * high_ + shift_y_};
  }

  [[nodiscard]] bool is_of(const Cell& c, std::uint32_t part) const {
    const auto found = owner_.find(c);
    return found != owner_.end() && found->second == part;
  }

  [[nodiscard]] std::string colour_of(std::uint32_t part) const {
    const std::string& colour = colours_[parts_[part].piece];
    const bool is_pale =
        !step_.moving.empty() && !std::count(step_.moving.begin(), step_.moving.end(), part);
    return is_pale ? palette::lightened(colour, 0.55) : colour;
  }

  /// Draws a face, given by its corner and two directions. A side of the face gets a line if the
  /// part ends there, or if the next face has another direction.
  void face(svg::Drawing& picture, const Cell& c, const Cell& corner, const Cell& normal,
            const Cell& a, const Cell& b, double light) {
    if (owner_.contains(c + normal)) return;
    const std::uint32_t part = owner_.at(c);
    const Cell corners[] = {corner, corner + a, corner + a + b, corner + b};
    std::string data;
    for (const Cell& k : corners) data += (data.empty() ? "M" : "L") + place(k);
    const std::string colour = palette::lightened(colour_of(part), light);
    picture.shape(data + "z", colour);
    picture.path(data + "z", 0.5, colour);  // this line prevents visible seams between faces
    const Cell beside[] = {times(-1, b), a, b, times(-1, a)};
    std::string lines;
    for (std::size_t k = 0; k < 4; ++k) {
      if (is_of(c + beside[k], part) && !owner_.contains(c + beside[k] + normal)) continue;
      lines += "M" + place(corners[k]) + "L" + place(corners[(k + 1) % 4]);
    }
    if (!lines.empty()) picture.path(lines, 1.4);
  }

  [[nodiscard]] std::string place(const Cell& c) const {
    const auto [x, y] = point(c.x, c.y, c.z);
    const auto tenths = [](double value) {
      const long all = std::lround(value * 10);
      return std::to_string(all / 10) + "." + std::to_string(all % 10);
    };
    return tenths(x) + " " + tenths(y);
  }

  void cube(svg::Drawing& picture, const Cell& c) {
    constexpr Cell x{1, 0, 0};
    constexpr Cell y{0, 1, 0};
    constexpr Cell z{0, 0, 1};
    face(picture, c, c, {0, 0, -1}, x, y, 0.15);
    face(picture, c, c + y, y, x, z, -0.12);
    face(picture, c, c + x, x, y, z, -0.3);
  }

  /// For each part, the nearest cell whose top is visible.
  [[nodiscard]] std::vector<Cell> labelled(const std::vector<Cell>& order) const {
    std::map<std::uint32_t, Cell> found;
    for (const Cell& c : order) {
      bool is_seen = !owner_.contains(c - Cell{0, 0, 1});
      for (int k = 1; k < 64 && is_seen; ++k) {
        for (const Cell& d : {Cell{k, k, -k}, Cell{k, k - 1, -k}, Cell{k - 1, k, -k},
                              Cell{k, k, -k - 1}, Cell{k - 1, k - 1, -k}}) {
          is_seen = is_seen && !owner_.contains(c + d);
        }
      }
      if (is_seen) found[owner_.at(c)] = c;
    }
    std::vector<Cell> cells;
    for (const auto& [part, cell] : found) cells.push_back(cell);
    return cells;
  }

  void label(svg::Drawing& picture, const Cell& c) {
    const auto [x, y] = point(c.x + 0.5, c.y + 0.5, c.z);
    const std::uint32_t part = owner_.at(c);
    const std::string& word = parts_[part].label;
    const double size =
        std::min(15.0, 30.0 / static_cast<double>(std::max<std::size_t>(1, word.size())));
    picture.text(x, y, size, word,
                 {.colour = palette::ink_on(palette::lightened(colour_of(part), 0.15))});
  }

  const scene::Parts& parts_;
  const std::vector<std::string>& colours_;
  const Step& step_;
  std::map<Cell, std::uint32_t> owner_;
  // Measures of a cube in the drawing (or of one of the smaller cubes into which it is divided):
  // half its width, half the height of its top face, and the height of its side faces.
  double across_, down_, high_;
  double shift_x_ = 0, shift_y_ = 0;
};

}  // namespace

std::vector<Step> steps_of(const scene::Parts& parts, const scene::TakenApart& apart) {
  const int divided = apart.stages.empty() ? 1 : apart.stages.front().divided;
  Places places;
  std::vector<std::uint32_t> all;
  for (const scene::Part& part : parts) {
    all.push_back(static_cast<std::uint32_t>(all.size()));
    places.push_back(lattice::divided(part.cells, divided));
  }
  std::vector<Step> steps{step_of(places, all, {}, "put together")};
  if (apart.stages.empty()) {
    take_off(parts, places, steps);
  } else {
    take_apart(parts, apart.stages, 0, places, steps);
  }
  steps.push_back(step_of(exploded(places, all), all, {}, "the parts"));
  std::reverse(steps.begin(), steps.end());
  for (Step& step : steps) step.divided = divided;
  return steps;
}

std::vector<svg::Drawing> drawings(const scene::Parts& parts,
                                   const std::vector<std::string>& colours,
                                   const std::vector<Step>& steps) {
  std::vector<svg::Drawing> result;
  result.reserve(steps.size());
  for (const Step& step : steps) result.push_back(Painter(parts, colours, step).drawing());
  return result;
}

void check(lattice::Grid grid) {
  if (grid != lattice::Grid::cubes) {
    throw std::invalid_argument(
        "--cut and --steps draw cubes only, and this puzzle is on the grid '" +
        std::string(to_string(grid)) + "'");
  }
}

}  // namespace dlx::drawing::steps
