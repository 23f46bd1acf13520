#include "bindings/web/packing_json.hpp"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "reductions/drawing/palette.hpp"

namespace dlx::web {
namespace {

using Json = nlohmann::ordered_json;
using polycube::CellColour;
using polycube::CellColours;
using polycube::Cells;

constexpr std::int64_t farthest = 10'000;      // limit on coordinates
constexpr std::int64_t most_copies = 100'000;  // limit on copies of a piece, and on empty cells

[[noreturn]] void refuse(const std::string& what) {
  throw std::invalid_argument("this is not a packing puzzle: " + what);
}

std::int64_t whole(const Json& json, std::int64_t least, std::int64_t most, const char* what) {
  if (!json.is_number_integer() || json < least || json > most) {
    refuse(std::string(what) + " must be a whole number from " + std::to_string(least) + " to " +
           std::to_string(most));
  }
  return json.get<std::int64_t>();
}

const Json& list(const Json& json, const char* name) {
  static const Json none = Json::array();
  const auto found = json.find(name);
  if (found == json.end() || found->is_null()) return none;
  if (!found->is_array()) refuse("'" + std::string(name) + "' must be a list");
  return *found;
}

Cells cells_from(const Json& json) {
  Cells cells;
  for (const Json& cell : json) {
    if (!cell.is_array() || cell.size() != 3) refuse("a cell is a list of three numbers");
    const auto at = [&](std::size_t axis) {
      return static_cast<int>(whole(cell[axis], -farthest, farthest, "a coordinate"));
    };
    cells.push_back({at(0), at(1), at(2)});
  }
  return cells;
}

CellColours colours_from(const Json& json) {
  CellColours colours;
  for (const Json& colour : json) {
    colours.push_back(static_cast<CellColour>(whole(colour, 0, 255, "a colour")));
  }
  return colours;
}

std::string shown_colour_from(const Json& json) {
  const auto text = json.is_string() ? json.get<std::string>() : "";
  if (text.size() != 7 || text[0] != '#' ||
      text.find_first_not_of("0123456789abcdefABCDEF", 1) != std::string::npos) {
    refuse("the colour of a piece is '#' and six hexadecimal digits");
  }
  return text;
}

polycube::Piece piece_from(const Json& json) {
  if (!json.is_object()) refuse("a piece is an object");
  polycube::Piece piece;
  if (json.contains("colour")) piece.shown_colour = shown_colour_from(json["colour"]);
  if (const auto name = json.find("name"); name != json.end() && name->is_string()) {
    piece.name = name->get<std::string>();
  }
  piece.cells = cells_from(list(json, "cells"));
  const auto least = json.contains("least") ? whole(json["least"], 0, most_copies, "'least'") : 1;
  if (json.contains("most") && json["most"].is_null()) {
    if (least != 0) refuse("a piece in any number has no least number");
    piece.copies.reset();
  } else {
    const auto most = json.contains("most") ? whole(json["most"], 0, most_copies, "'most'") : 1;
    piece.copies = Bounds{static_cast<std::uint32_t>(least), static_cast<std::uint32_t>(most)};
  }
  piece.colours = colours_from(list(json, "colours"));
  if (piece.colours.empty()) std::sort(piece.cells.begin(), piece.cells.end());
  for (const Json& shape : list(json, "alternatives")) {
    piece.alternatives.push_back(cells_from(shape));
  }
  for (const Json& group : list(json, "groups")) {
    if (!group.is_array() || group.size() != 2) refuse("a group is a list of two numbers");
    const auto part = [&](std::size_t at) {
      return static_cast<std::uint32_t>(whole(group[at], 1, most_copies, "a group"));
    };
    piece.groups.push_back({part(0), part(1)});
  }
  return piece;
}

Json piece_json(const polycube::Piece& piece, const std::string& colour) {
  Json json{{"name", piece.name}, {"cells", to_json(piece.cells)}, {"colour", colour}};
  json["least"] = piece.copies ? piece.copies->at_least : 0;
  json["most"] = piece.copies ? Json(piece.copies->at_most) : Json();
  if (!piece.colours.empty()) json["colours"] = piece.colours;
  for (const Cells& shape : piece.alternatives) json["alternatives"].push_back(to_json(shape));
  for (const polycube::PieceGroup& group : piece.groups) {
    json["groups"].push_back({group.number, group.copies});
  }
  return json;
}

}  // namespace

polycube::Turning turning_from_json(const Json& json) {
  const auto found = json.find("turning");
  if (found == json.end()) {
    // Links made by older versions of the page have the member "flat" instead of "turning".
    return json.contains("flat") && json["flat"] == true ? polycube::Turning::flat_rotations
                                                         : polycube::Turning::rotations;
  }
  const auto turning =
      found->is_string() ? from_string<polycube::Turning>(found->get<std::string>()) : std::nullopt;
  if (!turning) refuse("'turning' must be any, no-flip or no-turn");
  return *turning;
}

polycube::Puzzle packing_from_json(const Json& json) {
  polycube::Puzzle puzzle;
  if (const auto grid = json.find("grid"); grid != json.end()) {
    throw std::invalid_argument("the studio draws cubes only, and this puzzle is on the grid " +
                                grid->dump() + "; solve its text in the view Solve");
  }
  for (const Json& piece : list(json, "pieces")) puzzle.pieces.push_back(piece_from(piece));
  puzzle.target = cells_from(list(json, "target"));
  puzzle.optional_cells = cells_from(list(json, "optional"));
  if (json.contains("holes") && !json["holes"].is_null()) {
    puzzle.holes = static_cast<std::uint32_t>(whole(json["holes"], 0, most_copies, "'holes'"));
  }
  puzzle.turning = turning_from_json(json);
  puzzle.target_colours = colours_from(list(json, "target_colours"));
  puzzle.optional_colours = colours_from(list(json, "optional_colours"));
  for (const Json& pair : list(json, "fitting")) {
    const CellColours two = colours_from(pair);
    if (two.size() != 2) refuse("colours fit in pairs");
    puzzle.fitting.emplace_back(two[0], two[1]);
  }
  if (puzzle.target_colours.empty()) std::sort(puzzle.target.begin(), puzzle.target.end());
  if (puzzle.optional_colours.empty()) {
    std::sort(puzzle.optional_cells.begin(), puzzle.optional_cells.end());
  }
  if (puzzle.pieces.empty()) throw std::invalid_argument("draw a piece first");
  if (puzzle.target.empty() && puzzle.optional_cells.empty()) {
    throw std::invalid_argument("the box has no cells yet");
  }
  for (std::size_t p = 0; p < puzzle.pieces.size(); ++p) {
    if (puzzle.pieces[p].cells.empty()) {
      throw std::invalid_argument("piece " + std::to_string(p + 1) + " has no cells yet");
    }
  }
  return puzzle;
}

Json to_json(const lattice::Cells& cells) {
  Json json = Json::array();
  for (const lattice::Cell& c : cells) json.push_back({c.x, c.y, c.z});
  return json;
}

Json to_json(const polycube::Puzzle& puzzle) {
  Json json{{"pieces", Json::array()}};
  std::vector<std::string> names;
  for (const polycube::Piece& piece : puzzle.pieces) names.push_back(piece.name);
  const std::vector<std::string> colours = drawing::palette::colours_of(names);
  for (std::size_t p = 0; p < puzzle.pieces.size(); ++p) {
    json["pieces"].push_back(piece_json(puzzle.pieces[p], colours[p]));
  }
  json["target"] = to_json(puzzle.target);
  json["optional"] = to_json(puzzle.optional_cells);
  json["holes"] = puzzle.holes ? Json(*puzzle.holes) : Json();
  json["turning"] = to_string(puzzle.turning);
  if (!puzzle.target_colours.empty()) json["target_colours"] = puzzle.target_colours;
  if (!puzzle.optional_colours.empty()) json["optional_colours"] = puzzle.optional_colours;
  for (const auto& [a, b] : puzzle.fitting) json["fitting"].push_back({a, b});
  return json;
}

}  // namespace dlx::web
