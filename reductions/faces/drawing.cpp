#include <algorithm>
#include <map>
#include <span>
#include <stdexcept>
#include <utility>

#include "reductions/drawing/palette.hpp"
#include "reductions/drawing/sheet.hpp"
#include "reductions/faces/faces.hpp"

namespace dlx::faces {
namespace {

const std::string& letter_of(const Model& model, const Placement& placement) {
  const Layout& layout = model.puzzle.layout;
  if (!layout.letters.empty() && !layout.letters[placement.position].empty()) {
    return layout.letters[placement.position];
  }
  return model.puzzle.pieces[placement.piece].letter;
}

struct Spot {
  int x, y;
  friend auto operator<=>(const Spot&, const Spot&) = default;
};

/// The top left cell of each position in the drawing.
std::vector<Spot> spots_of(const Layout& layout) {
  std::vector<Spot> spots;
  for (int p = 0; p < static_cast<int>(layout.names.size()); ++p) {
    if (layout.drawn_at.empty()) {
      spots.push_back({p * (piece_side + 1), 0});
    } else {
      const auto& at = layout.drawn_at[static_cast<std::size_t>(p)];
      spots.push_back({at[0], at[1]});
    }
  }
  return spots;
}

/// Which position fills each cell of the drawing.
std::map<Spot, std::uint32_t> filled_cells(const Model& model, const Assembled& assembled) {
  const auto spots = spots_of(model.puzzle.layout);
  std::map<Spot, std::uint32_t> owner;
  for (const Placement& p : assembled) {
    for (int r = 0; r < piece_side; ++r) {
      for (int c = 0; c < piece_side; ++c) {
        if (!filled(p.rim, r, c)) continue;
        owner[{spots[p.position].x + c, spots[p.position].y + r}] = p.position;
      }
    }
  }
  return owner;
}

/// A colour for every piece: that of its name or of its set, if one of these begins with a colour
/// word; otherwise all pieces of one set, or shades of a colour for each of several sets.
std::vector<std::string> colours_of(const std::vector<Piece>& pieces) {
  std::vector<drawing::palette::Kind> sets;
  std::vector<std::size_t> set_of;  // by piece
  std::vector<std::string> names;
  for (const Piece& piece : pieces) {
    const auto found =
        std::find_if(sets.begin(), sets.end(),
                     [&](const drawing::palette::Kind& set) { return set.name == piece.set; });
    set_of.push_back(static_cast<std::size_t>(found - sets.begin()));
    if (found == sets.end()) sets.push_back({piece.set, 0});
    ++sets[set_of.back()].copies;
    const bool is_named =
        !drawing::palette::named_colours(std::span(&piece.name, 1)).front().empty();
    names.push_back(is_named ? piece.name : piece.set);
  }
  if (sets.size() < 2) return drawing::palette::colours_of(names);
  std::vector<std::string> colours = drawing::palette::named_colours(names);
  const auto shades = drawing::palette::colours(sets);
  std::vector<std::size_t> next(sets.size());
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const std::string& shade = shades[set_of[i]][next[set_of[i]]++];
    if (colours[i].empty()) colours[i] = shade;
  }
  return colours;
}

}  // namespace

std::string draw(const Model& model, const Assembled& assembled, drawing::palette::Paint paint) {
  const auto owner = filled_cells(model, assembled);
  if (owner.empty()) return "\n";
  const auto colours = colours_of(model.puzzle.pieces);
  int left = owner.begin()->first.x;
  std::map<int, std::map<int, std::uint32_t>> rows;
  for (const auto& [spot, position] : owner) {
    rows[spot.y][spot.x] = position;
    left = std::min(left, spot.x);
  }
  std::string picture;
  for (int y = rows.begin()->first; y <= rows.rbegin()->first; ++y) {
    int x = left;
    for (const auto& [at, position] : rows[y]) {
      for (; x < at; ++x) picture += ' ';
      const std::string& letter = letter_of(model, assembled[position]);
      picture += paint == drawing::palette::Paint::plain
                     ? letter
                     : drawing::palette::painted(letter, colours[assembled[position].piece]);
      ++x;
    }
    picture += '\n';
  }
  return picture + '\n';
}

std::vector<drawing::svg::Picture> drawings(const Model& model,
                                            std::span<const Assembled> assemblies) {
  constexpr int cell = 14;
  constexpr int margin = 10;
  const auto spots = spots_of(model.puzzle.layout);
  const auto colours = colours_of(model.puzzle.pieces);
  Spot low{0, 0};
  Spot high{0, 0};
  for (std::size_t i = 0; i < spots.size(); ++i) {
    const Spot s = spots[i];
    low = i == 0 ? s : Spot{std::min(low.x, s.x), std::min(low.y, s.y)};
    high = {std::max(high.x, s.x + piece_side), std::max(high.y, s.y + piece_side)};
  }
  const std::string across = "h" + std::to_string(cell);
  const std::string down = "v" + std::to_string(cell);
  const auto px = [&](int x) { return margin + cell * (x - low.x); };
  const auto py = [&](int y) { return margin + cell * (y - low.y); };

  std::vector<drawing::svg::Picture> result;
  for (const Assembled& assembled : assemblies) {
    std::string description = "Unfolded:";
    for (const Placement& p : assembled) {
      description +=
          " " + model.puzzle.layout.names[p.position] + "=" + model.puzzle.pieces[p.piece].name;
    }
    drawing::svg::Picture& picture =
        result.emplace_back(2 * margin + cell * (high.x - low.x),
                            2 * margin + cell * (high.y - low.y), std::move(description));
    const auto owner = filled_cells(model, assembled);
    std::string borders;
    const auto border = [&](Spot from, const std::string& run) {
      borders += "M" + std::to_string(px(from.x)) + " " + std::to_string(py(from.y)) + run;
    };
    for (const auto& [spot, position] : owner) {
      const auto is_owner = [&, mine = position](Spot other) {
        const auto found = owner.find(other);
        return found != owner.end() && found->second == mine;
      };
      picture.rectangle(px(spot.x), py(spot.y), cell, cell, colours[assembled[position].piece]);
      if (!is_owner({spot.x, spot.y - 1})) border(spot, across);
      if (!is_owner({spot.x - 1, spot.y})) border(spot, down);
      // What lies to the right or below draws its own border, if anything is there.
      if (!owner.contains({spot.x, spot.y + 1})) border({spot.x, spot.y + 1}, across);
      if (!owner.contains({spot.x + 1, spot.y})) border({spot.x + 1, spot.y}, down);
    }
    picture.path(borders, 1.8);
    for (const Placement& p : assembled) {
      picture.text(px(spots[p.position].x) + cell * piece_side / 2.0,
                   py(spots[p.position].y) + cell * piece_side / 2.0, 1.4 * cell,
                   letter_of(model, p), {.colour = drawing::palette::ink_on(colours[p.piece])});
    }
  }
  return result;
}

drawing::svg::Legend legend(const Model& model, std::span<const Assembled> assemblies) {
  std::map<std::uint32_t, std::string> used;
  const bool by_position = !model.puzzle.layout.letters.empty();
  for (const Assembled& assembled : assemblies) {
    for (const Placement& p : assembled) {
      used.emplace(p.piece, by_position ? "" : letter_of(model, p));
    }
  }
  const auto colours = colours_of(model.puzzle.pieces);
  drawing::svg::Legend result;
  for (const auto& [piece, letter] : used) {
    result.push_back(
        {.marks = {{colours[piece], letter}}, .name = model.puzzle.pieces[piece].name});
  }
  return result;
}

std::string draw_svg(const Model& model, std::span<const Assembled> assemblies) {
  return drawing::svg::one_page(drawings(model, assemblies));
}

std::string placements_text(const Model& model, const Assembled& assembled) {
  std::string text;
  for (const Placement& p : assembled) {
    text += model.puzzle.layout.names[p.position] + "=" + model.puzzle.pieces[p.piece].name + ":" +
            word(p.rim) + "\n";
  }
  return text;
}

drawing::scene::Scene to_scene(const Model& model, std::span<const Assembled> assemblies,
                               std::string title) {
  const Layout& layout = model.puzzle.layout;
  int side = 1;
  while (6 * side * side < static_cast<int>(layout.size())) ++side;
  constexpr int largest_side = 9;
  const auto is_that_cube = [&] {
    if (side > largest_side) return false;
    const Layout cube_of_side = cube(side);
    return cube_of_side.names == layout.names && cube_of_side.joints == layout.joints &&
           cube_of_side.corners == layout.corners;
  };
  if (!is_that_cube()) {
    throw std::invalid_argument("only cubes can be shown in space; the positions here are tables");
  }
  const std::vector<Panel> panels = shell(side);
  drawing::scene::Scene result{.title = std::move(title)};
  for (const Piece& piece : model.puzzle.pieces) result.pieces.push_back(piece.name);
  result.colours = colours_of(model.puzzle.pieces);
  for (const Assembled& assembled : assemblies) {
    drawing::scene::Parts parts;
    for (const Placement& p : assembled) {
      drawing::scene::Part part{.piece = p.piece, .label = letter_of(model, p), .cells = {}};
      for (int row = 0; row < 5; ++row) {
        for (int column = 0; column < 5; ++column) {
          if (!filled(p.rim, row, column)) continue;
          // The shell's z runs upward; to turn it downward, y turns as well.
          const Cell& c =
              panels[p.position]
                  .cells[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
          part.cells.push_back({c.x, -c.y, -c.z});
        }
      }
      std::sort(part.cells.begin(), part.cells.end());
      parts.push_back(std::move(part));
    }
    drawing::scene::put_in_building_order(parts);
    result.assemblies.push_back(std::move(parts));
  }
  return result;
}

}  // namespace dlx::faces
