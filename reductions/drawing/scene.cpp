#include "reductions/drawing/scene.hpp"

#include <algorithm>
#include <array>
#include <boost/container/flat_map.hpp>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "reductions/data.hpp"
#include "reductions/drawing/palette.hpp"
#include "reductions/lattice/surface.hpp"

namespace dlx::drawing::scene {
namespace {

using Json = nlohmann::ordered_json;

/// Whether a part can slide away in a direction without meeting another part.
bool is_free(const boost::container::flat_map<Cell, std::size_t>& owner, const Part& part,
             std::size_t number, const Cell& direction, int far) {
  return std::all_of(part.cells.begin(), part.cells.end(), [&](Cell cell) {
    for (int step = 0; step < far; ++step) {
      cell = cell + direction;
      const auto found = owner.find(cell);
      if (found != owner.end() && found->second != number) return false;
    }
    return true;
  });
}

Json as_json(const Cell& c) {
  return {c.x, c.y, c.z};
}

Json as_json(const Cells& cells) {
  Json list = Json::array();
  for (const Cell& c : cells) list.push_back(as_json(c));
  return list;
}

Json as_json(const TakenApart& apart) {
  Json json{{"verdict", apart.verdict}};
  if (!apart.level.empty()) json["level"] = apart.level;
  if (apart.stages.empty()) return json;
  json["stages"] = Json::array();
  for (const lattice::Stage& stage : apart.stages) {
    Json slides = Json::array();
    for (const lattice::Slide& slide : stage.slides) {
      if (slide.turn) {
        const auto& [axis, twice] = *slide.turn;
        slides.push_back({{"parts", slide.pieces},
                          {"turn", {{"axis", as_json(axis)}, {"twice", as_json(twice)}}}});
        continue;
      }
      slides.push_back({{"parts", slide.pieces}, {"way", as_json(slide.direction)}});
      if (slide.distance != 0) slides.back()["distance"] = slide.distance;
    }
    Json object{{"parts", stage.pieces}, {"slides", std::move(slides)}};
    if (stage.divided != 1) object["divided"] = stage.divided;
    if (stage.staying) object["staying"] = *stage.staying;
    if (stage.removed) object["removed"] = *stage.removed;
    json["stages"].push_back(std::move(object));
  }
  return json;
}

/// A description of a grid as JSON, for a page without code for grids. The page gets a box with
/// cells of each class, and the shapes of these cells. Translations of the box along the axes give
/// all cells of the grid.
Json as_json(lattice::Grid grid) {
  const lattice::Lattice& lattice = lattice::Lattice::of(grid);
  const auto unit = [&](int x, int y, int z) { return position(lattice, {x, y, z}); };
  Json json{{"name", to_string(grid)},
            {"units", {unit(1, 0, 0)[0], unit(0, 1, 0)[1], unit(0, 0, 1)[2]}},
            {"balls", grid == lattice::Grid::spheres}};
  const Cell& some = lattice.classes().front();
  std::array<int, 3> period{};
  for (std::size_t k = 0; k < 3; ++k) {
    Cell step;
    do {
      step = times(++period[k], lattice::unit_vector(k));
    } while (!lattice.is_shift(step));
    const Cell axis = lattice.point(some + step) - lattice.point(some);
    json["axes"].push_back({axis.x, axis.y, axis.z});
  }
  json["period"] = period;
  for (const Cell& cell : lattice::box(period[0], period[1], period[2])) {
    if (!lattice.is_cell(cell)) continue;
    Json faces = Json::array();
    for (const Cells& face : outward_faces(lattice.shape(cell))) faces.push_back(as_json(face));
    json["shapes"].push_back({{"cell", {cell.x, cell.y, cell.z}}, {"faces", std::move(faces)}});
  }
  return json;
}

/// Replaces the placeholder `place` of a page by JSON.
std::string with_data(std::string_view page, std::string_view place, const std::string& json) {
  const std::size_t at = page.find(place);
  if (at == std::string_view::npos) throw std::logic_error("the page has no place for its data");
  std::string whole(page.substr(0, at));
  for (const char c : json) {
    // '<' is escaped, because a script element must not contain anything that looks like its end
    // tag.
    whole += c == '<' ? std::string("\\u003c") : std::string(1, c);
  }
  return whole.append(page.substr(at + place.size()));
}

}  // namespace

std::vector<std::string> colours_of(const Scene& scene) {
  return scene.colours.empty() ? palette::colours_of(scene.pieces) : scene.colours;
}

std::vector<std::optional<Cell>> put_in_building_order(Parts& parts) {
  Cells all;
  boost::container::flat_map<Cell, std::size_t> owner;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    for (const Cell& cell : parts[p].cells) {
      owner[cell] = p;
      all.push_back(cell);
    }
  }
  const auto [low, high] = lattice::extent(all);
  const int far = std::max({high.x - low.x, high.y - low.y, high.z - low.z});
  const auto highest = [&](std::size_t p) { return lattice::extent(parts[p].cells).low.z; };
  constexpr std::array<Cell, 6> directions{
      {{0, 0, -1}, {0, 1, 0}, {1, 0, 0}, {-1, 0, 0}, {0, -1, 0}, {0, 0, 1}}};
  std::vector<std::size_t> left(parts.size());
  for (std::size_t p = 0; p < left.size(); ++p) left[p] = p;
  std::vector<std::size_t> taken_off;
  std::vector<std::optional<Cell>> ways;
  while (!left.empty()) {
    // The highest part is taken off first, so it is added last when building.
    std::stable_sort(left.begin(), left.end(),
                     [&](std::size_t a, std::size_t b) { return highest(a) < highest(b); });
    auto next = left.begin();
    std::optional<Cell> way;
    for (const Cell& direction : directions) {
      const auto found = std::find_if(left.begin(), left.end(), [&](std::size_t p) {
        return is_free(owner, parts[p], p, direction, far);
      });
      if (found != left.end()) {
        next = found;
        way = direction;
        break;
      }
    }
    taken_off.push_back(*next);
    ways.push_back(way);
    for (const Cell& cell : parts[*next].cells) owner.erase(cell);
    left.erase(next);
  }
  Parts ordered;
  for (auto p = taken_off.rbegin(); p != taken_off.rend(); ++p) {
    ordered.push_back(std::move(parts[*p]));
  }
  parts = std::move(ordered);
  std::reverse(ways.begin(), ways.end());
  return ways;
}

std::string to_json(const Scene& scene, std::size_t most_bytes) {
  Json head;
  head["format"] = "dlx-scene/1";
  head["kind"] = scene.walks.empty() ? "assembly" : "walk";
  head["title"] = scene.title;
  if (!scene.subtitle.empty()) head["subtitle"] = scene.subtitle;
  if (scene.grid != lattice::Grid::cubes) head["grid"] = as_json(scene.grid);
  if (scene.walks.empty()) {
    head["pieces"] = Json::array();
    const std::vector<std::string> colours = colours_of(scene);
    for (std::size_t p = 0; p < scene.pieces.size(); ++p) {
      head["pieces"].push_back({{"name", scene.pieces[p]}, {"colour", colours[p]}});
    }
  }
  std::string text = head.dump();
  text.pop_back();
  text += ",\"solutions\":[";
  const std::size_t count = scene.walks.empty() ? scene.assemblies.size() : scene.walks.size();
  std::size_t shown = 0;
  for (; shown < count; ++shown) {
    Json solution;
    solution["name"] = std::to_string(shown + 1);
    if (!scene.walks.empty()) {
      solution["walk"] = as_json(scene.walks[shown]);
    } else {
      solution["parts"] = Json::array();
      for (const Part& part : scene.assemblies[shown]) {
        solution["parts"].push_back(
            {{"piece", part.piece}, {"label", part.label}, {"cells", as_json(part.cells)}});
      }
      if (shown < scene.apart.size() && !scene.apart[shown].verdict.empty()) {
        solution["apart"] = as_json(scene.apart[shown]);
      }
    }
    const std::string added = (shown == 0 ? "" : ",") + solution.dump();
    if (shown > 0 && text.size() + added.size() > most_bytes) break;
    text += added;
  }
  text += ']';
  const std::uint64_t more = count - shown + scene.left_out;
  if (more > 0) text += ",\"more\":\"" + std::to_string(more) + '"';
  return text + '}';
}

std::string to_html(const Scene& scene) {
  return with_data(data::viewer_html(), "DLX_SCENE", to_json(scene));
}

std::string search_page(const std::string& tree) {
  return with_data(data::learn_html(), "DLX_TREE", tree);
}

}  // namespace dlx::drawing::scene
