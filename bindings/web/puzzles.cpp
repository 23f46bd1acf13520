#include "bindings/web/puzzles.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "bindings/web/packing_json.hpp"
#include "bindings/web/pieces_json.hpp"
#include "bindings/web/texts.hpp"
#include "dlx/core/problem_builder.hpp"
#include "dlx/core/text.hpp"
#include "dlx/io/input.hpp"
#include "dlx/io/knuth_text.hpp"
#include "dlx/io/solution_text.hpp"
#include "reductions/classics/board.hpp"
#include "reductions/classics/dominoes.hpp"
#include "reductions/classics/langford.hpp"
#include "reductions/classics/pentominoes.hpp"
#include "reductions/classics/queens.hpp"
#include "reductions/classics/sudoku_text.hpp"
#include "reductions/faces/faces.hpp"
#include "reductions/faces/happy_cubes.hpp"
#include "reductions/polycube/soma.hpp"
#include "reductions/snake/as_cover.hpp"
#include "reductions/snake/snake.hpp"

namespace dlx::web {
namespace {

std::string written(const Problem& problem) {
  std::string text;
  io::write_knuth_text(problem, [&](std::string_view line) { text += line; });
  return text;
}

// What each puzzle has to be drawn; the page knows these kinds.

Json picture_of(const polycube::Model& model, const polycube::Assembly& assembly) {
  Json pieces = Json::array();
  for (const polycube::Placement& placement : assembly) {
    pieces.push_back({{"name", model.puzzle.pieces[placement.piece].name},
                      {"kind", placement.piece},
                      {"cells", to_json(placement.cells)}});
  }
  return {{"kind", "cells"}, {"pieces", std::move(pieces)}};
}

Json picture_of(const classics::queens::Model& model, const classics::queens::Board& board) {
  return {{"kind", "board"}, {"side", model.n}, {"columns", board}};
}

Json picture_of(const classics::langford::Model&, const classics::langford::Row& row) {
  return {{"kind", "row"}, {"numbers", row}};
}

Json picture_of(const classics::sudoku::Model& model, const classics::sudoku::Puzzle& solved) {
  Json json = to_json(solved);
  json["kind"] = "sudoku";
  json["given"] = model.puzzle.squares;
  return json;
}

Json picture_of(const faces::Model& model, const faces::Assembled& assembled) {
  return {{"kind", "letters"}, {"text", draw(model, assembled)}};
}

/// A puzzle by the functions that every reduction has.
template <class Model>
class Puzzle final : public Game {
 public:
  explicit Puzzle(Model model, bool solid = true) : model_(std::move(model)), solid_(solid) {}

  const Problem& problem() const override { return model_.problem; }
  std::string text(const std::string&, std::span<const OptionId> solution) const override {
    return draw(model_, decode(model_, solution));
  }
  Json picture(std::span<const OptionId> solution) const override {
    return picture_of(model_, decode(model_, solution));
  }
  bool is_solid() const override { return solid_ && has_scene; }
  drawing::scene::Scene scene(std::span<const Solution> solutions,
                              std::string title) const override {
    if constexpr (has_scene) {
      std::vector<Decoded> decoded;
      for (const Solution& solution : solutions) decoded.push_back(decode(model_, solution));
      return to_scene(model_, std::span<const Decoded>(decoded), std::move(title));
    } else {
      return Game::scene(solutions, std::move(title));
    }
  }
  const polycube::Model* packing() const override {
    if constexpr (std::is_base_of_v<polycube::Model, Model>) {
      return &model_;
    } else {
      return nullptr;
    }
  }
  std::string board() const override {
    if constexpr (requires(const Model& m) { classics::board::of(m); }) {
      try {
        return classics::board::to_json(classics::board::of(model_));
      } catch (const std::invalid_argument&) {  // several layers
        return {};
      }
    } else {
      return {};
    }
  }
  OptionSymmetries symmetries(UpTo up_to) const override {
    using dlx::polycube::symmetries;
    if constexpr (requires(const Model& m) { symmetries(m, up_to); }) {
      return symmetries(model_, up_to);
    } else {
      return Game::symmetries(up_to);
    }
  }

 private:
  using Decoded =
      decltype(decode(std::declval<const Model&>(), std::declval<std::span<const OptionId>>()));
  static constexpr bool has_scene = requires(const Model& m, std::span<const Decoded> decoded) {
    to_scene(m, decoded, std::string());
  };

  Model model_;
  bool solid_;
};

class SnakePuzzle final : public Game {
 public:
  explicit SnakePuzzle(snake::Puzzle puzzle) : model_(build(std::move(puzzle))) {}

  const Problem& problem() const override { return model_.problem.problem(); }
  const PathProblem* path() const override { return &model_.problem; }
  std::string text(const std::string&, std::span<const OptionId> walk) const override {
    return draw(model_, decode(model_, walk));
  }
  Json picture(std::span<const OptionId> walk) const override {
    return {{"kind", "walk"},
            {"side", model_.puzzle.snake.side},
            {"cells", to_json(decode(model_, walk).cells)}};
  }
  bool is_solid() const override { return true; }
  drawing::scene::Scene scene(std::span<const Solution> walks, std::string title) const override {
    std::vector<snake::Folding> foldings;
    for (const Solution& walk : walks) foldings.push_back(decode(model_, walk));
    return to_scene(foldings, std::move(title));
  }
  bool all_are_representatives() const override { return !is_palindrome(model_.puzzle.snake); }
  bool is_representative(std::span<const OptionId> walk) const override {
    return snake::is_representative(model_.puzzle, decode(model_, walk));
  }
  std::string as_text() const override { return written(build_cover(model_.puzzle).problem); }

 private:
  snake::Model model_;
};

class GivenProblem final : public Game {
 public:
  explicit GivenProblem(Problem problem) : problem_(std::move(problem)) {}

  const Problem& problem() const override { return problem_; }
  std::string text(const std::string& number, std::span<const OptionId> solution) const override {
    return io::solution_text(problem_, number, solution);
  }

 private:
  Problem problem_;
};

template <class Model>
std::unique_ptr<Game> made(Model model) {
  return std::make_unique<Puzzle<Model>>(std::move(model));
}

// Parameters, with errors that name them.

int number(const Json& request, const char* name, int most) {
  const auto found = request.find(name);
  if (found == request.end() || !found->is_number_integer() || *found < 1 || *found > most) {
    throw std::invalid_argument(std::string(name) + " must be a whole number from 1 to " +
                                std::to_string(most));
  }
  return found->get<int>();
}

std::string word(const Json& request, const char* name, const std::string& otherwise) {
  const auto found = request.find(name);
  return found != request.end() && found->is_string() ? found->get<std::string>() : otherwise;
}

/// A picture of cells, or else a box. One that is a cell thick is flat, whichever way it lies.
lattice::Cells region(const Json& request) {
  const std::string picture = word(request, "picture", "");
  if (picture.find_first_not_of(" \r\n") != std::string::npos) {
    return lattice::from_picture(picture);
  }
  constexpr int longest = 1'000;
  std::vector<int> sides = {number(request, "columns", longest), number(request, "rows", longest)};
  if (request.contains("layers")) sides.push_back(number(request, "layers", longest));
  if (sides.size() == 3) {
    if (const auto thin = std::find(sides.rbegin(), sides.rend(), 1); thin != sides.rend()) {
      sides.erase(std::next(thin).base());
    }
  }
  sides.resize(3, 1);
  return lattice::box(sides[0], sides[1], sides[2]);
}

snake::Puzzle snake_puzzle(const Json& request) {
  const std::string spelled = word(request, "snake", "");
  snake::Puzzle puzzle;
  const auto known = snake::named();
  const auto found = std::find_if(known.begin(), known.end(),
                                  [&](const snake::Named& k) { return k.name == spelled; });
  puzzle.snake = found != known.end() ? found->snake : snake::parse(spelled);
  return puzzle;
}

std::unique_ptr<Game> read_game(const Json& request) {
  Text text = read_text(request.at("text").get<std::string>(), word(request, "name", ""),
                        word(request, "format", "") == "knuth");
  if (text.problem) return std::make_unique<GivenProblem>(std::move(*text.problem));
  const auto& puzzles = text.packings.puzzles;
  const auto most = static_cast<int>(puzzles.size());
  const int chosen = request.contains("number") ? number(request, "number", most) : 1;
  return made(polycube::build_if_fillable(puzzles.at(static_cast<std::size_t>(chosen) - 1).puzzle));
}

std::unique_ptr<Game> pieces_game(const Json& request) {
  const Pieces pieces = pieces_from_json(request);
  if (pieces.build == Built::tray) return made(polycube::build(tray_of(pieces)));
  return made(faces::build(assembly_of(pieces), faces::Formulation::edges));
}

faces::Puzzle cube_puzzle(const Json& request) {
  const std::string colour = word(request, "colour", "");
  for (const faces::HappyCube& cube : faces::happy_cubes()) {
    if (cube.colour == colour) return {.layout = faces::cube(1), .pieces = cube.pieces};
  }
  throw std::invalid_argument("there is no " + in_quotes(colour) + " cube");
}

}  // namespace

OptionSymmetries Game::symmetries(UpTo) const {
  throw std::invalid_argument(
      "the page knows no rotations and reflections of this problem; the command finds the "
      "symmetries "
      "of any problem: dlx count FILE --up-to all");
}

classics::sudoku::Puzzle sudoku_in(const Json& request) {
  const int width = request.contains("box_width") ? number(request, "box_width", 9) : 0;
  const std::string text = word(request, "squares", "");
  try {
    return classics::sudoku::parse(text, width);
  } catch (const TextError& e) {
    throw io::error_in(text, "squares", e.word(), e.line(), e.what());
  }
}

Json to_json(const classics::sudoku::Puzzle& board) {
  Json symbols = Json::array();
  for (int value = 1; value <= board.size(); ++value) {
    symbols.push_back(board.alphabet.symbol(value));
  }
  return {{"box_width", board.box_width},
          {"box_height", board.box_height},
          {"symbols", std::move(symbols)},
          {"squares", board.squares}};
}

std::string Game::as_text() const {
  return written(problem());
}

std::unique_ptr<Game> make_game(const Json& request) {
  if (request.contains("text")) return read_game(request);
  const std::string name = word(request, "puzzle", "");
  if (name == "packing") return made(polycube::build_if_fillable(packing_from_json(request)));
  if (name == "pieces") return pieces_game(request);
  if (name == "soma") return made(polycube::build(polycube::soma()));
  if (name == "pentominoes") {
    polycube::Puzzle puzzle = classics::pentominoes::puzzle(
        region(request), word(request, "pieces", std::string(classics::pentominoes::letters)));
    puzzle.turning = turning_from_json(request);
    return made(polycube::build_if_fillable(std::move(puzzle)));
  }
  if (name == "dominoes") {
    return made(classics::dominoes::Model{
        polycube::build_if_fillable(classics::dominoes::puzzle(region(request)))});
  }
  if (name == "queens") return made(classics::queens::build(number(request, "n", 1'000)));
  if (name == "langford") return made(classics::langford::build(number(request, "n", 1'000)));
  if (name == "sudoku") return made(classics::sudoku::build(sudoku_in(request)));
  if (name == "snake") return std::make_unique<SnakePuzzle>(snake_puzzle(request));
  if (name == "cube") {
    return made(faces::build(cube_puzzle(request), faces::Formulation::edges));
  }
  throw std::invalid_argument("there is no puzzle " + in_quotes(name));
}

std::unique_ptr<Game> make_game(std::span<const std::uint32_t> numbers) {
  if (numbers.size() < 2) throw std::invalid_argument("the numbers end too early");
  ProblemBuilder builder = ProblemBuilder::numbered(numbers[0], numbers[1]);
  builder.options(numbers.subspan(2));
  return std::make_unique<GivenProblem>(std::move(builder).build());
}

}  // namespace dlx::web
