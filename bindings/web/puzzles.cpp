#include "bindings/web/puzzles.hpp"

#include <stdexcept>
#include <utility>

#include "bindings/web/packing_json.hpp"
#include "bindings/web/pieces_json.hpp"
#include "bindings/web/texts.hpp"
#include "dlx/core/problem_builder.hpp"
#include "dlx/core/text.hpp"
#include "dlx/io/input.hpp"
#include "dlx/io/problem_format.hpp"
#include "dlx/io/solution_text.hpp"
#include "reductions/catalogue/catalogue.hpp"
#include "reductions/classics/sudoku.hpp"
#include "reductions/faces/faces.hpp"

namespace dlx::web {
namespace {

/// A game made from an exact-cover problem alone (a text or numbers). It has no pictures.
class Pasted final : public Game {
 public:
  explicit Pasted(Problem problem) : Game(boardless()), problem_(std::move(problem)) {}

  [[nodiscard]] const Problem& problem() const override { return problem_; }

 private:
  static std::shared_ptr<const drawing::Frame> boardless() {
    return std::make_shared<drawing::Frame>(drawing::Frame{.style = drawing::Style::chess});
  }
  [[nodiscard]] std::vector<drawing::Body> bodies_of(std::span<const OptionId>) const override {
    return {};
  }

  Problem problem_;
};

bool is_pasted(const Game& game) {
  return dynamic_cast<const Pasted*>(&game) != nullptr;
}

// The functions below read parameters from a request. Their error messages name the parameter.

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

/// The region in a request: the cells of "picture" or, without a picture, a box. A region that is
/// one cell thick along any axis counts as flat.
lattice::Cells region(const Json& request) {
  const std::string picture = word(request, "picture", "");
  if (picture.find_first_not_of(" \r\n") != std::string::npos) {
    return lattice::from_picture(picture);
  }
  constexpr int longest = 1'000;
  const int columns = number(request, "columns", longest);
  const int rows = number(request, "rows", longest);
  if (!request.contains("layers")) return lattice::region({rows, columns});
  return lattice::region({number(request, "layers", longest), rows, columns});
}

/// Reads the values of a puzzle's parameters from a request.
catalogue::Arguments arguments_of(const catalogue::Row& row, const Json& request) {
  catalogue::Arguments arguments;
  for (const catalogue::Parameter& parameter : row.parameters) {
    const std::string name(parameter.name);
    switch (parameter.form) {
      case catalogue::Form::number:
        arguments.set(name, static_cast<std::uint32_t>(number(request, name.c_str(), 1'000)));
        break;
      case catalogue::Form::word:
        arguments.set(name, word(request, name.c_str(), std::string(parameter.otherwise)));
        break;
      case catalogue::Form::region:
        arguments.set(name, region(request));
        break;
      case catalogue::Form::turning:
        arguments.set(name, turning_from_json(request));
        break;
    }
  }
  return arguments;
}

std::unique_ptr<Game> read_game(const Json& request) {
  Text text = read_text(request.at("text").get<std::string>(), word(request, "name", ""),
                        word(request, "format", "") == "knuth");
  if (text.problem) return std::make_unique<Pasted>(std::move(*text.problem));
  const auto& puzzles = text.packings.puzzles;
  const auto most = static_cast<int>(puzzles.size());
  const int chosen = request.contains("number") ? number(request, "number", most) : 1;
  return catalogue::puzzle(
      polycube::build_if_fillable(puzzles.at(static_cast<std::size_t>(chosen) - 1).puzzle));
}

std::unique_ptr<Game> pieces_game(const Json& request) {
  const Pieces pieces = pieces_from_json(request);
  if (pieces.build == Built::tray) return catalogue::puzzle(polycube::build(tray_of(pieces)));
  return catalogue::puzzle(faces::build(assembly_of(pieces), faces::Formulation::edges));
}

}  // namespace

std::string text(const Game& game, const std::string& number, std::span<const OptionId> solution) {
  return is_pasted(game) ? io::solution_text(game.problem(), number, solution)
                         : game.text(solution);
}

Json picture_of(const Game& game, std::span<const OptionId> solution) {
  if (is_pasted(game)) return {};
  try {
    const drawing::Picture picture = game.picture(solution);
    const auto drawn = drawing::drawings(std::span(&picture, 1));
    return drawn.empty() ? Json() : Json(drawn.front().file(drawn.front().description()));
  } catch (const std::invalid_argument&) {  // thrown if the puzzle has no flat layers
    return {};
  }
}

std::string board(const Game& game) {
  if (is_pasted(game) || game.common().style == drawing::Style::net) return {};
  try {
    return game.board();
  } catch (const std::invalid_argument&) {  // thrown if the region has several layers
    return {};
  }
}

std::string problem_text(const Game& game, ProblemFormat format) {
  std::string text;
  io::write_problem(game.walks() != nullptr ? game.cover().value() : game.problem(), format,
                    [&](std::string_view part) { text += part; });
  return text;
}

Json catalogued_puzzles() {
  constexpr const char* forms[] = {"number", "word", "region", "turning"};
  Json puzzles = Json::array();
  for (const catalogue::Row* const row : catalogue::rows()) {
    Json json{{"name", row->name}, {"parameters", Json::array()}, {"up_to", Json::array()}};
    for (const catalogue::Parameter& parameter : row->parameters) {
      json["parameters"].push_back({{"name", parameter.name},
                                    {"form", forms[static_cast<std::size_t>(parameter.form)]},
                                    {"otherwise", parameter.otherwise}});
    }
    for (const UpTo kind : row->up_to) json["up_to"].push_back(to_string(kind));
    puzzles.push_back(std::move(json));
  }
  return puzzles;
}

classics::sudoku::Puzzle sudoku_in(const Json& request) {
  const int width = request.contains("box_width") ? number(request, "box_width", 9) : 0;
  const std::string text = word(request, "squares", "");
  const classics::sudoku::Reading how{
      .box_width = width, .rules = classics::sudoku::only_rules(word(request, "rules", ""))};
  return io::parsed(text, "squares",
                    [&](const std::string& all) { return classics::sudoku::parse(all, how); });
}

std::unique_ptr<Game> make_game(const Json& request) {
  if (request.contains("text")) return read_game(request);
  const std::string name = word(request, "puzzle", "");
  if (name == "packing")
    return catalogue::puzzle(polycube::build_if_fillable(packing_from_json(request)));
  if (name == "pieces") return pieces_game(request);
  if (name == "sudoku") return catalogue::puzzle(classics::sudoku::build(sudoku_in(request)));
  if (const catalogue::Row* const row = catalogue::find(name)) {
    return row->make(arguments_of(*row, request), catalogue::Options::if_fillable);
  }
  throw std::invalid_argument("no puzzle is called " + in_quotes(name));
}

std::unique_ptr<Game> make_game(Problem problem) {
  return std::make_unique<Pasted>(std::move(problem));
}

std::unique_ptr<Game> make_game(std::span<const std::uint32_t> numbers) {
  if (numbers.size() < 2) throw std::invalid_argument("the numbers end too early");
  ProblemBuilder builder = ProblemBuilder::numbered(numbers[0], numbers[1]);
  builder.options(numbers.subspan(2));
  return std::make_unique<Pasted>(std::move(builder).build());
}

}  // namespace dlx::web
