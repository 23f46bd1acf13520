// Makes puzzles with a board or a region, and shows their solutions as pictures.

#include <algorithm>

#include "dlx/io/input.hpp"
#include "puzzle.hpp"
#include "reductions/catalogue/catalogue.hpp"
#include "reductions/drawing/solid.hpp"
#include "reductions/polycube/formats.hpp"
#include "reductions/snake/word.hpp"

namespace dlx::python {
namespace {

/// Makes a packing puzzle. Pieces may be turned only in ways that both the puzzle and `freest`
/// allow.
PuzzleHandle packing(polycube::Puzzle packed, const std::string& freest) {
  packed.turning = std::max(packed.turning, by_name<polycube::Turning>("turning", freest));
  return catalogue::puzzle(polycube::build_if_fillable(std::move(packed)));
}

/// Makes a puzzle of the library's catalogue, and returns it with its title. The value of a
/// parameter that is a region is a list of sides and a picture; the picture is empty if the sides
/// are given. If the first value is a text, `text_name` is its name in error messages.
std::pair<std::string, PuzzleHandle> make_puzzle(const std::string& name, const py::dict& values,
                                                 const std::string& text_name) {
  const catalogue::Row& row = *catalogue::find(name);
  catalogue::Arguments arguments;
  for (const catalogue::Parameter& parameter : row.parameters) {
    const py::object value = values[py::str(parameter.name.data(), parameter.name.size())];
    switch (parameter.form) {
      case catalogue::Form::number:
        arguments.set(parameter.name, static_cast<std::uint32_t>(value.cast<int>()));
        break;
      case catalogue::Form::word:
        arguments.set(parameter.name, value.cast<std::string>());
        break;
      case catalogue::Form::region: {
        const auto [sides, picture] = value.cast<std::pair<std::vector<int>, std::string>>();
        std::string word;
        for (const int side : sides) word += (word.empty() ? "" : "x") + std::to_string(side);
        arguments.set(parameter.name,
                      picture.empty() ? lattice::region(sides) : lattice::from_picture(picture),
                      picture.empty() ? word : std::string());
        break;
      }
      case catalogue::Form::turning:
        arguments.set(parameter.name,
                      by_name<polycube::Turning>("turning", value.cast<std::string>()));
        break;
    }
  }
  try {
    return {row.title(arguments), row.make(arguments, catalogue::Options::if_fillable)};
  } catch (const TextError& e) {
    if (text_name.empty()) throw;
    throw io::error_in(arguments.word(row.parameters[0].name), text_name, e);
  }
}

/// The puzzles of the catalogue whose only parameter is a number: name, help, and name of the
/// parameter.
std::vector<std::tuple<std::string, std::string, std::string>> numbered_puzzles() {
  std::vector<std::tuple<std::string, std::string, std::string>> all;
  for (const catalogue::Row* row : catalogue::rows()) {
    if (row->parameters.size() != 1 || row->parameters[0].form != catalogue::Form::number) continue;
    all.emplace_back(row->name, row->help, row->parameters[0].name);
  }
  return all;
}

std::vector<std::tuple<std::string, std::string, std::string>> named_snakes() {
  std::vector<std::tuple<std::string, std::string, std::string>> all;
  for (const snake::Named& known : snake::named()) {
    all.emplace_back(known.name, known.snake.word, known.title);
  }
  return all;
}

/// The contents of a file of puzzles as bytes, decompressed if necessary.
py::bytes text_of_file(const std::string& path) {
  constexpr std::uint64_t largest = std::uint64_t{64} << 20;
  return run_job([&](Job&) {
    return io::Input::open(path, {.bytes = largest, .line_bytes = largest}).rest();
  });
}

using CellTuple = std::tuple<int, int, int>;

/// The cells in a picture made of # and . , in which an empty line separates layers.
std::vector<CellTuple> cells_of_picture(const std::string& picture) {
  std::vector<CellTuple> cells;
  for (const auto& [x, y, z] : lattice::from_picture(picture)) cells.emplace_back(x, y, z);
  return cells;
}

lattice::Cells cells_of(const std::vector<CellTuple>& cells) {
  lattice::Cells made;
  for (const auto& [x, y, z] : cells) made.push_back({x, y, z});
  std::sort(made.begin(), made.end());
  return made;
}

/// A piece: its name, its cells, and the least and the greatest number of copies. Without these
/// numbers, any number of copies is allowed.
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

/// The names of all puzzles in a file, each with its puzzle. Only the puzzle `wanted` is made; the
/// others are null.
std::vector<std::pair<std::string, PuzzleHandle>> read_polycubes(
    const TextSource& source, const std::optional<std::string>& format,
    const std::optional<std::string>& wanted, const std::string& freest) {
  std::optional<polycube::Format> chosen;
  if (format) chosen = by_name<polycube::Format>("format", *format);
  const polycube::Collection collection = run_job([=](Job&) {
    return io::parsed(source.first, source.second, [&](const std::string& all) {
      return polycube::read(all, chosen ? *chosen : polycube::format_of(all));
    });
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

/// A tuple for each piece of a solution: its name or number, and its cells. For a foam piece, the
/// tuple also has its position and its 16 outer cells. Cells have one coordinate in a row, two on a
/// board or in a flat region, and three in space.
py::list placements(const drawing::Picture& picture) {
  using drawing::Style;
  const drawing::Frame& frame = *picture.frame;
  const bool may_be_flat = frame.style != Style::net && frame.style != Style::walk;
  const std::size_t dimensions = frame.style == Style::row                      ? 1
                                 : may_be_flat && lattice::is_flat(frame.cells) ? 2
                                                                                : 3;
  py::list all;
  for (const drawing::Body& body : picture.bodies) {
    if (body.is_given) continue;
    py::object piece;
    if (frame.first_number) {
      piece = py::int_(*frame.first_number + static_cast<int>(body.piece));
    } else {
      piece = py::str(frame.pieces[body.piece].name);
    }
    std::vector<std::vector<int>> cells;
    for (const lattice::Cell& c : body.cells) {
      cells.emplace_back(std::vector{c.x, c.y, c.z}).resize(dimensions);
    }
    all.append(py::make_tuple(piece, cells, body.position, body.rim));
  }
  return all;
}

using SolutionNumbers = std::vector<std::uint32_t>;

/// The text of a BurrTools file with the puzzle and these solutions.
std::string to_xmpuzzle(const PuzzleHandle& puzzle, const std::vector<SolutionNumbers>& solutions,
                        const std::string& title) {
  const polycube::Model* const model = puzzle->packing();
  if (model == nullptr) throw std::invalid_argument("this puzzle packs no pieces");
  polycube::NamedPuzzle named{.name = title, .puzzle = model->puzzle};
  const SolutionList found = options_of_each(model->problem, solutions);
  const polycube::Changes changes = merge(*model, named, found, false, UpTo::none);
  return polycube::write_xmpuzzle({.puzzles = {changed(std::move(named), changes)}});
}

/// A solution as a file for a 3D printer. `kind` is "stl", "obj" or "scad".
py::bytes to_solid(const PuzzleHandle& puzzle, const SolutionNumbers& solution,
                   const std::string& title, const std::string& kind) {
  namespace solid = drawing::solid;
  return run_job([&, list = options_of_each(puzzle->problem(), {solution})](Job&) {
    const drawing::scene::Scene scene = puzzle->scene(list, title);
    if (scene.assemblies.empty()) throw std::invalid_argument("there are no parts to be printed");
    const drawing::scene::Parts& parts = scene.assemblies.front();
    if (kind == "stl") return solid::to_stl(parts, {}, scene.grid);
    if (kind == "obj") return solid::to_obj(parts, {}, scene.grid);
    return solid::to_scad(parts, {}, title, colours_of(scene), scene.grid);
  });
}

void bind_puzzle(py::module_& module) {
  using catalogue::Puzzle;
  // The handle shares ownership of the puzzle, because the puzzle owns the problem.
  const auto problem = [](const PuzzleHandle& p) {
    return std::const_pointer_cast<Problem>(std::shared_ptr<const Problem>(p, &p->problem()));
  };
  py::class_<OptionSymmetries, std::shared_ptr<OptionSymmetries>>(
      module, "Symmetries", "A group of permutations of options.")
      .def_property_readonly("order", &OptionSymmetries::order);
  py::class_<Puzzle, PuzzleHandle>(module, "Puzzle", "A problem, with pictures of its solutions.")
      .def_property_readonly("problem", problem)
      .def_property_readonly("cover",
                             [=](const PuzzleHandle& p) {
                               auto cover = p->cover();
                               return cover ? std::make_shared<Problem>(*std::move(cover))
                                            : problem(p);
                             })
      .def_property_readonly("has_walks", [](const Puzzle& p) { return p.walks() != nullptr; })
      .def_property_readonly("warnings", &Puzzle::warnings)
      .def("symmetries",
           [](const Puzzle& p, const std::string& up_to) {
             return std::make_shared<OptionSymmetries>(
                 p.group(by_name("up_to", up_to, puzzle_up_to_names)));
           })
      .def("text", [](const Puzzle& p,
                      const SolutionNumbers& s) { return p.text(options_of(p.problem(), s)); })
      .def("placements",
           [](const Puzzle& p, const SolutionNumbers& s) {
             return placements(p.picture(options_of(p.problem(), s)));
           })
      .def("svg",
           [](const Puzzle& p, const std::vector<SolutionNumbers>& solutions) {
             return drawing::draw_svg(p.pictures(options_of_each(p.problem(), solutions)));
           })
      .def("blank_svg",
           [](const Puzzle& p, const std::string& title) { return p.blank().file(title); })
      .def("xmpuzzle", &to_xmpuzzle)
      .def("solid", &to_solid)
      .def("page", [](const PuzzleHandle& p, const std::vector<SolutionNumbers>& solutions,
                      const std::string& title) {
        return run_job([p, list = options_of_each(p->problem(), solutions), title](Job&) {
          const bool has_page = drawing::is_in_space(p->common().style);
          return has_page ? drawing::scene::to_html(p->scene(list, title)) : std::string();
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
  module.def("make_puzzle", &make_puzzle);
  module.def("numbered_puzzles", &numbered_puzzles);
  module.def("polycube", &make_polycube);
  module.def("read_polycubes", &read_polycubes);
  module.def("named_snakes", &named_snakes);
  module.def("text_of_file", &text_of_file);
  module.def("cells_of_picture", &cells_of_picture);
  bind_faces(module);
  bind_census(module);
}

}  // namespace dlx::python
