#include "reductions/catalogue/catalogue.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <stdexcept>

#include "dlx/core/text.hpp"
#include "reductions/classics/dominoes.hpp"
#include "reductions/classics/langford.hpp"
#include "reductions/classics/pentominoes.hpp"
#include "reductions/classics/queens.hpp"
#include "reductions/classics/sudoku.hpp"
#include "reductions/classics/sudoku_text.hpp"
#include "reductions/faces/faces.hpp"
#include "reductions/faces/happy_cubes.hpp"
#include "reductions/polycube/soma.hpp"
#include "reductions/snake/as_cover.hpp"

namespace dlx::catalogue {
namespace {

using drawing::Style;

const std::vector<UpTo> all_kinds = {UpTo::none, UpTo::rotations, UpTo::reflections, UpTo::all};

int number(const Arguments& a, std::string_view name) {
  return static_cast<int>(a.get<std::uint32_t>(name));
}

polycube::Model packed(polycube::Puzzle puzzle, Options options) {
  return options == Options::all ? polycube::build(std::move(puzzle))
                                 : polycube::build_if_fillable(std::move(puzzle));
}

/// The puzzle of pentominoes. It warns if the pieces would leave more cells empty than the puzzle
/// allows.
class Pentominoes final : public Reduced<polycube::Model> {
 public:
  using Reduced::Reduced;
  std::vector<std::string> warnings() const override {
    std::vector<std::string> all = Reduced::warnings();
    const polycube::Puzzle& puzzle = model().puzzle;
    const auto left = polycube::cells_left(puzzle);
    std::size_t gaps = puzzle.optional_cells.size();
    for (const polycube::Piece& piece : puzzle.pieces)
      gaps += piece.is_gap ? piece.cells.size() : 0;
    if (left && *left > gaps) {
      all.push_back(quantity(*left, "cell") + " would stay empty, which --gaps " +
                    std::to_string(*left) + " allows (gaps=" + std::to_string(*left) +
                    " in Python)");
    }
    return all;
  }
};

class SnakePuzzle final : public Reduced<snake::Model> {
 public:
  using Reduced::Reduced;
  std::optional<Problem> cover() const override {
    return snake::build_cover(model().puzzle).problem;
  }
};

snake::Start start_of(const std::string& word) {
  if (word == "anywhere") return snake::Start::anywhere;
  if (word == "corner") return snake::Start::corner;
  throw std::invalid_argument("unknown start " + in_quotes(word) +
                              "; there are 'anywhere', 'corner'");
}

const Parameter wrap{"wrap", Form::word, "",
                     "Edges that are joined: x makes a flat region a cylinder, x,y a torus",
                     "AXES"};

const Row soma{
    .name = "soma",
    .help = "Assemble Piet Hein's Soma cube",
    .style = Style::layers,
    .up_to = all_kinds,
    .title = [](const Arguments&) { return std::string("Soma"); },
    .make = [](const Arguments&, Options) { return puzzle(polycube::build(polycube::soma())); }};

const Row pentominoes{
    .name = "pentominoes",
    .help = "Fill a region with pentominoes, flat or solid",
    .style = Style::layers,
    .parameters =
        {{"region", Form::region, "6x10",
          "ROWSxCOLUMNS, LAYERSxROWSxCOLUMNS, or a file with a picture of # and ."},
         {"pieces", Form::word, classics::pentominoes::letters,
          "The pentominoes to use, by their letters. 20*Y means 20 copies of Y, 0..4*Y up to four "
          "copies, *Y any number of copies, and L' the mirror image of L. The word one-sided means "
          "all pentominoes and their mirror images, which are then not turned over",
          "LETTERS"},
         {"gaps", Form::word, "0",
          "The number of cells that stay empty, or a range 0..4; or ROWSxCOLUMNS, such as 2x2, for "
          "a "
          "block of this size that stays empty anywhere",
          "N"},
         {"place", Form::word, "",
          "Pieces that are already placed. 'X at 2,1' places X so that row 2 is its first row and "
          "column 1, the leftmost, its first column: rows and columns are counted from 1. In a "
          "solid region the layer comes first. Put ';' between several pieces. Each piece must be "
          "used exactly once",
          "PIECES"},
         wrap,
         {"turning", Form::turning}},
    .example = "5x12",
    .up_to = all_kinds,
    .title = [](const Arguments& a) { return "Pentominoes " + a.word("region"); },
    .make =
        [](const Arguments& a, Options options) {
          namespace game = classics::pentominoes;
          const auto& pieces = a.get<std::string>("pieces");
          const bool one_sided = pieces == "one-sided";
          polycube::Puzzle made = game::puzzle(a.get<lattice::Cells>("region"),
                                               one_sided ? game::one_sided_set : pieces);
          made.turning = std::max(
              a.get<polycube::Turning>("turning"),
              one_sided ? polycube::Turning::flat_rotations : polycube::Turning::rotations);
          made.wraps = polycube::axes_in(a.get<std::string>("wrap"));
          polycube::leave_empty(made, a.get<std::string>("gaps"));
          polycube::place(made, a.get<std::string>("place"), polycube::Placing::rows);
          return std::unique_ptr<Puzzle>(
              std::make_unique<Pentominoes>(packed(std::move(made), options)));
        },
    .command_help =
        "Pieces may be turned over unless --no-flip is given. The symmetries of a flat region are\n"
        "those of the plane. If a pentomino is used several times, each copy is drawn with a "
        "letter\n"
        "of its own.\n\n"
        "Examples:\n"
        "  dlx pentominoes 3x20 --all --up-to reflections\n"
        "  dlx pentominoes 2x3x10 --count\n"
        "  dlx pentominoes 10x10 --pieces '20*Y' --svg y.svg\n"
        "  dlx pentominoes 4x5 --no-flip --pieces \"L'P'UY\" --all\n"
        "  dlx pentominoes 5x6 --pieces PUVLN --gaps 5 --count\n"
        "  dlx pentominoes 6x10 --place 'X at 2,2' --count\n"
        "  dlx pentominoes 3x4x5 -n 10 --html solid.html\n"};

const Row dominoes{.name = "dominoes",
                   .help = "Tile a flat region with dominoes",
                   .style = Style::dominoes,
                   .parameters = {{"region", Form::region, "8x8",
                                   "ROWSxCOLUMNS, or a file with a picture of # and ."},
                                  wrap},
                   .example = "4x4",
                   .up_to = all_kinds,
                   .title = [](const Arguments& a) { return "Dominoes " + a.word("region"); },
                   .make =
                       [](const Arguments& a, Options options) {
                         polycube::Puzzle made =
                             classics::dominoes::puzzle(a.get<lattice::Cells>("region"));
                         made.wraps = polycube::axes_in(a.get<std::string>("wrap"));
                         return puzzle(classics::dominoes::Model{packed(std::move(made), options)});
                       },
                   .command_help =
                       "Examples:\n"
                       "  dlx dominoes 8x8 --count               12988816\n"
                       "  dlx dominoes 4x4 --all --up-to reflections\n"
                       "  dlx dominoes 4x4 --wrap x,y --count     272\n"
                       "  printf '.##.\\n####\\n####\\n.##.\\n' | dlx dominoes - --count\n"};

const Row cube{.name = "cube",
               .help = "Assemble six foam pieces into a happy cube, or lay them into the tray",
               .style = Style::net,
               .parameters = {{"colour", Form::word}},
               .example = "blue",
               .up_to = all_kinds,
               .title = [](const Arguments& a) { return "Happy cube, " + a.word("colour"); },
               .make =
                   [](const Arguments& a, Options) {
                     const faces::HappyCube& sold = faces::happy_cube(a.get<std::string>("colour"));
                     return puzzle(faces::build({.layout = faces::cube(1), .pieces = sold.pieces},
                                                faces::Formulation::edges));
                   }};

const Row snake_row{
    .name = "snake",
    .help = "Fold a string of cubelets into a cube",
    .style = Style::walk,
    .parameters = {{"snake", Form::word},
                   {"start", Form::word, "anywhere"},
                   {"up_to", Form::word, "reflections"}},
    .example = "christmas",
    .up_to = {UpTo::none, UpTo::rotations, UpTo::reflections},
    .title = [](const Arguments& a) { return "Snake " + a.word("snake"); },
    .make = [](const Arguments& a, Options) -> std::unique_ptr<Puzzle> {
      return std::make_unique<SnakePuzzle>(snake::build(
          {.snake = snake::named_or_spelled(a.get<std::string>("snake")),
           .start = start_of(a.get<std::string>("start")),
           .up_to = by_name("up_to", a.get<std::string>("up_to"), puzzle_up_to_names)}));
    }};

const Row sudoku{.name = "sudoku",
                 .help = "Solve sudokus with boxes of any size",
                 .style = Style::sudoku,
                 .parameters = {{"squares", Form::word},
                                {"box_width", Form::number, "0"},
                                {"rules", Form::word}},
                 .example = "1.....3..4.....2",
                 .up_to = {UpTo::none, UpTo::all},
                 .title = [](const Arguments&) { return std::string("Sudoku"); },
                 .make =
                     [](const Arguments& a, Options) {
                       return puzzle(classics::sudoku::build(classics::sudoku::parse(
                           a.get<std::string>("squares"),
                           {.box_width = number(a, "box_width"),
                            .rules = classics::sudoku::only_rules(a.get<std::string>("rules"))})));
                     }};

const Row queens{
    .name = "queens",
    .help = "Place n queens so that none attacks another",
    .style = Style::chess,
    .parameters = {{"n", Form::number, "8", "Number of queens, of rows and of columns"}},
    .example = "6",
    .up_to = all_kinds,
    .title = [](const Arguments& a) { return quantity(number(a, "n"), "queen"); },
    .make = [](const Arguments& a,
               Options) { return puzzle(classics::queens::build(number(a, "n"))); },
    .command_help =
        "Examples:\n"
        "  dlx queens                             one placement of eight queens\n"
        "  dlx queens 8 --count                   92\n"
        "  dlx queens 8 --count --up-to reflections\n"
        "  dlx queens 8 --all --up-to reflections --svg queens.svg\n"};

const Row langford{
    .name = "langford",
    .help = "Arrange 1 to n, each twice, with k numbers between the two copies of k",
    .style = Style::row,
    .parameters = {{"n", Form::number, "7", "The largest number"}},
    .example = "4",
    .up_to = {UpTo::none, UpTo::reflections, UpTo::all},
    .title = [](const Arguments& a) { return "Langford pairs of 1 to " + a.word("n"); },
    .make = [](const Arguments& a,
               Options) { return puzzle(classics::langford::build(number(a, "n"))); },
    .command_help =
        "Up to reflections, a row and the same row read backwards count once.\n\n"
        "Examples:\n"
        "  dlx langford 4 --all\n"
        "  dlx langford 8 --count                 300\n"
        "  dlx langford 8 --count --up-to reflections\n"
        "  dlx langford 7 --all --up-to reflections --html langford.html\n"};

/// The puzzles, in the order in which help and documentation list them.
const Row* const all_rows[] = {&soma,      &pentominoes, &dominoes, &cube,
                               &snake_row, &sudoku,      &queens,   &langford};

}  // namespace

void Arguments::set(std::string_view name, Value value, std::string word) {
  if (word.empty()) {
    if (const auto* const count = std::get_if<std::uint32_t>(&value)) word = std::to_string(*count);
    if (const auto* const text = std::get_if<std::string>(&value)) word = *text;
  }
  given_.insert_or_assign(std::string(name), Given{std::move(value), std::move(word)});
}

std::string Arguments::word(std::string_view name) const {
  const auto found = given_.find(name);
  return found == given_.end() ? std::string() : found->second.word;
}

const Value* Arguments::find(std::string_view name) const {
  const auto found = given_.find(name);
  return found == given_.end() ? nullptr : &found->second.value;
}

void Arguments::refuse(std::string_view name) {
  throw std::invalid_argument("no value is given for " + std::string(name));
}

std::span<const Row* const> rows() {
  return all_rows;
}

const Row* find(std::string_view name) {
  const auto found = std::find_if(std::begin(all_rows), std::end(all_rows),
                                  [&](const Row* row) { return row->name == name; });
  return found == std::end(all_rows) ? nullptr : *found;
}

// Default implementations of the members of Puzzle.

OptionSymmetries Puzzle::group(UpTo up_to) const {
  throw std::invalid_argument("this puzzle has no " + std::string(to_string(up_to)) +
                              "; up_to may be 'none' or 'all'");
}

std::vector<drawing::Picture> Puzzle::pictures(std::span<const Solution> solutions) const {
  std::vector<drawing::Picture> all;
  for (const Solution& solution : solutions) all.push_back(picture(solution));
  return all;
}

drawing::scene::Scene Puzzle::scene(std::span<const Solution> solutions, std::string title) const {
  if (!drawing::is_in_space(common().style)) return {.title = std::move(title)};
  return drawing::to_scene(common(), pictures(solutions), std::move(title));
}

std::string Puzzle::board() const {
  const std::vector<drawing::Body> given = picture({}).bodies;
  std::vector<std::vector<drawing::Body>> options;
  for (std::uint32_t o = 0; o < problem().option_count(); ++o) {
    const OptionId option{o};
    std::vector<drawing::Body>& bodies = options.emplace_back();
    for (drawing::Body& body : picture(std::span(&option, 1)).bodies) {
      if (!body.is_given) bodies.push_back(std::move(body));
    }
  }
  return drawing::board_as_json(common(), given, options);
}

}  // namespace dlx::catalogue
