// Puzzles with a board or a region: what each option is, and solutions as pictures.

#include <algorithm>

#include "puzzle.hpp"
#include "reductions/classics/dominoes.hpp"
#include "reductions/classics/pentominoes.hpp"
#include "reductions/classics/sudoku_text.hpp"
#include "reductions/polycube/formats.hpp"
#include "reductions/polycube/soma.hpp"
#include "reductions/snake/as_cover.hpp"

namespace dlx::python {
namespace {

using PuzzleHandle = std::shared_ptr<Puzzle>;

template <class Model>
PuzzleHandle puzzle(Model model) {
  return std::make_shared<ReducedPuzzle<Model>>(std::move(model));
}

/// A packing puzzle whose pieces are turned no more freely than `freest` says.
PuzzleHandle packing(polycube::Puzzle packed, const std::string& freest) {
  packed.turning = std::max(packed.turning, by_name<polycube::Turning>("turning", freest));
  return puzzle(polycube::build_if_fillable(std::move(packed)));
}

class SnakePuzzle final : public ReducedPuzzle<snake::Model> {
 public:
  using ReducedPuzzle::ReducedPuzzle;

  ProblemHandle cover() const override {
    return std::make_shared<Problem>(build_cover(model()->puzzle).problem);
  }
  std::shared_ptr<const Walks> walks() const override {
    auto walks = std::make_shared<Walks>();
    walks->problem = {model(), &model()->problem};
    if (snake::is_palindrome(model()->puzzle.snake)) {
      walks->is_representative = [model = model()](std::span<const OptionId> walk) {
        return snake::is_representative(model->puzzle, decode(*model, walk));
      };
    }
    return walks;
  }
};

/// A flat region or a solid one: rows and columns, or layers, rows and columns; or a picture. A box
/// one cell thick is flat, whichever way it lies.
lattice::Cells region(std::vector<int> sides, const std::string& picture) {
  if (!picture.empty()) return lattice::from_picture(picture);
  if (sides.size() == 3) {
    if (const auto thin = std::find(sides.begin(), sides.end(), 1); thin != sides.end()) {
      sides.erase(thin);
    }
  }
  if (sides.size() == 2) return lattice::box(sides[1], sides[0]);
  return lattice::box(sides.at(2), sides.at(1), sides.at(0));
}

/// The classes that a puzzle knows by itself.
constexpr std::span<const Name<UpTo>> kinds(up_to_names, 3);

PuzzleHandle make_snake(const std::string& spelled, bool from_corner, const std::string& up_to) {
  snake::Puzzle wanted;
  wanted.start = from_corner ? snake::Start::corner : snake::Start::anywhere;
  wanted.up_to = by_name("up_to", up_to, kinds);
  const auto known = snake::named();
  const auto found = std::find_if(known.begin(), known.end(),
                                  [&](const snake::Named& k) { return k.name == spelled; });
  wanted.snake = found != known.end() ? found->snake : snake::parse(spelled);
  return std::make_shared<SnakePuzzle>(build(std::move(wanted)));
}

std::vector<std::tuple<std::string, std::string, std::string>> named_snakes() {
  std::vector<std::tuple<std::string, std::string, std::string>> all;
  for (const snake::Named& known : snake::named()) {
    all.emplace_back(known.name, known.snake.word, known.title);
  }
  return all;
}

using CellTuple = std::tuple<int, int, int>;

lattice::Cells cells_of(const std::vector<CellTuple>& cells) {
  lattice::Cells made;
  for (const auto& [x, y, z] : cells) made.push_back({x, y, z});
  std::sort(made.begin(), made.end());
  return made;
}

/// Name, cells, and the least and the greatest number of copies.
using PieceTuple = std::tuple<std::string, std::vector<CellTuple>,
                              std::optional<std::pair<std::uint32_t, std::uint32_t>>>;

PuzzleHandle make_polycube(const std::vector<PieceTuple>& pieces,
                           const std::vector<CellTuple>& target,
                           const std::vector<CellTuple>& optional_cells,
                           const std::string& freest) {
  polycube::Puzzle made;
  for (const auto& [name, cells, copies] : pieces) {
    polycube::Piece& piece = made.pieces.emplace_back();
    piece.name = name;
    piece.cells = cells_of(cells);
    piece.copies.reset();
    if (copies) piece.copies = Bounds{copies->first, copies->second};
  }
  made.target = cells_of(target);
  made.optional_cells = cells_of(optional_cells);
  return packing(std::move(made), freest);
}

/// The puzzles of a file with their names.
std::vector<std::pair<std::string, PuzzleHandle>> read_polycubes(
    const TextSource& source, const std::optional<std::string>& format,
    const std::optional<std::string>& wanted, const std::string& freest) {
  std::optional<polycube::Format> chosen;
  if (format) chosen = by_name<polycube::Format>("format", *format);
  const polycube::Collection collection = run_job([=](Job&) {
    io::Input input = source.open();
    const std::string text = input.rest();
    try {
      return polycube::read(text, chosen ? *chosen : polycube::format_of(text));
    } catch (const TextError& e) {
      throw io::error_in(text, input.name(), e.word(), e.line(), e.what());
    }
  });
  std::vector<std::pair<std::string, PuzzleHandle>> made;
  std::size_t number = 0;
  for (const polycube::NamedPuzzle& named : collection.puzzles) {
    ++number;
    const bool is_wanted = wanted ? *wanted == named.name || *wanted == std::to_string(number)
                                  : collection.puzzles.size() == 1;
    made.emplace_back(named.name, is_wanted ? packing(named.puzzle, freest) : nullptr);
  }
  return made;
}

SolutionList options_of_each(const Problem& problem,
                             const std::vector<std::vector<std::uint32_t>>& numbers) {
  SolutionList list;
  for (const auto& each : numbers) list.push_back(options_of(problem, each));
  return list;
}

void bind_puzzle(py::module_& module) {
  using Solution = std::vector<std::uint32_t>;
  py::class_<OptionSymmetries, std::shared_ptr<OptionSymmetries>>(
      module, "Symmetries", "A group of permutations of options.")
      .def_property_readonly("order", &OptionSymmetries::order);
  py::class_<Walks, std::shared_ptr<Walks>>(module, "Walks", "What is searched for walks.");
  py::class_<Puzzle, PuzzleHandle>(module, "Puzzle", "A problem, and what its solutions look like.")
      .def_property_readonly("problem", &Puzzle::problem)
      .def_property_readonly("cover", &Puzzle::cover)
      .def_property_readonly(
          "walks", [](const Puzzle& p) { return std::const_pointer_cast<Walks>(p.walks()); })
      .def_property_readonly("warnings", &Puzzle::warnings)
      .def("symmetries",
           [](const Puzzle& p, const std::string& up_to) {
             return std::make_shared<OptionSymmetries>(p.group(by_name("up_to", up_to, kinds)));
           })
      .def("text",
           [](const Puzzle& p, const Solution& s) { return p.text(options_of(*p.problem(), s)); })
      .def("placements",
           [](const Puzzle& p, const Solution& s) {
             py::list all;
             for (const Placed& each : p.placements(options_of(*p.problem(), s))) {
               all.append(py::make_tuple(each.piece, each.cells, each.position, each.rim));
             }
             return all;
           })
      .def("svg",
           [](const Puzzle& p, const std::vector<Solution>& solutions) {
             return p.svg(options_of_each(*p.problem(), solutions));
           })
      .def("page", [](const PuzzleHandle& p, const std::vector<Solution>& solutions,
                      const std::string& title) {
        return run_job([p, list = options_of_each(*p->problem(), solutions), title](Job&) {
          return p->page(list, title);
        });
      });
}

}  // namespace

std::vector<OptionId> options_of(const Problem& problem,
                                 const std::vector<std::uint32_t>& numbers) {
  std::vector<OptionId> options;
  for (const std::uint32_t o : numbers) {
    if (o >= problem.option_count()) throw std::out_of_range("no such option");
    options.push_back(OptionId{o});
  }
  return options;
}

void bind_puzzles(py::module_& module) {
  bind_puzzle(module);
  bind_apart(module);
  module.def("soma", [] { return puzzle(polycube::build(polycube::soma())); });
  module.def("polycube", &make_polycube);
  module.def("read_polycubes", &read_polycubes);
  module.def("pentominoes", [](const std::vector<int>& sides, const std::string& picture,
                               const std::string& pieces, const std::string& freest) {
    return packing(classics::pentominoes::puzzle(region(sides, picture), pieces), freest);
  });
  module.def("dominoes", [](const std::vector<int>& sides, const std::string& picture) {
    return puzzle(classics::dominoes::Model{
        polycube::build_if_fillable(classics::dominoes::puzzle(region(sides, picture)))});
  });
  module.def("queens", [](int n) { return puzzle(classics::queens::build(n)); });
  module.def("langford", [](int n) { return puzzle(classics::langford::build(n)); });
  module.def("sudoku", [](const std::string& text, int box_width, const std::string& name) {
    try {
      return puzzle(classics::sudoku::build(classics::sudoku::parse(text, box_width)));
    } catch (const TextError& e) {
      if (name.empty()) throw;  // rows of an array: the message names row and column
      throw io::error_in(text, name, e.word(), e.line(), e.what());
    }
  });
  module.def("snake", &make_snake);
  module.def("named_snakes", &named_snakes);
  bind_faces(module);
  bind_census(module);
}

}  // namespace dlx::python
