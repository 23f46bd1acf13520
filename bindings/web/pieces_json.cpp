#include "bindings/web/pieces_json.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>

#include "dlx/core/text.hpp"
#include "dlx/io/input.hpp"
#include "dlx/solver.hpp"
#include "reductions/drawing/palette.hpp"
#include "reductions/faces/faces.hpp"
#include "reductions/faces/facts.hpp"
#include "reductions/faces/happy_cubes.hpp"

namespace dlx::web {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const std::vector<faces::Piece>& pieces) {
  std::vector<std::string> names;
  for (const faces::Piece& piece : pieces) names.push_back(piece.name);
  const std::vector<std::string> fills = drawing::palette::named_colours(names);
  Json list = Json::array();
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    list.push_back({{"name", names[p]},
                    {"word", faces::word(pieces[p].rim)},
                    {"letter", pieces[p].letter},
                    {"fill", fills[p]}});
  }
  return list;
}

std::string word_of(const Json& json, const char* name) {
  const auto found = json.find(name);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

Built built(const std::string& word) {
  if (word.empty() || word == "cube") return Built::cube;
  if (word == "tray") return Built::tray;
  if (word == "big") return Built::big;
  throw std::invalid_argument(in_quotes(word) + " is not built of foam pieces");
}

}  // namespace

Pieces pieces_from_json(const Json& json) {
  Pieces pieces;
  pieces.build = built(word_of(json, "build"));
  for (const Json& piece : json.at("pieces")) {
    pieces.pieces.push_back({.name = word_of(piece, "name"),
                             .rim = faces::from_word(word_of(piece, "word")),
                             .letter = word_of(piece, "letter"),
                             .set = word_of(piece, "set")});
  }
  pieces.turn_over = json.value("turn_over", true);
  pieces.one_set_a_face = json.value("one_set_a_face", false);
  const std::string colour = word_of(json, "tray");
  for (const faces::HappyCube& cube : faces::happy_cubes()) {
    if (cube.colour == colour) pieces.tray = cube.tray;
  }
  return pieces;
}

faces::Puzzle assembly_of(const Pieces& pieces) {
  return {.layout = faces::cube(pieces.build == Built::big ? 2 : 1),
          .pieces = pieces.pieces,
          .turn_over = pieces.turn_over,
          .one_set_a_face = pieces.one_set_a_face};
}

polycube::Puzzle tray_of(const Pieces& pieces) {
  if (pieces.tray.empty()) throw std::invalid_argument("choose whose tray is to be filled");
  return faces::tray_puzzle(pieces.pieces, pieces.tray, pieces.turn_over);
}

Json complaints_about(const Pieces& pieces) {
  const faces::Puzzle puzzle = assembly_of(pieces);
  Json list = Json::array();
  for (const faces::Complaint& complaint : complaints(puzzle)) {
    list.push_back(
        {{"piece", complaint.piece ? Json(*complaint.piece) : Json()}, {"text", complaint.text}});
  }
  int cells = 0;
  for (const faces::Piece& piece : puzzle.pieces) cells += faces::cell_count(piece.rim);
  return {
      {"complaints", std::move(list)}, {"cells", cells}, {"wanted", puzzle.layout.cell_count()}};
}

Json mends_of(const Pieces& pieces) {
  Json list = Json::array();
  const faces::Puzzle puzzle = assembly_of(pieces);
  // The total number of nodes of all searches is limited too, because the page waits for them.
  std::uint64_t nodes_left = 2'000'000;
  for (const faces::Correction& correction : corrections(puzzle)) {
    if (nodes_left == 0) break;
    faces::Puzzle changed = puzzle;
    faces::Rim& rim = changed.pieces[correction.piece].rim;
    const unsigned cells = rim ^ correction.rim;
    if (!std::has_single_bit(cells)) continue;
    rim = correction.rim;
    const faces::Model model = faces::build(changed, faces::Formulation::edges);
    // Each search is limited to 20,000 nodes, so it may miss a solution.
    Solver solver(model.problem, {.nodes = std::min<std::uint64_t>(20'000, nodes_left)});
    if (solver.next()) {
      list.push_back({{"piece", correction.piece}, {"cell", std::countr_zero(cells)}});
    }
    nodes_left -= std::min(nodes_left, solver.statistics().nodes);
  }
  return list;
}

Json pieces_in_text(const std::string& given) {
  const std::string text = io::Input::from_text(given, "pieces").rest();
  return to_json(io::parsed(text, "pieces", faces::read_facts).pieces);
}

Json sold_cubes() {
  Json list = Json::array();
  for (const faces::HappyCube& cube : faces::happy_cubes()) {
    list.push_back({{"colour", cube.colour}, {"pieces", to_json(cube.pieces)}});
  }
  return list;
}

}  // namespace dlx::web
