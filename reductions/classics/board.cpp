// A board knows options and squares, no rules: which options are chosen at a moment, the search
// says.

#include "reductions/classics/board.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "reductions/lattice/lattice.hpp"

namespace dlx::classics::board {
namespace {

using Json = nlohmann::ordered_json;

Json as_json(const std::vector<Mark>& marks) {
  Json list = Json::array();
  for (const Mark& mark : marks) {
    Json entry = Json::array({mark.x, mark.y});
    if (!mark.text.empty()) entry.push_back(mark.text);
    list.push_back(std::move(entry));
  }
  return list;
}

}  // namespace

Board of(const queens::Model& model) {
  Board board{.kind = Kind::chess, .width = model.n, .height = model.n};
  for (int row = 0; row < model.n; ++row) {
    for (int column = 0; column < model.n; ++column) {
      board.options.push_back({{column, row, "\u265B"}});
    }
  }
  return board;
}

Board of(const sudoku::Model& model) {
  const sudoku::Puzzle& puzzle = model.puzzle;
  const int n = puzzle.size();
  Board board{.kind = Kind::sudoku,
              .width = n,
              .height = n,
              .box_width = puzzle.box_width,
              .box_height = puzzle.box_height};
  for (int s = 0; s < n * n; ++s) {
    const int value = puzzle.squares[static_cast<std::size_t>(s)];
    if (value != 0) board.given.push_back({s % n, s / n, puzzle.alphabet.symbol(value)});
  }
  for (const sudoku::Candidate& c : model.candidates) {
    board.options.push_back({{c.square % n, c.square / n, puzzle.alphabet.symbol(c.value)}});
  }
  return board;
}

Board of(const langford::Model& model) {
  Board board{.kind = Kind::row, .width = 2 * model.n, .height = 1};
  for (const langford::Pair& pair : model.pairs) {
    const std::string number = std::to_string(pair.number);
    board.options.push_back({{pair.first, 0, number}, {pair.first + pair.number + 1, 0, number}});
  }
  return board;
}

Board of(const polycube::Model& model) {
  const lattice::Extent around = lattice::extent(model.puzzle.target);
  if (around.low.z != around.high.z) {
    throw std::invalid_argument("a board is flat, and this region has several layers");
  }
  const auto marks = [&](const lattice::Cells& cells) {
    std::vector<Mark> list;
    for (const lattice::Cell& c : cells) {
      list.push_back({c.x - around.low.x, c.y - around.low.y, ""});
    }
    return list;
  };
  Board board{.kind = Kind::tiles,
              .width = around.high.x - around.low.x + 1,
              .height = around.high.y - around.low.y + 1,
              .squares = marks(model.puzzle.target)};
  for (const polycube::Placement& placement : model.placements) {
    board.options.push_back(marks(placement.cells));
    const std::string& name = model.puzzle.pieces[placement.piece].name;
    if (model.puzzle.pieces.size() > 1) board.options.back().front().text = name;
  }
  return board;
}

std::string to_json(const Board& board) {
  constexpr const char* kinds[] = {"chess", "sudoku", "row", "tiles"};
  Json json{{"kind", kinds[static_cast<std::size_t>(board.kind)]},
            {"width", board.width},
            {"height", board.height}};
  if (!board.squares.empty()) json["squares"] = as_json(board.squares);
  if (board.box_width > 0) json["boxes"] = {board.box_width, board.box_height};
  json["given"] = as_json(board.given);
  json["options"] = Json::array();
  for (const auto& marks : board.options) json["options"].push_back(as_json(marks));
  return json.dump();
}

}  // namespace dlx::classics::board
